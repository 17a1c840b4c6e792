/**
 * A number as sentences have it: three digits behind the point at most, with a true minus sign: 0.8, −0.333. One that
 * would round to 0 keeps two digits of its own.
 */
export function formatNumber(number: number): string {
  const rounded = number !== 0 && Math.abs(number) < 0.0005 ? number.toPrecision(2) : number.toFixed(3)
  return `${Number(rounded)}`.replace('-', '−')
}

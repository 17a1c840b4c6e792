/**
 * Formats a number for sentences: at most three decimals, with a true minus sign: 0.8, −0.333. A number that would
 * round to 0 keeps two significant digits.
 */
export function formatNumber(number: number): string {
  const rounded = number !== 0 && Math.abs(number) < 0.0005 ? number.toPrecision(2) : number.toFixed(3)
  return `${Number(rounded)}`.replace('-', '−')
}

const atMostThree = new Intl.NumberFormat('en-GB', {
  maximumFractionDigits: 3,
  signDisplay: 'negative',
  useGrouping: false,
})

/** Removes what sums of fractions differ by in their last digits: half of a digit must be rounded alike everywhere. */
export const withoutNoise = (number: number): number => Number(number.toPrecision(12))

/**
 * Formats a number for sentences: at most three decimals, with a true minus sign: 0.8, −0.333. A number that would
 * round to 0 keeps two significant digits.
 */
export function formatNumber(number: number): string {
  const isSmall = number !== 0 && Math.abs(number) < 0.0005
  const text = isSmall ? `${Number(number.toPrecision(2))}` : atMostThree.format(withoutNoise(number))
  return text.replace('-', '−')
}

/**
 * Returns the arithmetic mean, between the least and the largest number despite rounding, and 0 for numbers that cancel.
 * NaN for none.
 */
export function computeMean(numbers: ArrayLike<number> & Iterable<number>): number {
  let sum = 0
  let size = 0
  let least = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const number of numbers) {
    sum += number
    size += Math.abs(number)
    if (number < least) least = number
    if (number > largest) largest = number
  }
  if (numbers.length === 0) return Number.NaN
  // Numbers that cancel leave their last digits: 0.1 + 0.2 − 0.3 is 5.6e−17.
  if (Math.abs(sum) <= 1e-12 * size) return 0
  return Math.min(largest, Math.max(least, sum / numbers.length))
}

/** Returns Σ value · weight / Σ weight. */
export function computeWeightedMean(
  sample: readonly { readonly value: number; readonly weight: number }[],
): number {
  const total = sample.reduce((sum, { weight }) => sum + weight, 0)
  return sample.reduce((sum, { value, weight }) => sum + value * weight, 0) / total
}

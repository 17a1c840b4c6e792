/** Returns the arithmetic mean, between the least and the largest number despite rounding. NaN for none. */
export function computeMean(numbers: ArrayLike<number> & Iterable<number>): number {
  let sum = 0
  let least = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  for (const number of numbers) {
    sum += number
    if (number < least) least = number
    if (number > largest) largest = number
  }
  return numbers.length === 0 ? Number.NaN : Math.min(largest, Math.max(least, sum / numbers.length))
}

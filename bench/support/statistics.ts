/** @param part 0 to 1; 0.5 is the median. Between two values, the straight line. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * part
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Interval of the median from the ranks of the values (the sign test turned round): no assumption on how they
 * are distributed. Covers 95 % or a little more.
 */
export function intervalOfMedian(values: readonly number[]): { low: number; high: number; coverage: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const count = sorted.length
  // Chance that fewer than `rank` of the values lie below the median: binomial, a half each.
  let chance = 0
  let term = 0.5 ** count
  let rank = 0
  while (chance + term <= 0.025) {
    chance += term
    rank += 1
    term *= (count - rank + 1) / rank
  }
  if (rank === 0) throw new RangeError('an interval of 95 % needs 6 values or more')
  return {
    low: sorted[rank - 1] ?? Number.NaN,
    high: sorted[count - rank] ?? Number.NaN,
    coverage: 1 - 2 * chance,
  }
}

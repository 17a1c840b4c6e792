export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/**
 * How many values lie in each of `count` equally wide bins from `low` to `high`. A bin holds its lower edge and not its
 * upper one; the last holds both.
 *
 * @throws RangeError where a value lies outside.
 */
export function binValues(values: readonly number[], low: number, high: number, count: number): Bin[] {
  const width = (high - low) / count
  const counts = Array.from({ length: count }, () => 0)
  for (const value of values) {
    if (value < low || value > high) throw new RangeError(`${value} is not between ${low} and ${high}`)
    // Rounding may put an edge (0.3 of bins of 0.1) a hair below itself.
    const index = Math.min(count - 1, Math.floor((value - low) / width + 1e-9))
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts.map((number, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width,
    count: number,
  }))
}

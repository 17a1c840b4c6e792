/** The chance that a positive is above a negative, ties counting half: 0 to 1, 0.5 for guessing. */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  const sorted = Float64Array.from(negatives).sort()
  const above = positives.reduce(
    (sum, positive) => sum + (countBelow(sorted, positive, false) + countBelow(sorted, positive, true)) / 2,
    0,
  )
  return above / (positives.length * negatives.length)
}

/** How many of the sorted numbers are below the limit, or at it. */
function countBelow(sorted: Float64Array, limit: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] as number
    if (value < limit || (orEqual && value === limit)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A 95 % percentile bootstrap interval of a measure, drawing whole groups, because the rows of a group are
 * alike. The same numbers every time.
 */
export function bootstrapByGroup<Row extends { readonly group: string }>(
  rows: readonly Row[],
  measure: (rows: readonly Row[]) => number,
): [low: number, high: number] {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()]
  const random = randomNumbers(1)
  const draws = Array.from({ length: 1000 }, () =>
    measure(groups.flatMap(() => groups[Math.floor(random() * groups.length)] as Row[])),
  ).sort((a, b) => a - b)
  return [draws[24] as number, draws[974] as number]
}

/** Numbers from 0 up to 1: mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

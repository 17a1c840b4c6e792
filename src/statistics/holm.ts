/**
 * p-values corrected for their number (Holm, A simple sequentially rejective multiple test procedure, 1979): the
 * smallest times m, the next times m − 1, and so on, never smaller than the one before and at most 1. In the
 * order given.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length)
  let highest = 0
  const order = [...pValues.keys()].sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0))
  for (const [rank, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues[index] ?? 0) * (pValues.length - rank)))
    adjusted[index] = highest
  }
  return adjusted
}

/** Ranks from 1, equal values sharing the mean of theirs. */
export function middleRanks(values: Float64Array): Float64Array {
  checkNumbers(values)
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Float64Array(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && values[order[end] as number] === values[order[start] as number]) end++
    for (let at = start; at < end; at++) ranks[order[at] as number] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

/** NaN has no order, so that every rank would be wrong in silence. */
export function checkNumbers(values: Iterable<number>): void {
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`a label or verdict must be a number, not ${value}`)
  }
}

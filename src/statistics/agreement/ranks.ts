import { checkNumbers } from './check-rows.ts'

/** Ranks from 1, equal values sharing the mean of theirs. */
export function middleRanks(values: Float64Array): Float64Array {
  checkNumbers(values)
  const sorted = values.slice().sort()
  const rankOf = new Map<number, number>()
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    rankOf.set(sorted[start] as number, (start + 1 + end) / 2)
    start = end
  }
  return values.map((value) => rankOf.get(value) as number)
}

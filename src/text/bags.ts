import { forEachSliced, type Slices } from '../shared/slices.ts'

/** How often each of the items stands in a list. */
type Bag = ReadonlyMap<string, number>

export function* countItems(items: Iterable<string>): Slices<Bag> {
  const counts = new Map<string, number>()
  yield* forEachSliced(items, (item) => {
    counts.set(item, (counts.get(item) ?? 0) + 1)
  })
  return counts
}

/**
 * Dice's coefficient of two bags: 2 · common / (all of one + all of the other), counted with repetitions, 0 to 1.
 * 1 for two empty bags. (Dice, Measures of the Amount of Ecologic Association Between Species, 1945.)
 */
export function* dice(one: Bag, other: Bag): Slices<number> {
  let common = 0
  let total = 0
  yield* forEachSliced(one, ([item, count]) => {
    common += Math.min(count, other.get(item) ?? 0)
    total += count
  })
  yield* forEachSliced(other.values(), (count) => {
    total += count
  })
  return total === 0 ? 1 : (2 * common) / total
}

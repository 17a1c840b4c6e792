/** Counts how often each item occurs, in the order of the first occurrences. */
export function countEach<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

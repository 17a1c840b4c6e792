import { hashJson } from '../../run/to-json.ts'
import { nameCluster } from '../comparison/collect-scores.ts'

/** Items that count as one value, because they are not independent: a group, or an item without a group. */
export interface Cluster {
  readonly name: string
  readonly itemIds: readonly string[]
}

/**
 * Shuffles clusters into an order that depends only on the seed, not on the order of the items: data are often sorted,
 * and a test after each value assumes that they are not.
 */
export function clustersInOrder(
  items: readonly { readonly id: string; readonly group?: string }[],
  seed: number,
): Cluster[] {
  const clusters = Map.groupBy(items, ({ id, group }) => nameCluster({ itemId: id, group }))
  return [...clusters]
    .map(([name, members]) => ({
      place: hashJson([seed, name]),
      cluster: { name, itemIds: members.map(({ id }) => id).sort() },
    }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ cluster }) => cluster)
}

import { canonicalJson } from '../../shared/canonical-json.ts'
import { toJson } from '../json.ts'
import type { EvaluationRun } from '../record.ts'

/** What an item asks, as a dataset or a record has it. */
export interface AskedItem {
  readonly id: string
  readonly input: unknown
  readonly groundTruth?: unknown
}

/** What two sets of items have in common. */
export interface CommonItems {
  /** The baseline as far as its items are among these and ask the same: it can be compared with a run of these. */
  readonly baseline: EvaluationRun
  readonly common: number
  /** Not in the baseline. */
  readonly added: number
  /** In the baseline only. */
  readonly removed: number
  /** With the id of an item of the baseline, and another input or ground truth. */
  readonly changed: number
}

const contentOf = ({ input, groundTruth }: Omit<AskedItem, 'id'>) =>
  canonicalJson(toJson({ input, groundTruth }))

/**
 * A baseline over other data, made comparable: by item id, and only where an item asks the same as before.
 *
 * @param dataset What the items are of.
 */
export function commonItems(
  baseline: EvaluationRun,
  items: readonly AskedItem[],
  dataset: EvaluationRun['header']['dataset'],
): CommonItems {
  const wanted = new Map(items.map((item) => [item.id, contentOf(item)]))
  const known = new Map(baseline.items.map((item) => [item.itemId, contentOf(item)]))
  const both = [...wanted.keys()].filter((id) => known.has(id))
  const same = new Set(both.filter((id) => known.get(id) === wanted.get(id)))
  return {
    baseline: {
      ...baseline,
      header: { ...baseline.header, dataset },
      items: baseline.items.filter(({ itemId }) => same.has(itemId)),
    },
    common: same.size,
    added: wanted.size - both.length,
    removed: known.size - both.length,
    changed: both.length - same.size,
  }
}

import { toJson } from '../../run/json.ts'
import type { EvaluationRun, ItemRecord } from '../../run/record.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { askedBy } from '../dataset/asked.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { RunsNotComparableError } from './scores.ts'

/** What an item asks, as a dataset or a record has it. */
export interface AskedItem {
  readonly id: string
  readonly input: unknown
  readonly groundTruth?: unknown
  readonly expectedTrajectory?: unknown
}

/** How the items of two runs go together: data grow, shrink and are corrected from run to run. */
export interface CommonCounts {
  /** In both, with the same input, ground truth and expected trajectory: what a comparison is over. */
  readonly common: number
  /** Only in the run after. */
  readonly added: number
  /** Only in the run before. */
  readonly removed: number
  /** In both by their id, and not the same any more. */
  readonly changed: number
}

/** What is asked and expected, as text: equal where the same is. */
export const askedContent = ({ input, groundTruth, expectedTrajectory }: Omit<AskedItem, 'id'>): string =>
  canonicalJson(toJson({ input, groundTruth, expectedTrajectory }))

/** Which items are in both, and how many are not. */
export function matchItems(
  before: readonly AskedItem[],
  after: readonly AskedItem[],
): { readonly ids: ReadonlySet<string>; readonly counts: CommonCounts } {
  const earlier = new Map(before.map((item) => [item.id, item]))
  const both = after.filter(({ id }) => earlier.has(id))
  const same = both.filter((item) => askedContent(item) === askedContent(earlier.get(item.id) ?? item))
  return {
    ids: new Set(same.map(({ id }) => id)),
    counts: {
      common: same.length,
      added: after.length - both.length,
      removed: before.length - both.length,
      changed: both.length - same.length,
    },
  }
}

/** @throws RunsNotComparableError where no item is in both: every difference would be one of the data. */
export function requireCommon({ common, added, removed, changed }: CommonCounts): void {
  if (common > 0) return
  throw new RunsNotComparableError(
    `no item is in both runs with the same input, ground truth and expected trajectory (${added} only after, ${removed} only before, ${changed} changed): compare runs that asked the same`,
  )
}

/** Texts of large runs and datasets are in their files, and read when they are compared. */
class Asked<Source extends Pick<AskedItem, 'groundTruth' | 'expectedTrajectory'>> implements AskedItem {
  readonly id: string
  readonly #from: Source
  readonly #inputOf: (from: Source) => unknown

  constructor(id: string, from: Source, inputOf: (from: Source) => unknown) {
    this.id = id
    this.#from = from
    this.#inputOf = inputOf
  }

  get input() {
    return this.#inputOf(this.#from)
  }

  get groundTruth() {
    return this.#from.groundTruth
  }

  get expectedTrajectory() {
    return this.#from.expectedTrajectory
  }
}

const inputOfRecord = ({ input }: ItemRecord) => input

/** The items of a run, each once. */
export function askedItems({ items }: EvaluationRun): AskedItem[] {
  const last = new Map(items.map((record) => [record.itemId, record]))
  return Array.from(last.values(), (record) => new Asked(record.itemId, record, inputOfRecord))
}

/** The items of a dataset, as records will have them. */
export const askedOf = (items: readonly DatasetItem[]): AskedItem[] =>
  items.map((item) => new Asked(item.id, item, askedBy))

/**
 * Two runs as far as they have asked the same, by item id and content.
 *
 * @throws RunsNotComparableError where two whole runs have nothing in common.
 */
export function commonItems(
  before: EvaluationRun,
  after: EvaluationRun,
): { readonly before: EvaluationRun; readonly after: EvaluationRun; readonly counts: CommonCounts } {
  const { ids, counts } = matchItems(askedItems(before), askedItems(after))
  // One that stopped early may not have come to the items that are in both.
  if ([before, after].every(({ end }) => end?.status === 'complete')) requireCommon(counts)
  const restrict = (run: EvaluationRun) => ({
    ...run,
    items: run.items.filter(({ itemId }) => ids.has(itemId)),
  })
  return { before: restrict(before), after: restrict(after), counts }
}

import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { toJson } from '../../run/to-json.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { asAsked } from '../dataset/as-asked.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { askedBy } from '../dataset/scenario-fields.ts'
import { RunsNotComparableError } from './collect-scores.ts'

/** The question of an item, from a dataset or a record. */
export interface AskedItem {
  readonly id: string
  readonly input: unknown
  readonly groundTruth?: unknown
  readonly expectedTrajectory?: unknown
  /** The context that the dataset gives a live target's answer; null for none. Undefined if it may be the target's own. */
  readonly givenContext?: readonly string[] | null | undefined
}

/** Returns the question as it is read and the expectations as canonical text, to test whether two items ask the same. */
export const askedContent = ({
  input,
  groundTruth,
  expectedTrajectory,
}: Omit<AskedItem, 'id' | 'givenContext'>): string =>
  canonicalJson(toJson({ ...(asAsked(toJson({ input })) as object), groundTruth, expectedTrajectory }))

/** Most items have only texts, which need no conversion to be compared. */
const asksSame = (one: AskedItem, other: AskedItem): boolean =>
  ((['input', 'groundTruth', 'expectedTrajectory'] as const).every((field) => one[field] === other[field]) ||
    askedContent(one) === askedContent(other)) &&
  givesSame(one.givenContext, other.givenContext)

/** Context that comes with recorded answers is what their target found, and may differ. */
const givesSame = (one: AskedItem['givenContext'], other: AskedItem['givenContext']): boolean =>
  one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other)

/** Counts the items that two runs share. Datasets grow, shrink and are corrected from run to run. */
export function matchItems(
  before: readonly AskedItem[],
  after: readonly AskedItem[],
): {
  readonly ids: ReadonlySet<string>
  readonly counts: {
    /** Items in both with the same input, ground truth, expected trajectory and given context: a comparison covers these. */
    readonly common: number
    /** Items only in the later run. */
    readonly added: number
    /** Items only in the earlier run. */
    readonly removed: number
    /** Items with the same id but different content. */
    readonly changed: number
  }
} {
  const earlier = new Map(before.map((item) => [item.id, item]))
  const both = after.filter(({ id }) => earlier.has(id))
  const same = both.filter((item) => asksSame(item, earlier.get(item.id) ?? item))
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

/** @throws RunsNotComparableError if the runs share no item: every difference would come from the data. */
export function requireCommon(counts: ReturnType<typeof matchItems>['counts']): void {
  const { common, added, removed, changed } = counts
  if (common > 0) return
  throw new RunsNotComparableError(
    `no item is in both runs with the same input, ground truth, expected trajectory and context (${added} only after, ${removed} only before, ${changed} changed): compare runs of the same questions, or run once without a comparison to make a new baseline`,
  )
}

/** An item that reads its texts on demand, since large runs and datasets leave them in their files. */
class LazyItem<Source extends Pick<DatasetItem, 'groundTruth' | 'expectedTrajectory' | 'context'>>
  implements AskedItem
{
  readonly id: string
  readonly #from: Source
  readonly #readInput: (from: Source) => unknown
  readonly #isRecorded: (from: Source) => boolean

  constructor(
    id: string,
    from: Source,
    readInput: (from: Source) => unknown,
    isRecorded: (from: Source) => boolean,
  ) {
    this.id = id
    this.#from = from
    this.#readInput = readInput
    this.#isRecorded = isRecorded
  }

  get input() {
    return this.#readInput(this.#from)
  }

  get groundTruth() {
    return this.#from.groundTruth
  }

  get expectedTrajectory() {
    return this.#from.expectedTrajectory
  }

  get givenContext() {
    return this.#isRecorded(this.#from) ? undefined : (this.#from.context ?? null)
  }
}

const inputOfRecord = ({ input }: ItemRecord) => input

/** Returns the items of a run, each once. */
export function askedItems({ header, items }: EvaluationRun): AskedItem[] {
  const last = new Map(items.map((record) => [record.itemId, record]))
  const isRecorded = () => header.target.kind === 'recorded'
  return Array.from(last.values(), (record) => new LazyItem(record.itemId, record, inputOfRecord, isRecorded))
}

export const toAskedItems = (items: readonly DatasetItem[]): AskedItem[] =>
  items.map((item) => new LazyItem(item.id, item, askedBy, hasAnswer))

const hasAnswer = ({ output }: DatasetItem) => output !== undefined

/**
 * Restricts two runs to the items that ask the same, by id and content.
 *
 * @throws RunsNotComparableError if two complete runs have nothing in common.
 */
export function commonItems(before: EvaluationRun, after: EvaluationRun) {
  const { ids, counts } = matchItems(askedItems(before), askedItems(after))
  // A run that stopped early may not have reached the common items.
  if ([before, after].every(({ end }) => end?.status === 'complete')) requireCommon(counts)
  return { before: restrict(before, ids), after: restrict(after, ids), counts }
}

export const restrict = (run: EvaluationRun, ids: ReadonlySet<string>): EvaluationRun => ({
  ...run,
  items: run.items.filter(({ itemId }) => ids.has(itemId)),
})

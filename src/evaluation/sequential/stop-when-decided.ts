import { z } from 'zod/v4'
import type { EvaluationRun, RunHeader, ScorerRecord } from '../../run/record.ts'
import { runOption } from '../../run/run-option.ts'
import { outweighsUnseen } from '../../statistics/early-stopping.ts'
import { resamplingOptions } from '../../statistics/resampling.ts'
import { commonGroup, pairScores, RunsNotComparableError } from '../comparison/collect-scores.ts'
import {
  askedItems,
  commonItems,
  matchItems,
  requireCommon,
  toAskedItems,
} from '../comparison/common-items.ts'
import { comparableScorers } from '../comparison/comparable-scorers.ts'
import { compareScores } from '../comparison/compare-scores.ts'
import { differencesText, measureDifferences } from '../comparison/scorer-differences.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { type Cluster, clustersInOrder } from './cluster-order.ts'
import { type Look, Looks } from './looks.ts'

export const stopWhenDecidedSchema = z.strictObject({ baseline: runOption, level: resamplingOptions.level })

/** The seed of every run that may stop: the order only has to be independent of the data. */
export const seed = 1

/** The draws at each look, the same while a run goes on and when it is compared. */
export const drawsAtLooks = { seed, resamples: resamplingOptions.resamples.parse(undefined) }

/** The rules for a run that may stop early. */
export interface Stopping {
  /** Items in the order of answering; those that cannot be compared come last. */
  readonly items: readonly DatasetItem[]
  readonly comparison: Looks
  readonly head: NonNullable<RunHeader['sequential']>
}

/** Sorts items by cluster; those without a cluster come last. */
export function inOrder(items: readonly DatasetItem[], clusters: readonly Cluster[]): DatasetItem[] {
  const places = new Map(clusters.flatMap(({ itemIds }) => itemIds).map((id, place) => [id, place]))
  const findPlace = ({ id }: DatasetItem) => places.get(id) ?? items.length
  return items.toSorted((one, other) => findPlace(one) - findPlace(other))
}

/**
 * Returns the clusters of a run's items, in the order in which it asked them.
 *
 * @param findGroup Returns the group of an item, given its group in the run. Default: that group.
 */
export function listClusters(
  { header, items }: EvaluationRun,
  findGroup: ReturnType<typeof groupsWith> = (_, group) => group,
): Cluster[] {
  const members = new Map(
    items.map(({ itemId, group }) => [itemId, { id: itemId, group: findGroup(itemId, group) }]),
  )
  return clustersInOrder([...members.values()], header.sequential?.seed ?? seed)
}

/** Returns groups for a comparison: items grouped only by the baseline are not independent either. */
function groupsWith({ items }: EvaluationRun) {
  const groups = new Map(items.map(({ itemId, group }) => [itemId, group]))
  return (itemId: string, group: string | undefined) => commonGroup(groups.get(itemId), group)
}

/**
 * @throws RunsNotComparableError for a baseline that has nothing in common with the run, or itself stopped once it
 * was decided; TypeError for a scorer of unknown scale.
 */
export function stopping(
  header: RunHeader,
  { items }: EvaluationDataset,
  { baseline, level }: z.output<typeof stopWhenDecidedSchema>,
): Stopping {
  requireWhole(baseline)
  const { ids, counts } = matchItems(askedItems(baseline), toAskedItems(items))
  requireCommon(counts)
  const findGroup = groupsWith(baseline)
  const common = items.filter(({ id }) => ids.has(id))
  const clusters = clustersInOrder(
    common.map(({ id, group }) => ({ id, group: findGroup(id, group) })),
    seed,
  )
  const scorers = heldScorers(baseline, header)
  const plan = { count: clusters.length, repeats: header.repeats, level }
  return {
    items: inOrder(items, clusters),
    comparison: new Looks(clusters, {
      ...plan,
      decides: (look) => decides(baseline, header, scorers, look, level),
    }),
    head: { level, seed, baseline: baseline.header.id, clusters: clusters.length },
  }
}

/**
 * Returns whether every scorer is surely better or worse, by the comparison of a run that does not stop, and would be
 * if rare answers that were not asked for yet went the other way.
 *
 * @param together The level of all looks together.
 */
const decides = (
  baseline: EvaluationRun,
  header: RunHeader,
  scorers: readonly ScorerRecord[],
  { items, level }: Look,
  together: number,
): boolean =>
  compareScores(
    scorers.map((scorer) => ({ scorer, paired: pairScores(baseline, { header, items }, scorer.id) })),
    { ...drawsAtLooks, level },
  ).every(
    ({ verdict, difference = 0, clusters }, index) =>
      (verdict === 'better' || verdict === 'worse') &&
      outweighsUnseen(difference, scorers[index]?.scale ?? 0, clusters, together),
  )

/** Returns the look at which a run was decided against its baseline; absent if none was. */
export function decidedLook(baseline: EvaluationRun, run: EvaluationRun): Look | undefined {
  const { header } = run
  const { clusters: count, level = 0.95 } = header.sequential ?? {}
  if (count === undefined) return undefined
  const scorers = heldScorers(baseline, header)
  const plan = { count, repeats: header.repeats, level }
  const common = commonItems(baseline, run).after
  const looks = new Looks(listClusters(common, groupsWith(baseline)), {
    ...plan,
    decides: (look) => decides(baseline, header, scorers, look, level),
  })
  for (const record of common.items) looks.add(record)
  return looks.decided
}

/** @throws RunsNotComparableError for a run that stopped once decided: its results determined its items. */
export function requireWhole({ header, end }: EvaluationRun): void {
  if (end?.status !== 'decided') return
  throw new RunsNotComparableError(
    `run ${header.id} stopped when it was decided against run ${header.sequential?.baseline}: compare it with that run, or answer the whole dataset`,
  )
}

function heldScorers(baseline: EvaluationRun, header: RunHeader): ScorerRecord[] {
  const both = comparableScorers(baseline.header.scorers, header.scorers).filter(({ id }) =>
    [baseline.header, header].every(({ scorers }) => scorers.some((scorer) => scorer.id === id)),
  )
  if (both.length === 0)
    throw new RunsNotComparableError('stopWhenDecided: the runs have no scorer in common')
  const differences = both.map(({ id }) => measureDifferences(baseline, { header, items: [] }, id))
  const comparable = both.filter((_, index) => differences[index]?.length === 0)
  if (comparable.length === 0)
    throw new RunsNotComparableError(
      `stopWhenDecided: nothing can be decided: ${differencesText(differences[0] ?? [])}: rescore the baseline`,
    )
  const unknown = comparable.find(({ scale }) => scale === undefined)
  if (unknown !== undefined)
    throw new TypeError(
      `stopWhenDecided: ${unknown.id} does not say its highest score: give it as { scorer, scale }`,
    )
  return comparable
}

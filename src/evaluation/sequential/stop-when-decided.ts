import { z } from 'zod/v4'
import type { EvaluationRun, RunHeader, ScorerRecord } from '../../run/record.ts'
import { runOption } from '../../run/run-option.ts'
import { resamplingOptions } from '../../statistics/resampling.ts'
import { askedItems, matchItems, requireCommon, toAskedItems } from '../comparison/common-items.ts'
import { comparableScorers } from '../comparison/comparable-scorers.ts'
import { differencesText, measureDifferences } from '../comparison/measure-differences.ts'
import { collectScores, commonGroup, RunsNotComparableError } from '../comparison/scores.ts'
import type { EvaluationDataset } from '../dataset/dataset.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { type Cluster, clustersInOrder } from './order.ts'
import { type ComparedScorer, SequentialComparison } from './sequential-comparison.ts'

export const stopWhenDecidedSchema = z.strictObject({
  baseline: runOption,
  level: resamplingOptions.level,
})

/** The seed of every run that may stop: the order only has to be independent of the data. */
export const seed = 1

/** The rules for a run that may stop early. */
export interface Stopping {
  /** Items in the order of answering; those that cannot be compared come last. */
  readonly items: readonly DatasetItem[]
  readonly comparison: Pick<SequentialComparison, 'add' | 'isDecided'>
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
  findGroup: FindGroup = (_, group) => group,
): Cluster[] {
  const members = new Map(
    items.map(({ itemId, group }) => [itemId, { id: itemId, group: findGroup(itemId, group) }]),
  )
  return clustersInOrder([...members.values()], header.sequential?.seed ?? seed)
}

type FindGroup = (itemId: string, group: string | undefined) => string | undefined

/** Returns groups for a comparison: items grouped only by the baseline are not independent either. */
function groupsWith({ items }: EvaluationRun): FindGroup {
  const groups = new Map(items.map(({ itemId, group }) => [itemId, group]))
  return (itemId, group) => commonGroup(itemId, groups.get(itemId), group)
}

/** Returns the header entry of such a run. */
export const sequentialHead = ({
  baseline,
  level,
}: z.output<typeof stopWhenDecidedSchema>): NonNullable<RunHeader['sequential']> => ({
  ...{ level, seed },
  baseline: baseline.header.id,
})

/**
 * @throws RunsNotComparableError for a baseline that has nothing in common with the run, has other groups or itself
 * stopped once it was decided; TypeError for a scorer of unknown scale.
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
  return {
    items: inOrder(items, clusters),
    comparison: new SequentialComparison(header, clusters, heldScorers(baseline, header), level),
  }
}

/** Replays a run that could stop, over the items it shares with its baseline, as its test proceeded. */
export function replay(baseline: EvaluationRun, run: EvaluationRun, together: number): SequentialComparison {
  const { header } = run
  const comparison = new SequentialComparison(
    header,
    listClusters(run, groupsWith(baseline)),
    heldScorers(baseline, header),
    1 - (1 - (header.sequential?.level ?? 0.95)) / together,
  )
  for (const record of run.items) comparison.add(record)
  return comparison
}

/** @throws RunsNotComparableError for a run that stopped once decided: its results determined its items. */
export function requireWhole({ header, end }: EvaluationRun): void {
  if (end?.status !== 'decided') return
  throw new RunsNotComparableError(
    `run ${header.id} stopped when it was decided against run ${header.sequential?.baseline}: compare it with that run, or answer the whole dataset`,
  )
}

function heldScorers(baseline: EvaluationRun, header: RunHeader): ComparedScorer[] {
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
  return comparable.map(({ id, scale }: ScorerRecord) => {
    if (scale === undefined)
      throw new TypeError(
        `stopWhenDecided: ${id} does not say its highest score: give it as { scorer, scale }`,
      )
    const means = new Map(collectScores(baseline, id).items.map(({ itemId, mean }) => [itemId, mean]))
    return { id, scale, before: (itemId) => means.get(itemId) }
  })
}

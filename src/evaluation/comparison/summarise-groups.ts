import type { ItemRecord } from '../../run/item-record.ts'
import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/people-estimates.ts'
import type { EvaluationRun } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { sequentially } from '../sequential/compare-sequentially.ts'
import { commonItems } from './common-items.ts'
import { compareEach, compareOptions } from './compare-runs.ts'
import { groupItems, type ItemGroup, requireFields } from './item-groups.ts'
import type { ScoreComparison } from './score-comparison.ts'
import type { ScoreSummary } from './score-summary.ts'
import { summarise } from './summarise.ts'

/** The scores of the items with the same values. */
export interface GroupScores extends Pick<ItemGroup, 'name' | 'values'> {
  /** The number of items, scored or not; at least 1. */
  readonly items: number
  /** In the order of the run's scorers. */
  readonly summaries: readonly ScoreSummary[]
  /** Comparison with the baseline; absent without one, empty if no item of the group is in both. */
  readonly comparisons?: readonly ScoreComparison[]
  /** Estimates of people's scores, for scorers with labels in the run; absent if no labels were read. */
  readonly people?: readonly PeopleOfGroup[]
  /** Changes of these estimates; absent without a baseline, empty if no labelled scorer scored both. */
  readonly peopleComparisons?: readonly PeopleChangeOfGroup[]
}

/** A run in groups; each item belongs to one. */
export interface GroupedScores {
  /** The fields to group by; several are crossed. */
  readonly by: readonly string[]
  /** The groups, largest first. */
  readonly groups: readonly GroupScores[]
}

/**
 * Summarises each group of items with means and intervals, and compares it with a baseline; all groups and scorers are
 * decided together. `run` determines an item's group, even if the baseline had another value.
 *
 * @param by A field of the items' metadata, a nested one by its path ('customer.tier'), or `group`; several are
 * crossed. Items without the field form a group of their own.
 * @throws TypeError for options out of range, and if no item of a complete run has the field; otherwise as `summarise`
 * and `compareRuns`.
 */
export function summariseGroups(
  run: EvaluationRun,
  by: string | readonly string[],
  {
    baseline,
    ...options
  }: ResamplingOptions & {
    /** An earlier run to compare each group with. */
    readonly baseline?: EvaluationRun
  } = {},
): GroupedScores {
  const settings = { ...readOptions('summariseGroups', compareOptions, options), moved: 0 }
  const { moved: _moved, acrossJudges: _across, ...resampling } = settings
  const fields = typeof by === 'string' ? [by] : by
  const { dataset, repeats } = run.header
  // If a run stopped early, the items with the field may not have been reached.
  if (run.items.length > 0 && run.items.length >= dataset.items * repeats) requireFields(run.items, fields)
  const groups = groupItems(run, fields)
  const parts = splitByGroup(run, groups)
  const compared = baseline && compareGroups(baseline, run, groups, settings)
  return {
    by: fields,
    groups: groups.map((group, index) => ({
      name: group.name,
      values: group.values,
      items: group.ids.size,
      summaries: summarise(parts.get(group) ?? run, resampling),
      ...(compared && { comparisons: compared[index] ?? [] }),
    })),
  }
}

function compareGroups(
  baseline: EvaluationRun,
  run: EvaluationRun,
  groups: readonly ItemGroup[],
  settings: Parameters<typeof compareEach>[1],
): ScoreComparison[][] {
  const stopped = sequentially(baseline, run)
  const { before, after } = commonItems(baseline, stopped?.run ?? run)
  const earlier = splitByGroup(before, groups)
  const later = splitByGroup(after, groups)
  const shared = groups.flatMap((group) => {
    const first = earlier.get(group)
    const second = later.get(group)
    return first && second ? [{ group, pair: [first, second] as const }] : []
  })
  const pairs = shared.map(({ pair }) => pair)
  const compared = compareEach(pairs, settings, stopped)
  const comparisons = new Map(shared.map(({ group }, index) => [group, compared[index]]))
  const has = new Set(run.header.scorers.map(({ id }) => id))
  return groups.map((group) => comparisons.get(group)?.filter(({ scorerId }) => has.has(scorerId)) ?? [])
}

/** Splits a run by group; a group without items gets no part. */
function splitByGroup(run: EvaluationRun, groups: readonly ItemGroup[]): Map<ItemGroup, EvaluationRun> {
  const groupById = new Map(groups.flatMap((group) => [...group.ids].map((id) => [id, group] as const)))
  const parts = new Map<ItemGroup, ItemRecord[]>()
  for (const item of run.items) {
    const group = groupById.get(item.itemId)
    if (group === undefined) continue
    const part = parts.get(group) ?? []
    part.push(item)
    parts.set(group, part)
  }
  return new Map([...parts].map(([group, items]) => [group, { ...run, items }]))
}

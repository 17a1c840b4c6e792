import type { PeopleChangeOfGroup, PeopleOfGroup } from '../../run/by-people.ts'
import type { EvaluationRun, ItemRecord } from '../../run/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { ResamplingOptions } from '../../statistics/resampling.ts'
import { commonItems } from './common-items.ts'
import { compareEach, compareOptions } from './compare-runs.ts'
import { groupItems, type ItemGroup, requireFields } from './item-groups.ts'
import { summarise } from './summarise.ts'
import type { ScoreComparison, ScoreSummary } from './types.ts'

/** What the scorers say of the items with the same values. */
export interface GroupScores extends Pick<ItemGroup, 'name' | 'values'> {
  /** 1 or more, whether or not they were scored. */
  readonly items: number
  /** In the order of the run's scorers. */
  readonly summaries: readonly ScoreSummary[]
  /** Against the baseline, of the run's scorers; absent without one, empty where no item of the group is in both. */
  readonly comparisons?: readonly ScoreComparison[]
  /** What people would score, of scorers with labels of the run; absent where labels were not looked at. */
  readonly people?: readonly PeopleOfGroup[]
  /** The same against the baseline; absent without one, empty where no labelled scorer has scored both. */
  readonly peopleComparisons?: readonly PeopleChangeOfGroup[]
}

/** A run in groups, each item in one of them. */
export interface GroupedScores {
  /** The fields that the items are grouped by; several are crossed. */
  readonly by: readonly string[]
  /** Largest first. */
  readonly groups: readonly GroupScores[]
}

/**
 * Means and intervals of each group of items, and differences from a baseline, decided together over
 * all groups and scorers. Which group an item is in is said by `run`, also where the baseline had another value.
 *
 * @param by A field of the items' metadata, one within it by its path ('customer.tier'), or `group`; several are
 * crossed. Items without the field are a group of their own.
 * @throws TypeError for options out of range, and where no item of a whole run has the field; otherwise as `summarise`
 * and `compareRuns`.
 */
export function summariseGroups(
  run: EvaluationRun,
  by: string | readonly string[],
  {
    baseline,
    ...options
  }: ResamplingOptions & {
    /** An earlier run, to compare each group with. */
    readonly baseline?: EvaluationRun
  } = {},
): GroupedScores {
  const settings = { ...readOptions('summariseGroups', compareOptions, options), moved: 0 }
  const { moved: _moved, acrossJudges: _across, ...resampling } = settings
  const fields = typeof by === 'string' ? [by] : by
  const { dataset, repeats } = run.header
  // In a run that stopped early, the items that have the field may not have come yet.
  if (run.items.length > 0 && run.items.length >= dataset.items * repeats) requireFields(run.items, fields)
  const groups = groupItems(run, fields)
  const parts = partsOf(run, groups)
  const compared = baseline && compareGroups(baseline, run, groups, settings)
  return {
    by: fields,
    groups: groups.map((group, index) => ({
      ...{ name: group.name, values: group.values, items: group.ids.size },
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
  const { before, after } = commonItems(baseline, run)
  const [earlier, later] = [partsOf(before, groups), partsOf(after, groups)]
  const shared = groups.flatMap((group) => {
    const [first, second] = [earlier.get(group), later.get(group)]
    return first && second ? [{ group, pair: [first, second] as const }] : []
  })
  const compared = compareEach(
    shared.map(({ pair }) => pair),
    settings,
  )
  const comparisons = new Map(shared.map(({ group }, index) => [group, compared[index]]))
  const has = new Set(run.header.scorers.map(({ id }) => id))
  return groups.map((group) => comparisons.get(group)?.filter(({ scorerId }) => has.has(scorerId)) ?? [])
}

/** The part of a run that each group has; none for a group without an item in it. */
function partsOf(run: EvaluationRun, groups: readonly ItemGroup[]): Map<ItemGroup, EvaluationRun> {
  const groupOf = new Map(groups.flatMap((group) => [...group.ids].map((id) => [id, group] as const)))
  const parts = new Map<ItemGroup, ItemRecord[]>()
  for (const item of run.items) {
    const group = groupOf.get(item.itemId)
    if (group === undefined) continue
    const part = parts.get(group) ?? []
    part.push(item)
    parts.set(group, part)
  }
  return new Map([...parts].map(([group, items]) => [group, { ...run, items }]))
}

import { groupItems } from '../../../evaluation/comparison/item-groups.ts'
import type { GroupedScores } from '../../../evaluation/comparison/summarise-groups.ts'
import type { PeopleOfGroup } from '../../../run/people-estimates.ts'
import { type EvaluationRun, toAnswerKey } from '../../../run/record.ts'
import { predictionPoweredGroups } from '../../../statistics/prediction-powered/groups.ts'
import type { PredictionPoweredOptions } from '../../../statistics/prediction-powered/labelled-run.ts'
import type { LabelsLine } from '../file/label-record.ts'
import { answersOfWhole, labelledScorers } from './by-people.ts'
import { compareGroupsByPeople } from './compare-by-people.ts'
import { withHonestIntervals } from './honest-intervals.ts'

/**
 * Adds to each group of a run the scores that people would give, from the labels within it. Each interval is valid by
 * itself: of 20 groups one misses on average.
 *
 * @param grouped Result of `summariseGroups` for this run.
 * @param lines Lines of labels files, one file after the other; with a baseline, labels of both runs' answers.
 * @throws RunsNotComparableError if the scale or direction of a labelled scorer changed since the baseline, and for a
 * labelled run that stopped when it was decided.
 */
export function summariseGroupsByPeople(
  run: EvaluationRun,
  grouped: GroupedScores,
  lines: readonly LabelsLine[],
  {
    baseline,
    ...options
  }: PredictionPoweredOptions & {
    /** An earlier run, to compare each group with by people's scores. */
    readonly baseline?: EvaluationRun
  } = {},
): GroupedScores {
  const names = new Map(
    groupItems(run, grouped.by).flatMap(({ name, ids }) => [...ids].map((id) => [id, name] as const)),
  )
  const groupByAnswer = new Map(run.items.map((item) => [toAnswerKey(item), names.get(item.itemId)]))
  const people = new Map<string, PeopleOfGroup[]>()
  for (const { id, lowerIsBetter } of labelledScorers(run, lines)) {
    const { run: labelled, ...choice } = answersOfWhole(run, lines, id)
    const items = labelled.items.map((item) => ({ ...item, group: groupByAnswer.get(item.id) }))
    for (const [name, mean] of predictionPoweredGroups({ ...labelled, items }, options))
      people.set(name, [
        ...(people.get(name) ?? []),
        {
          scorerId: id,
          lowerIsBetter,
          ...withHonestIntervals(mean, choice),
          selfSelected: choice.selfSelected,
        },
      ])
  }
  const changes = baseline && compareGroupsByPeople(baseline, run, groupByAnswer, lines, options)
  return {
    ...grouped,
    groups: grouped.groups.map((group) => ({
      ...group,
      people: people.get(group.name) ?? [],
      ...(changes && { peopleComparisons: changes.get(group.name) ?? [] }),
    })),
  }
}

import { askedItems, matchItems } from '../../../evaluation/comparison/common-items.ts'
import { comparableScorers } from '../../../evaluation/comparison/comparable-scorers.ts'
import { isAbove } from '../../../evaluation/gates/decide-by-interval.ts'
import { confidence } from '../../../evaluation/gates/decide-loss.ts'
import type { PeopleChangeOfGroup, PeopleComparison } from '../../../run/people-estimates.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import {
  type PredictionPoweredDifference,
  predictionPoweredDifference,
} from '../../../statistics/prediction-powered/difference.ts'
import { labelledGroups } from '../../../statistics/prediction-powered/groups.ts'
import type {
  LabelledRun,
  PredictionPoweredOptions,
} from '../../../statistics/prediction-powered/labelled-run.ts'
import { levelOfEach, stepDown } from '../../../statistics/step-down.ts'
import type { LabelsLine } from '../file/label-record.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { answersOfWhole, labelledScorers } from './by-people.ts'
import { withHonestIntervals } from './honest-intervals.ts'

/**
 * Estimates how much better people would find a run than its baseline, over the items that both answered. Both runs
 * need labels: a judge's errors on one agent's answers need not recur on another's. Scorers are decided together: the
 * probability of any wrong decision is at most 1 − level (Holm, 1979).
 *
 * @param lines Lines of labels files, with labels of both runs' answers.
 * @throws RunsNotComparableError if the scale or direction of a labelled scorer changed, and for a labelled run that
 * stopped when it was decided.
 */
export function compareByPeople(
  baseline: EvaluationRun,
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  options: PredictionPoweredOptions = {},
): PeopleComparison[] {
  const { level = 0.95, ...rest } = options
  const compared = labelledInBoth(baseline, run, lines)
  const atLevel =
    (of: number) =>
    ({ first, second }: { readonly first: LabelledRun; readonly second: LabelledRun }) =>
      predictionPoweredDifference(first, second, { ...rest, level: of })
  const alone = compared.map(atLevel(level))
  const open = compared.filter(
    (one, index) => !one.selfSelected && !one.ratersDisagree && readLabelInterval(alone[index]) !== undefined,
  )
  const decided = stepDown(
    open,
    (left) => left.map(atLevel(levelOfEach(level, left.length))),
    (found) => findDirection(found) !== undefined,
  )
  return compared.map((one, index): PeopleComparison => {
    const { first: _first, second: _second, ratersDisagree: _, warnings, ...scorer } = one
    const found = decided.get(one)
    if (found === undefined)
      return {
        ...scorer,
        ...withHonestIntervals(alone[index] as PredictionPoweredDifference, one),
        verdict: 'cannot tell',
        warnings,
      }
    const difference = atLevel(levelOfEach(level, open.length))(one)
    const boundAt = (of: number) => readLabelInterval(atLevel(of)(one))
    const side = findDirection(found)
    return {
      ...scorer,
      ...difference,
      verdict:
        side === undefined ? 'cannot tell' : (side === 'above') === one.lowerIsBetter ? 'worse' : 'better',
      together: {
        comparisons: open.length,
        level,
        likely: boundAt(1 - (2 * (1 - confidence)) / open.length),
        sure: boundAt(2 * confidence - 1),
      },
      warnings,
    }
  })
}

const readLabelInterval = (found: PredictionPoweredDifference | undefined) =>
  found && 'interval' in found.people ? found.people.interval : undefined

function findDirection(found: PredictionPoweredDifference): 'above' | 'below' | undefined {
  const interval = readLabelInterval(found)
  if (interval === undefined) return undefined
  return isAbove(interval.low, 0) ? 'above' : isAbove(0, interval.high) ? 'below' : undefined
}

/**
 * Does the same for each group of answers, from the labels within it.
 *
 * @param groupByAnswer Key of an answer of `run` to its group; undefined if it has none.
 * @returns Changes by group name, without groups that lack an answer of both runs.
 */
export function compareGroupsByPeople(
  baseline: EvaluationRun,
  run: EvaluationRun,
  groupByAnswer: ReadonlyMap<string, string | undefined>,
  lines: readonly LabelsLine[],
  options?: PredictionPoweredOptions,
): Map<string, PeopleChangeOfGroup[]> {
  const found = new Map<string, PeopleChangeOfGroup[]>()
  for (const { first, second, ratersDisagree, warnings: _, ...scorer } of labelledInBoth(
    baseline,
    run,
    lines,
  )) {
    const split = (one: LabelledRun) => {
      const items = one.items.map((item) => ({ ...item, group: groupByAnswer.get(item.id) }))
      return labelledGroups({ ...one, items })
    }
    const before = split(first)
    for (const [name, candidate] of split(second)) {
      const earlier = before.get(name)
      if (earlier === undefined || !haveCommon(earlier, candidate)) continue
      const difference = predictionPoweredDifference(earlier, candidate, options)
      const honest = withHonestIntervals(difference, { ...scorer, ratersDisagree })
      found.set(name, [...(found.get(name) ?? []), { ...scorer, ...honest }])
    }
  }
  return found
}

/** Returns each scorer with the people's values for two runs, over the questions that both asked. */
function labelledInBoth(baseline: EvaluationRun, run: EvaluationRun, lines: readonly LabelsLine[]) {
  const same = matchItems(askedItems(baseline), askedItems(run)).ids
  const labelled = labelledScorers(run, lines)
  comparableScorers(baseline.header.scorers, labelled)
  return labelled.flatMap(({ id, lowerIsBetter }) => {
    if (!baseline.header.scorers.some((scorer) => scorer.id === id)) return []
    const one = answersOfWhole(baseline, lines, id)
    const other = answersOfWhole(run, lines, id)
    const ofSame = ({ items, labels, ...rest }: LabelledRun, of: EvaluationRun): LabelledRun => {
      const keys = new Set(
        scoredAnswers(of, id).flatMap(({ key, item }) => (same.has(item.itemId) ? key : [])),
      )
      return {
        ...rest,
        items: items.filter((item) => keys.has(item.id)),
        labels: labels.filter(({ item }) => keys.has(item)),
      }
    }
    const first = ofSame(one.run, baseline)
    const second = ofSame(other.run, run)
    if (!haveCommon(first, second)) return []
    const told = (of: readonly string[], which: string) => of.map((warning) => `${which}: ${warning}`)
    return {
      scorerId: id,
      lowerIsBetter,
      first,
      second,
      selfSelected: one.selfSelected || other.selfSelected,
      ratersDisagree: one.ratersDisagree || other.ratersDisagree,
      warnings: [...told(one.warnings, 'Before'), ...told(other.warnings, 'After')],
    }
  })
}

function haveCommon(first: LabelledRun, second: LabelledRun): boolean {
  const ids = new Set(first.items.map(({ id }) => id))
  return second.items.some(({ id }) => ids.has(id))
}

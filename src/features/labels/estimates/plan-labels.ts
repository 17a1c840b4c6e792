import { RunsNotComparableError } from '../../../evaluation/comparison/collect-scores.ts'
import type { EvaluationRun } from '../../../run/record.ts'
import {
  type LabelPlan,
  planLabels,
  spreadExpectedBy,
  spreadOfLabels,
} from '../../../statistics/prediction-powered/plan.ts'
import { fewestLabels } from '../../../statistics/prediction-powered/too-few.ts'
import type { LabelsLine } from '../file/label-record.ts'
import { labelledAnswers } from '../labelled-answers.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { whyNotWhole } from './by-people.ts'

/**
 * Returns how many answers must be labelled for an interval of ± `halfWidth` on the scorer's scale.
 *
 * Without enough labels, the plan assumes that each answer is wholly good or wholly bad, with the judge's score as the
 * probability of good: the most that it can take if the judge is right on average.
 *
 * @throws TypeError for a scorer without a scale, or without scores; RunsNotComparableError for a run that stopped when
 * it was decided.
 */
export function planFor(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
  halfWidth: number,
): {
  readonly plan: LabelPlan
  /** Answers labelled so far. */
  readonly labelled: number
  readonly answers: number
  /** True if based on labels; otherwise on the judge's scores, taken as shares of people who say yes. */
  readonly isFromLabels: boolean
  /** A sentence or more on what the plan rests on. */
  readonly basis: string
  readonly warnings: readonly string[]
} {
  const why = whyNotWhole(run)
  if (why !== undefined) throw new RunsNotComparableError(why)
  const labelled = labelledAnswers(run, lines, scorerId)
  const scale = run.header.scorers.find(({ id }) => id === scorerId)?.scale
  if (scale === undefined)
    throw new TypeError(
      `${scorerId} does not state its scale: give it as { scorer, scale } in the configuration`,
    )
  const answers = scoredAnswers(run, scorerId)
  if (answers.length === 0)
    throw new TypeError(`no answer has a score by ${scorerId}: there is nothing to plan`)
  const { selfSelected, warnings } = labelled
  const known = selfSelected
    ? { undefinedBecause: 'People chose which answers to label, so their labels do not count here.' }
    : spreadOfLabels(labelled.run)
  const isFromLabels = !('undefinedBecause' in known)
  const expected = spreadExpectedBy(answers.map(({ record }) => record.score / scale))
  const spread = isFromLabels
    ? known
    : { labels: expected.labels * scale, residuals: expected.residuals * scale }
  const plan = planLabels(spread, { halfWidth, items: answers.length, scale })
  const given = new Set(labelled.run.labels.map(({ item }) => item))
  const basis = isFromLabels ? fromLabels : `${known.undefinedBecause} ${atWorst}`
  return { plan, labelled: given.size, answers: answers.length, isFromLabels, basis, warnings }
}

const fromLabels =
  'This plan uses the labels so far, and assumes that each answer has the same chance of being drawn.'

const atWorst = `This plan assumes the worst: that people find all of an answer good or none of it, with the judge’s score as the chance of good. That usually asks for more than needed: plan again with ${fewestLabels} labels of a random draw.`

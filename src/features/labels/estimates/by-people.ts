import { RunsNotComparableError } from '../../../evaluation/comparison/collect-scores.ts'
import type { PeopleSummary } from '../../../run/people-estimates.ts'
import { type EvaluationRun, type ScorerRecord, toAnswerKey } from '../../../run/record.ts'
import { readOptions } from '../../../shared/read-options.ts'
import {
  type LabelledRun,
  type PredictionPoweredOptions,
  predictionPoweredOptions,
} from '../../../statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../../../statistics/prediction-powered/mean.ts'
import type { PeopleEstimate } from '../../../statistics/prediction-powered/people-estimate.ts'
import { hashOfAnswer, type LabelRecord, type LabelsLine } from '../file/label-record.ts'
import { findDisagreement } from '../file/raters.ts'
import { listStanding } from '../file/standing-labels.ts'
import { type LabelledAnswers, labelledAnswers } from '../labelled-answers.ts'
import { scoredAnswers } from '../scored-answers.ts'
import { withHonestIntervals } from './honest-intervals.ts'

/**
 * Estimates the mean that people would give, for each scorer with labels and scores.
 *
 * @param lines Lines of labels files, one file after the other.
 * @throws TypeError for options that are out of range; RangeError for labels beyond a scorer's scale;
 * RunsNotComparableError for a labelled run that stopped when it was decided.
 */
export function summariseByPeople(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  options?: PredictionPoweredOptions,
): PeopleSummary[] {
  const read = readOptions('summariseByPeople', predictionPoweredOptions, options)
  return labelledScorers(run, lines).map((scorer) => {
    const { run: labelled, warnings, ...choice } = answersOfWhole(run, lines, scorer.id)
    const found = predictionPoweredMean(labelled, read)
    return {
      scorerId: scorer.id,
      lowerIsBetter: scorer.lowerIsBetter,
      ...withHonestIntervals({ ...found, people: withRemedy(found.people, labelled) }, choice),
      selfSelected: choice.selfSelected,
      warnings,
    }
  })
}

/** Says so where even a label of every answer would be too few. */
function withRemedy(people: PeopleEstimate, { items, labels }: LabelledRun): PeopleEstimate {
  if (!('undefinedBecause' in people) || labels.length >= items.length) return people
  if ((people.labelsNeeded ?? 0) <= items.length) return people
  const few = `, and this run has only ${items.length} scored ${items.length === 1 ? 'answer' : 'answers'}`
  const why = `${people.undefinedBecause.replace(/\.$/, '')}${few}: label a run with more items.`
  return { ...people, undefinedBecause: why }
}

/** Returns the people's values for answers of a run, without labels that do not apply to it. */
export function collectValues(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
  options?: { withChosen?: boolean },
): LabelledAnswers {
  const used = linesFor(run, lines, scorerId)
  const answers = labelledAnswers(run, used.lines, scorerId, options)
  return {
    ...answers,
    warnings: [...used.warnings, ...answers.warnings],
    labelWarnings: [...used.warnings, ...answers.labelWarnings],
  }
}

/**
 * Does the same for estimates about all answers. Tells whether raters hardly agree.
 *
 * @throws RunsNotComparableError for a run that stopped when it was decided.
 */
export function answersOfWhole(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
): LabelledAnswers & { readonly ratersDisagree: boolean } {
  const found = collectValues(run, lines, scorerId)
  const why = whyNotWhole(run)
  const { ratersDisagree, warnings } = findDisagreement(found.used, scorerId)
  if (why === undefined || found.used.length === 0)
    return { ...found, ratersDisagree, warnings: [...found.warnings, ...warnings] }
  throw new RunsNotComparableError(why)
}

/** Returns why labels of a run cannot represent all its answers, and what to do; undefined if they can. */
export function whyNotWhole({ header: { id, pairs }, end }: EvaluationRun): string | undefined {
  if (end?.status !== 'decided') return undefined
  const [chosen, rather] =
    pairs === undefined ? ['answers', 'answer all items'] : ['pairs', 'judge all pairs']
  return `run ${id} stopped when it was decided, so what the judge said decided which ${chosen} it has, and no interval from their labels is right: to use labels, ${rather} without stopping`
}

export function labelledScorers(run: EvaluationRun, lines: readonly LabelsLine[]): readonly ScorerRecord[] {
  const labelled = new Set(lines.flatMap((line) => (line.kind === 'label' ? line.scorerId : [])))
  return run.header.scorers.filter(({ id }) => labelled.has(id) && scoredAnswers(run, id).length > 0)
}

/**
 * Selects the lines that apply to a run. Labels of another run count if all of its labelled answers are the same here.
 * If some have changed, the remaining labels are a draw from the unchanged answers only: a changed answer had no chance
 * of being labelled in its present form. The changes are not random either, but effects of the new prompt. A mean over
 * all answers would assume that the judge is as far from people on the changed answers as on the others, which is the
 * very question that labels should answer.
 */
function linesFor(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
): { readonly lines: readonly LabelsLine[]; readonly warnings: readonly string[] } {
  const { id, rescored } = run.header
  const isOwn = (line: LabelsLine) => line.run === id || line.run === rescored
  const hashes = new Map(run.items.map((item) => [toAnswerKey(item), hashOfAnswer(item.answer ?? '')]))
  const isChanged = (label: LabelRecord) => {
    const hash = hashes.get(toAnswerKey(label))
    return hash !== undefined && label.answerHash !== undefined && label.answerHash !== hash
  }
  const given = listStanding(lines, scorerId).filter((one): one is LabelRecord => one.kind === 'label')
  const left = new Map<string, { readonly labels: number; readonly changed: number }>()
  for (const [other, labels] of Map.groupBy(given, (label) => label.run)) {
    const changed = labels.filter(isChanged).length
    if (changed > 0 && !isOwn(labels[0] as LabelRecord)) left.set(other, { labels: labels.length, changed })
  }
  return {
    lines: lines.filter((line) => line.kind === 'draw' || line.scorerId !== scorerId || !left.has(line.run)),
    // A file with labels of several runs is normal.
    warnings: given.some(isOwn)
      ? []
      : Array.from(
          left,
          ([other, { labels, changed }]) =>
            `Labels of another run (${other}): ${changed} of ${labels} ${changed === 1 ? 'is of an answer that has changed' : 'are of answers that have changed'} in this one, so none of them is used. The unchanged answers are not a random draw of all, so nothing shows how far the judge is from people on the changed ones. Label answers of this run.`,
        ),
  }
}

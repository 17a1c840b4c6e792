import type { EvaluationRun, ScorerRecord } from '../../../evaluation/record.ts'
import type { LabelledAnswers } from '../../labels/labelled-answers.ts'
import type { LabelledData } from '../rows/read-labelled.ts'

/** Chances that differ by more are no equal draw: strata of unequal size differ by a little. */
const mostUnequal = 1.2

/** What to know of labels of a run before figures of agreement are believed. */
export function warningsOfLabels(
  { end }: EvaluationRun,
  { id }: ScorerRecord,
  { warnings, labelWarnings, used }: LabelledAnswers,
  unit: LabelledData['unit'],
  withoutValue: number,
): string[] {
  const chances = used.flatMap(({ probability }) => probability ?? [])
  const isUnequal = chances.length > 0 && Math.max(...chances) > mostUnequal * Math.min(...chances)
  return [
    ...(unit === 'answer' ? warnings : labelWarnings),
    ...(withoutValue > 0
      ? [
          `${withoutValue} ${withoutValue === 1 ? 'part' : 'parts'} of answers of which people said only that they do not count for ${id}: not among the rows.`,
        ]
      : []),
    ...(isUnequal
      ? [
          'Answers were drawn with unequal chances: the figures are of the labelled answers, and of all answers of the run they may be others.',
        ]
      : []),
    ...(end?.status === 'complete' ? [] : ['The run stopped before its end: only what it has is looked at.']),
  ]
}

import type { PeopleSummary } from '../../evaluation/comparison/people.ts'
import type { EvaluationRun, ScorerRecord } from '../../evaluation/record.ts'
import { readOptions } from '../../shared/read-options.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import {
  compareReadings,
  type ReadingsBesidePeople,
  type TwiceReadRow,
} from '../../statistics/compare-readings.ts'
import { averaged } from '../../statistics/prediction-powered/common-items.ts'
import { fewestLabels } from '../../statistics/prediction-powered/estimate.ts'
import {
  type LabelledRun,
  type PredictionPoweredOptions,
  predictionPoweredOptions,
} from '../../statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../../statistics/prediction-powered/mean.ts'
import { linesFor } from './carried-over.ts'
import type { LabelsLine } from './label-record.ts'
import { type LabelledAnswers, labelledAnswers } from './labelled-answers.ts'
import { scoredAnswers } from './scored-answers.ts'

/**
 * What the mean of each scorer would be if people had scored, for the scorers that the labels are about and that
 * scored something.
 *
 * @param lines Of labels files, one after the other.
 * @throws TypeError for options that are out of range; RangeError for labels beyond a scorer's scale.
 */
export function summariseByPeople(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  options?: PredictionPoweredOptions,
): PeopleSummary[] {
  const read = readOptions('summariseByPeople', predictionPoweredOptions, options)
  return labelledScorers(run, lines).map((scorer) => {
    const { run: labelled, selfSelected, warnings } = answersOf(run, lines, scorer.id)
    return {
      scorerId: scorer.id,
      lowerIsBetter: scorer.lowerIsBetter,
      ...predictionPoweredMean(labelled, read),
      selfSelected,
      ...withoutUndefined({ readings: readingsOf(run, scorer, labelled, read.level) }),
      warnings,
    }
  })
}

/** What people gave the answers of a run, without labels that cannot say anything of it. */
export function answersOf(
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  scorerId: string,
): LabelledAnswers {
  const used = linesFor(run, lines, scorerId)
  const answers = labelledAnswers(run, used.lines, scorerId)
  return {
    ...answers,
    warnings: [...used.warnings, ...answers.warnings],
    labelWarnings: [...used.warnings, ...answers.labelWarnings],
  }
}

/** Those that have a label in the file, and scored something. */
export function labelledScorers(run: EvaluationRun, lines: readonly LabelsLine[]): readonly ScorerRecord[] {
  const labelled = new Set(lines.flatMap((line) => (line.kind === 'label' ? line.scorerId : [])))
  return run.header.scorers.filter(({ id }) => labelled.has(id) && scoredAnswers(run, id).length > 0)
}

/** Which reading agrees better with the labels of answers that have both. */
function readingsOf(
  run: EvaluationRun,
  { id, scale }: ScorerRecord,
  { labels }: LabelledRun,
  level: number,
): ReadingsBesidePeople | undefined {
  const values = averaged(labels)
  const rows = scoredAnswers(run, id).flatMap(({ key, item, record }): TwiceReadRow[] => {
    const label = values.get(key)
    if (label === undefined || record.readings === undefined) return []
    return [{ label: label.value, ...record.readings, group: item.group ?? item.itemId }]
  })
  if (rows.length < fewestLabels) return undefined
  return compareReadings(rows, scale, { seed: 1, level, resamples: 2000 })
}

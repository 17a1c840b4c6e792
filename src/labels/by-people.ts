import { askedItems, matchItems } from '../evaluation/comparison/common-items.ts'
import type { PeopleComparison, PeopleSummary } from '../evaluation/comparison/people.ts'
import type { EvaluationRun, ScorerRecord } from '../evaluation/record.ts'
import { readOptions } from '../shared/read-options.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import {
  compareReadings,
  type ReadingsBesidePeople,
  type TwiceReadRow,
} from '../statistics/compare-readings.ts'
import { averaged } from '../statistics/prediction-powered/common-items.ts'
import { predictionPoweredDifference } from '../statistics/prediction-powered/difference.ts'
import {
  type LabelledRun,
  type PredictionPoweredOptions,
  predictionPoweredOptions,
} from '../statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../statistics/prediction-powered/mean.ts'
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

/**
 * By how much people would find a run better than its baseline, over the answers that both have of the same items.
 * Both runs need labels: what a judge gets wrong on one agent's answers it need not get wrong on another's.
 *
 * @param lines Of labels files; labels of both runs' answers.
 */
export function compareByPeople(
  baseline: EvaluationRun,
  run: EvaluationRun,
  lines: readonly LabelsLine[],
  options?: PredictionPoweredOptions,
): PeopleComparison[] {
  const same = sameItems(baseline, run)
  return labelledScorers(run, lines).flatMap(({ id, lowerIsBetter, scale }) => {
    const before = baseline.header.scorers.find((scorer) => scorer.id === id)
    if (before === undefined || before.scale !== scale || before.lowerIsBetter !== lowerIsBetter) return []
    const [one, other] = [answersOf(baseline, lines, id), answersOf(run, lines, id)]
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
    const [first, second] = [ofSame(one.run, baseline), ofSame(other.run, run)]
    const common = new Set(first.items.map((item) => item.id))
    if (!second.items.some((item) => common.has(item.id))) return []
    const told = (of: readonly string[], which: string) => of.map((warning) => `${which}: ${warning}`)
    return {
      scorerId: id,
      lowerIsBetter,
      ...predictionPoweredDifference(first, second, options),
      selfSelected: one.selfSelected || other.selfSelected,
      warnings: [...told(one.warnings, 'Before'), ...told(other.warnings, 'After')],
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

/** Ids of the items that both runs asked in the same words. */
function sameItems(baseline: EvaluationRun, run: EvaluationRun): ReadonlySet<string> {
  return matchItems(askedItems(baseline), askedItems(run)).ids
}

/** Those that have a label in the file, and scored something. */
export function labelledScorers(run: EvaluationRun, lines: readonly LabelsLine[]): readonly ScorerRecord[] {
  const labelled = new Set(lines.flatMap((line) => (line.kind === 'label' ? line.scorerId : [])))
  return run.header.scorers.filter(({ id }) => labelled.has(id) && scoredAnswers(run, id).length > 0)
}

const fewestReadings = 20

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
  if (rows.length < fewestReadings) return undefined
  return compareReadings(rows, scale, { seed: 1, level, resamples: 2000 })
}

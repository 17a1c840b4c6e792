import { z } from 'zod/v4'
import {
  applyMap,
  type Calibration,
  type CalibrationMap,
  type Criterion,
  readCalibration,
} from '../../../judge/composed/calibrated/calibration.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { fitIsotonic, fitPlatt } from './curves.ts'
import { foldsByGroup, type LabelledGrade } from './folds.ts'
import { bestThreshold, countAt, criteria } from './threshold.ts'

const row = z.object({ grade: z.number().min(0).max(1), label: z.boolean(), group: z.string() })
const optionsSchema = z.strictObject({
  rows: z.array(row).readonly(),
  judge: z.string().min(1),
  task: z.object({ name: z.string().min(1), version: z.int() }),
  grade: z.enum(['share', 'probability']),
  positive: z.string().optional(),
  method: z.enum(['platt', 'isotonic']).default('platt'),
  criterion: z.enum(['balanced accuracy', 'F1', 'kappa']).optional(),
  negative: z.string().optional(),
  folds: z.int().min(2).default(5),
  seed: z.int().default(1),
})

function fitMap(rows: readonly LabelledGrade[], method: CalibrationMap['method']): CalibrationMap {
  if (new Set(rows.map(({ grade }) => grade)).size === 1)
    throw new RangeError('all grades are the same: they say nothing about the labels')
  if (method === 'isotonic') {
    const points = fitIsotonic(rows)
    requireRise((points.at(-1)?.[1] ?? 0) > (points[0]?.[1] ?? 0))
    return { method, points }
  }
  const sigmoid = fitPlatt(rows)
  requireRise(sigmoid.slope > 0)
  return { method, ...sigmoid }
}

function requireRise(rises: boolean): void {
  if (!rises)
    throw new RangeError(
      'the grades do not rise with the labels: the judge grades the opposite, or at random, or the labels are swapped',
    )
}

/** Returns rows with probabilities as their grades. */
const predict = (map: CalibrationMap, rows: readonly LabelledGrade[]) =>
  rows.map((row) => ({ ...row, grade: applyMap(map, row.grade) }))

/** Mean squared error of grades as probabilities (Brier 1950). */
const brier = (rows: readonly LabelledGrade[]) =>
  rows.reduce((total, { grade, label }) => total + (grade - Number(label)) ** 2, 0) / rows.length

/** Predicts the rows of each fold by what the others teach. */
const predictUnseen = (
  folds: readonly (readonly LabelledGrade[])[],
  method: CalibrationMap['method'],
  criterion: Criterion | undefined,
) =>
  folds.map((test) => {
    const train = folds.filter((fold) => fold !== test).flat()
    checkTraining(train)
    const map = fitMap(train, method)
    const threshold = criterion === undefined ? 0.5 : bestThreshold(predict(map, train), criterion).threshold
    return { predictions: predict(map, test), threshold }
  })

/**
 * Fits a map from a judge's grades to probabilities, and optionally a threshold, on rows that people have labelled.
 * Measures both on unseen rows, by cross-validation over groups.
 *
 * @returns A calibration for `calibratedJudge`, plain JSON.
 * @throws TypeError for an option out of range. RangeError if there are too few rows, with the number needed, and if
 * the grades do not rise with the labels.
 */
export function fitCalibration(options: {
  rows: readonly LabelledGrade[]
  /** The id of the judge that gave the grades. */
  judge: string
  /** The task that the judge answered. */
  task: { readonly name: string; readonly version: number }
  /** The kind of grade: shares or probabilities. */
  grade: 'share' | 'probability'
  /** The option of a choice that `label: true` means. Leave it out for a yes/no question. */
  positive?: string
  /** Default 'platt', which needs fewer rows; 'isotonic' assumes no shape of the curve. */
  method?: CalibrationMap['method']
  /** Also chooses a threshold by this criterion. Default: the judge's verdicts stay. */
  criterion?: Criterion
  /** With a `criterion`: the option of a choice for answers below the threshold. */
  negative?: string
  /** Folds of the cross-validation. Default 5. */
  folds?: number
  /** The seed of the folds. Default 1. */
  seed?: number
}): Calibration {
  const { rows, judge, task, grade, positive, method, criterion, negative, folds, seed } = readOptions(
    'fitCalibration',
    optionsSchema,
    options,
  )
  checkRows(rows, method, folds)
  const unseen = predictUnseen(foldsByGroup(rows, folds, seed), method, criterion)
  const map = fitMap(rows, method)
  const chosen =
    criterion === undefined
      ? {}
      : { threshold: { value: bestThreshold(predict(map, rows), criterion).threshold, criterion, negative } }
  const decided = unseen.flatMap(({ predictions, threshold }) =>
    predictions.map(({ grade, label }) => ({ grade: Number(grade >= threshold), label })),
  )
  const measured = criterion === undefined ? {} : { criterion: criteria[criterion](countAt(0.5, decided)) }
  return readCalibration({
    kind: 'verdict-calibration',
    version: 1,
    judge,
    task: { name: task.name, version: task.version },
    grade,
    positive,
    map,
    ...chosen,
    fit: {
      rows: rows.length,
      positives: rows.filter(({ label }) => label).length,
      groups: new Set(rows.map(({ group }) => group)).size,
      folds,
      brierBefore: brier(rows),
      brierAfter: brier(unseen.flatMap(({ predictions }) => predictions)),
      ...measured,
    },
  })
}

/**
 * The fewest rows for each method, in total and per label: our choice. A sigmoid has two parameters. An isotonic curve
 * has any number, and overfits few rows: Niculescu-Mizil and Caruana 2005 found Platt's method better below about 200
 * to 1,000 rows.
 */
const fewest: Readonly<
  Record<CalibrationMap['method'], { readonly rows: number; readonly ofEachLabel: number }>
> = {
  platt: { rows: 50, ofEachLabel: 10 },
  isotonic: { rows: 200, ofEachLabel: 50 },
}

/** @throws RangeError that says how many rows there are, and how many are needed. */
export function checkRows(
  rows: readonly LabelledGrade[],
  method: CalibrationMap['method'],
  folds: number,
): undefined {
  const { rows: needed, ofEachLabel } = fewest[method]
  const listGroups = (label: boolean) =>
    new Set(rows.filter((row) => row.label === label).map((row) => row.group))
  const count = (label: boolean) => rows.filter((row) => row.label === label).length
  const there = [
    [rows.length, needed, 'rows'],
    [count(true), ofEachLabel, 'positive rows'],
    [count(false), ofEachLabel, 'negative rows'],
    [new Set(rows.map(({ group }) => group)).size, folds, 'groups'],
    [listGroups(true).size, 2, 'groups with a positive row'],
    [listGroups(false).size, 2, 'groups with a negative row'],
  ] as const
  const lacking = there.filter(([found, least]) => found < least)
  if (lacking.length === 0) return undefined
  const list = lacking.map(([found, least, what]) => `${least} ${what} (there are ${found})`).join(', ')
  const what = method === 'isotonic' ? 'an isotonic calibration' : 'a calibration'
  throw new RangeError(`fitCalibration: ${what} takes at least ${list}`)
}

/** @throws RangeError if all training rows of a fold have the same label. */
function checkTraining(train: readonly LabelledGrade[]): void {
  if (new Set(train.map(({ label }) => label)).size === 2) return
  throw new RangeError(
    'fitCalibration: with one of the folds left out, all rows have the same label: use fewer folds or another seed, or label more groups',
  )
}

import type { CalibrationMap } from '../../judge/composed/calibrated/calibration.ts'
import type { LabelledGrade } from './labelled-grade.ts'

/**
 * The fewest rows that a method is fitted on, in all and of each label: our choice. A sigmoid has two numbers to find.
 * An isotonic curve has as many as it likes, and with few rows it follows them instead of the judge: Niculescu-Mizil
 * and Caruana 2005 found Platt's better where there were fewer than about 200 to 1,000 rows.
 */
const fewest: Readonly<
  Record<CalibrationMap['method'], { readonly rows: number; readonly ofEachLabel: number }>
> = {
  platt: { rows: 50, ofEachLabel: 10 },
  isotonic: { rows: 200, ofEachLabel: 50 },
}

/** @throws RangeError that says what is there and what is needed. */
export function checkRows(
  rows: readonly LabelledGrade[],
  method: CalibrationMap['method'],
  folds: number,
): void {
  const { rows: needed, ofEachLabel } = fewest[method]
  const groupsOf = (label: boolean) =>
    new Set(rows.filter((row) => row.label === label).map((row) => row.group))
  const count = (label: boolean) => rows.filter((row) => row.label === label).length
  const there = [
    [rows.length, needed, 'rows'],
    [count(true), ofEachLabel, 'positive rows'],
    [count(false), ofEachLabel, 'negative rows'],
    [new Set(rows.map(({ group }) => group)).size, folds, 'groups'],
    [groupsOf(true).size, 2, 'groups with a positive row'],
    [groupsOf(false).size, 2, 'groups with a negative row'],
  ] as const
  const lacking = there.filter(([found, least]) => found < least)
  if (lacking.length === 0) return
  const list = lacking.map(([found, least, what]) => `${least} ${what} (there are ${found})`).join(', ')
  throw new RangeError(`fitCalibration: too little to fit ${method}: it needs at least ${list}`)
}

/** @throws RangeError where the rows that a fold leaves for training are all of one label. */
export function checkTraining(train: readonly LabelledGrade[]): void {
  if (new Set(train.map(({ label }) => label)).size === 2) return
  throw new RangeError(
    'fitCalibration: without one of the folds all rows have the same label: take fewer folds or another seed, or label more groups',
  )
}

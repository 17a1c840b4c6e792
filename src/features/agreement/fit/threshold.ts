import type { Criterion } from '../../../judge/composed/calibrated/calibration.ts'
import type { LabelledGrade } from './folds.ts'

/**
 * The criteria for choosing a threshold; higher is better.
 *
 * Balanced accuracy: the mean of the true-positive and true-negative rates, 0 to 1. F1: 2·TP / (2·TP + FP + FN), 0 to
 * 1, and 0 without a true positive. Kappa: Cohen 1960, agreement beyond chance, −1 to 1.
 */
export const criteria: Readonly<Record<Criterion, (counts: ReturnType<typeof countAt>) => number>> = {
  'balanced accuracy': ({ truePositives, falsePositives, trueNegatives, falseNegatives }) =>
    (truePositives / (truePositives + falseNegatives) + trueNegatives / (trueNegatives + falsePositives)) / 2,
  F1: ({ truePositives, falsePositives, falseNegatives }) =>
    truePositives === 0 ? 0 : (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives),
  kappa: ({ truePositives, falsePositives, trueNegatives, falseNegatives }) => {
    const rows = truePositives + falsePositives + trueNegatives + falseNegatives
    const agreed = (truePositives + trueNegatives) / rows
    const saidYes = ((truePositives + falsePositives) * (truePositives + falseNegatives)) / rows ** 2
    const saidNo = ((trueNegatives + falseNegatives) * (trueNegatives + falsePositives)) / rows ** 2
    return (agreed - saidYes - saidNo) / (1 - saidYes - saidNo)
  },
}

export function countAt(threshold: number, rows: readonly Pick<LabelledGrade, 'grade' | 'label'>[]) {
  const count = (verdict: boolean, label: boolean) =>
    rows.filter((row) => row.grade >= threshold === verdict && row.label === label).length
  return {
    truePositives: count(true, true),
    falsePositives: count(true, false),
    trueNegatives: count(false, false),
    falseNegatives: count(false, true),
  }
}

/**
 * Returns the threshold with the highest criterion on these rows, half way between two grades that occur; if there are
 * several, the one nearest to 0.5.
 *
 * @param rows Rows of both labels.
 */
export function bestThreshold(
  rows: readonly Pick<LabelledGrade, 'grade' | 'label'>[],
  criterion: Criterion,
): { readonly threshold: number; readonly value: number } {
  const found = [...new Set(rows.map(({ grade }) => grade))].sort((a, b) => a - b)
  const between = found.slice(1).map((grade, place) => (grade + (found[place] as number)) / 2)
  const candidates = between.length > 0 ? between : [0.5]
  return candidates
    .map((threshold) => ({ threshold, value: criteria[criterion](countAt(threshold, rows)) }))
    .reduce((best, next) => {
      const nearer = Math.abs(next.threshold - 0.5) < Math.abs(best.threshold - 0.5)
      return next.value > best.value || (next.value === best.value && nearer) ? next : best
    })
}

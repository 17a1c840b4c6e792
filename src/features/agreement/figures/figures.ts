import { setImmediate as turn } from 'node:timers/promises'
import { estimateArea } from '../../../statistics/area-under-curve.ts'
import { expectedCalibrationError, squaredError } from '../../../statistics/calibration-error.ts'
import { type Estimate, estimate, estimateMean } from '../../../statistics/estimate.ts'
import { cohenKappa } from '../../../statistics/kappa.ts'
import { kendallCorrelation, spearmanCorrelation } from '../../../statistics/ranks.ts'
import type { LabelledVerdict, Statistic } from '../../../statistics/ratings.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import type { OverlapWith } from './word-overlap.ts'

export interface Point {
  /** The human label: 1, 0 or 0.5 for a class, or a grade. */
  readonly target: number
  /** The method's value; for a scorer, a share of its scale. */
  readonly value: number
  /** True if the method's decision is positive. */
  readonly isPositive: boolean
  /** The names of both, if they are compared by name. */
  readonly named?: { readonly label: string; readonly verdict: string }
  readonly group?: string
}

export interface FiguresOptions {
  readonly resampling: Resampling
  /** The bins of the calibration error. */
  readonly bins: number
  /** The text for the word overlap baseline. */
  readonly overlapWith?: OverlapWith
  readonly noProbabilities?: string
}

/** Names of figures, in display order. Higher is better, but not for Brier score and calibration error. */
const figureNames = [
  'agreement',
  'kappa',
  'balancedAccuracy',
  'truePositiveRate',
  'trueNegativeRate',
  'areaUnderCurve',
  'verdictAgreement',
  'verdictKappa',
  'spearman',
  'kendall',
  'brierScore',
  'calibrationError',
] as const

export type FigureName = (typeof figureNames)[number]

/** Each figure with its interval, or why there is none. Figures that do not fit the labels are absent. */
export type Figures = Readonly<Partial<Record<FigureName, Estimate>>>

const share = { low: 0, high: 1 }

const toShare = <Row extends { readonly verdict: boolean }>(row: Row) => ({
  ...row,
  verdict: row.verdict ? 1 : 0,
})

/** Intervals by resampling contain the true calibration error in 86 % of cases, not 95. */
const withoutInterval = (statistic: Statistic): Estimate =>
  'value' in statistic
    ? {
        ...statistic,
        note: 'No interval: resampling gives none that holds, since chance alone raises this error.',
      }
    : statistic

/** Computes one figure per turn of the event loop, since resampling takes up to a second. */
async function each(figures: Readonly<Partial<Record<FigureName, () => Estimate>>>): Promise<Figures> {
  const found: Partial<Record<FigureName, Estimate>> = {}
  for (const name of figureNames) {
    const make = figures[name]
    if (make === undefined) continue
    await turn()
    found[name] = make()
  }
  return found
}

/** Computes the agreement of a method with class labels. */
export function classFigures(points: readonly Point[], options: FiguresOptions): Promise<Figures> {
  const { resampling, bins, noProbabilities } = options
  const decided = points.filter(({ target }) => target === 0 || target === 1)
  const shares = decided.map(({ target, value, group }) => ({ label: target === 1, verdict: value, group }))
  const yesNo = decided.map(({ target, isPositive, group }) => ({
    label: target === 1,
    verdict: isPositive,
    group,
  }))
  const named = points.flatMap(({ named, group }): LabelledVerdict<string>[] =>
    named === undefined ? [] : [{ ...named, group }],
  )
  const estimateRate = (
    rows: readonly { label: unknown; verdict: unknown; group?: string }[],
    kind?: 'positive' | 'negative',
  ): Estimate =>
    kind !== undefined && rows.length === 0
      ? { undefinedBecause: `no row has a ${kind} label; add some` }
      : estimateMean(rows, ({ label, verdict }) => (label === verdict ? 1 : 0), share, resampling)
  const probably = (work: () => Estimate) => () =>
    noProbabilities === undefined ? work() : { undefinedBecause: noProbabilities }
  return each({
    agreement: () => estimateRate(yesNo),
    kappa: () => estimate(yesNo, (rows) => cohenKappa(rows), resampling),
    // The area under the curve of verdicts that are only yes or no.
    balancedAccuracy: () => estimateArea(yesNo.map(toShare), resampling.level),
    truePositiveRate: () =>
      estimateRate(
        yesNo.filter(({ label }) => label),
        'positive',
      ),
    trueNegativeRate: () =>
      estimateRate(
        yesNo.filter(({ label }) => !label),
        'negative',
      ),
    areaUnderCurve: () => estimateArea(shares, resampling.level),
    brierScore: probably(() => estimateMean(shares, squaredError, share, resampling)),
    calibrationError: probably(() => withoutInterval(expectedCalibrationError(shares, bins))),
    ...(named.length === 0
      ? {}
      : {
          verdictAgreement: () => estimateRate(named),
          verdictKappa: () => estimate(named, (rows) => cohenKappa(rows), resampling),
        }),
    ...(points.length === decided.length ? {} : rankFigures(points, resampling)),
  })
}

/** Computes the agreement of a method with grades. */
export const gradeFigures = (points: readonly Point[], { resampling }: FiguresOptions): Promise<Figures> =>
  each(rankFigures(points, resampling))

function rankFigures(points: readonly Point[], resampling: Resampling) {
  const graded = points.map(({ target, value, group }) => ({ label: target, verdict: value, group }))
  return {
    spearman: () => estimate(graded, spearmanCorrelation, resampling),
    kendall: () => estimate(graded, kendallCorrelation, resampling),
  }
}

import { estimateAreaGain } from '../../../statistics/area-under-curve.ts'
import { less } from '../../../statistics/compare-readings.ts'
import { type Estimate, estimate } from '../../../statistics/estimate.ts'
import { areaUnderCurve, spearmanCorrelation } from '../../../statistics/ranks.ts'
import type { Statistic } from '../../../statistics/ratings.ts'
import { foldsByGroup } from '../fit/folds.ts'
import { bestThreshold } from '../fit/threshold.ts'
import type { ScoredRow } from '../run/scored-rows.ts'
import { classFigures, type Figures, type FiguresOptions, gradeFigures, type Point } from './figures.ts'
import { saidIn, wordOverlap } from './word-overlap.ts'

/** A method without a judge: a judge that does not beat it is not worth its cost. */
export interface Baseline {
  readonly name: 'word overlap' | 'length' | 'majority class'
  readonly figures: Figures
  /**
   * The scorer's advantage: its area under the curve (for grades, its Spearman correlation) less that of the baseline,
   * on the same rows.
   */
  readonly gain: Estimate
}

export interface MeasuredPoints {
  readonly kind: 'class' | 'grade'
  readonly points: readonly Point[]
  readonly scored: readonly ScoredRow[]
}

/**
 * Computes the figures of trivial methods on the rows that the scorer scored.
 *
 * The direction ("longer" or "shorter") is the one that fits the labels of all rows. The decision threshold is learned,
 * by balanced accuracy, from rows outside the row's own group.
 */
export async function measureBaselines(
  measured: MeasuredPoints,
  options: FiguresOptions,
): Promise<Baseline[]> {
  const { kind, points, scored } = measured
  const overlaps = scored.map(({ row }) => wordOverlap(row, options.overlapWith))
  const found: Baseline[] = []
  const add = async (name: Baseline['name'], own: readonly Point[], settings = options) => {
    const figures = await (kind === 'class' ? classFigures : gradeFigures)(own, settings)
    found.push({ name, figures, gain: gainOver(measured, own, options) })
  }
  const noProbabilities = 'it states no probabilities'
  if (overlaps.some((overlap) => overlap !== undefined)) {
    const values = overlaps.map((overlap) => overlap ?? 0)
    await add('word overlap', pointsBy(measured, values), { ...options, noProbabilities })
  }
  const lengths = scored.map(({ row }) => saidIn(row).length)
  await add('length', pointsBy(measured, lengths), { ...options, noProbabilities })
  if (kind === 'class') await add('majority class', majority(points))
  // Its probability is the very share that it would be measured by.
  return found.map(({ name, figures, gain }) => {
    const { calibrationError, ...others } = figures
    return name === 'majority class' || calibrationError === undefined
      ? { name, figures: others, gain }
      : { name, figures, gain }
  })
}

/** Always predicts the more frequent class, with its share as the probability. */
function majority(points: readonly Point[]): Point[] {
  const decided = points.filter(({ target }) => target !== 0.5)
  const rate = decided.filter(({ target }) => target === 1).length / Math.max(1, decided.length)
  return points.map(({ target, group }) => ({ target, value: rate, isPositive: rate >= 0.5, group }))
}

function pointsBy({ kind, points }: MeasuredPoints, values: readonly number[]): Point[] {
  const plain = points.map(
    ({ target, group }, index): Point => ({ target, value: values[index] ?? 0, isPositive: false, group }),
  )
  const ranked = mainFigure(kind, plain)
  const runsAgainst = 'value' in ranked && ranked.value < (kind === 'class' ? 0.5 : 0)
  const turned = runsAgainst ? plain.map((point) => ({ ...point, value: -point.value })) : plain
  return kind === 'class' ? decideByOthers(turned) : turned
}

/** If the rows of other groups have only one class, the row gets that class. */
function decideByOthers(points: readonly Point[]): Point[] {
  const rows = points.flatMap((point, index) =>
    point.target === 0.5
      ? []
      : [{ grade: point.value, label: point.target === 1, group: point.group ?? `row ${index}`, index }],
  )
  const folds = foldsByGroup(rows, Math.min(5, new Set(rows.map(({ group }) => group)).size), 1)
  const decisions = new Map<number, boolean>()
  for (const fold of folds) {
    const others = folds.filter((other) => other !== fold).flat()
    const first = others[0]?.label ?? true
    const isOne = others.every(({ label }) => label === first)
    const threshold = isOne ? 0 : bestThreshold(others, 'balanced accuracy').threshold
    for (const { grade, index } of fold) decisions.set(index, isOne ? first : grade >= threshold)
  }
  return points.map((point, index) => ({ ...point, isPositive: decisions.get(index) ?? false }))
}

function mainFigure(
  kind: MeasuredPoints['kind'],
  points: readonly Pick<Point, 'target' | 'value'>[],
): Statistic {
  if (kind === 'grade')
    return spearmanCorrelation(points.map(({ target, value }) => ({ label: target, verdict: value })))
  const decided = points.filter(({ target }) => target !== 0.5)
  return areaUnderCurve(decided.map(({ target, value }) => ({ label: target === 1, verdict: value })))
}

function gainOver(
  { kind, points }: MeasuredPoints,
  own: readonly Point[],
  { resampling }: FiguresOptions,
): Estimate {
  if (kind === 'class') {
    const shares = (of: readonly Point[]) =>
      of.flatMap(({ target, value, group }) =>
        target === 0.5 ? [] : [{ label: target === 1, verdict: value, group }],
      )
    return estimateAreaGain(shares(own), shares(points), resampling.level)
  }
  const pairs = points.map((point, index) => ({ point, own: own[index] as Point, group: point.group }))
  const correlation = (rows: readonly Point[]) => mainFigure(kind, rows)
  return estimate(
    pairs,
    (rows) => less(correlation(rows.map(({ point }) => point)), correlation(rows.map(({ own }) => own))),
    resampling,
  )
}

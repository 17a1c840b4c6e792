import { reliabilityBins } from '../../../statistics/calibration-error.ts'
import { compareReadings, type ReadingsBesidePeople } from '../../../statistics/compare-readings.ts'
import { type Estimate, estimate, estimateMean } from '../../../statistics/estimate.ts'
import { krippendorffAlpha } from '../../../statistics/krippendorff-alpha.ts'
import { type ConfusionTable, confusionTable } from '../../../statistics/rates.ts'
import type { RatedRow, ShareRow } from '../../../statistics/ratings.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import { toTarget } from '../labels/label-of-row.ts'
import type { ClassReading, Reading } from '../labels/label-reading.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'
import type { ScoredRow } from '../run/scored-rows.ts'
import { type Baseline, measureBaselines } from './baselines.ts'
import { type Disagreement, findDisagreements } from './disagreements.ts'
import { classFigures, type Figures, type FiguresOptions, gradeFigures, type Point } from './figures.ts'
import type { OverlapWith } from './word-overlap.ts'

/** Results from the scored rows. */
export interface Measures {
  readonly figures: Figures
  readonly baselines: readonly Baseline[]
  /** Labels as rows, verdicts as columns, by name if compared so, else by threshold. Absent for grades. */
  readonly confusion?: ConfusionTable
  /** Absent for grades, and if scores are not shares. */
  readonly reliability?: readonly ReliabilityPoint[]
  /** Whether verdict or share agrees better; absent if at most four rows have both. */
  readonly readings?: ReadingsBesidePeople
  /** Agreement among people: the level that a judge can be expected to reach. Absent if no row has two raters. */
  readonly raters?: {
    /** 'nominal' for classes, 'interval' for grades. */
    readonly scale: 'nominal' | 'interval'
    /** Rows with two raters or more. */
    readonly rows: number
    /** The most raters of one row. */
    readonly raters: number
    /** Krippendorff's alpha of the people. */
    readonly alpha: Estimate
    /**
     * The same with the scorer as another rater; for classes only, since scores and grades have different scales.
     * Absent if the scorer has not scored every such row: rows with evenly divided raters are left out, and the others
     * would overstate the agreement.
     */
    readonly alphaWithScorer?: Estimate
  }
  readonly disagreements: readonly Disagreement[]
}

export async function measure(
  rows: readonly CheckedRow[],
  scored: readonly ScoredRow[],
  reading: Reading,
  settings: Resampling & {
    readonly threshold: number
    readonly bins: number
    readonly disagreements: number
    readonly overlapWith?: OverlapWith
  },
): Promise<Measures> {
  const { seed, level, resamples, threshold, bins, disagreements, overlapWith } = settings
  const resampling = { seed, level, resamples }
  const points = scored.map((one) => toPoint(one, reading, threshold))
  const areShares = scored.every(({ value }) => value >= 0 && value <= 1)
  const options: FiguresOptions = {
    resampling,
    bins,
    overlapWith,
    noProbabilities: areShares ? undefined : 'scores are not shares of a scale',
  }
  const figures = await (reading.kind === 'class' ? classFigures : gradeFigures)(points, options)
  const baselines = await measureBaselines({ kind: reading.kind, points, scored }, options)
  const decisions = new Map(scored.map(({ row }, index) => [row.id, points[index]?.isPositive ?? false]))
  const raters = measureRaters(rows, reading, decisions, resampling)
  const isWrong = ({ row, label, verdict }: ScoredRow) => {
    const expected = reading.kind === 'class' ? reading.verdicts?.[label.text] : undefined
    if (expected !== undefined && verdict !== undefined) return expected !== verdict
    return label.target !== 0.5 && (label.target === 1) !== decisions.get(row.id)
  }
  return {
    figures,
    baselines,
    confusion: reading.kind === 'class' ? countConfusion(points, reading) : undefined,
    reliability: reading.kind === 'class' && areShares ? measureReliability(points, options) : undefined,
    readings: compareBothReadings(scored, reading, resampling),
    raters,
    disagreements: findDisagreements(scored, reading, isWrong, disagreements),
  }
}

/** Fewer rows get no interval. */
const fewestReadings = 5

/** Compares verdict and share on the rows that have both, without rows that people put half way. */
function compareBothReadings(
  scored: readonly ScoredRow[],
  { kind }: Reading,
  resampling: Resampling,
): ReadingsBesidePeople | undefined {
  const rows = scored.flatMap(({ row: { group }, label: { target }, readings }) =>
    readings === undefined || (kind === 'class' && target === 0.5)
      ? []
      : [{ label: target, ...readings, group }],
  )
  if (rows.length < fewestReadings) return undefined
  const areShares = rows.every(({ verdict, share }) => verdict <= 1 && share <= 1)
  return compareReadings(rows, kind === 'class' && areShares ? 1 : undefined, resampling)
}

function toPoint({ row, label, value, verdict }: ScoredRow, reading: Reading, threshold: number): Point {
  const expected = reading.kind === 'class' ? reading.verdicts?.[label.text] : undefined
  return {
    target: label.target,
    value,
    isPositive: value > threshold,
    ...(expected === undefined || verdict === undefined ? {} : { named: { label: expected, verdict } }),
    group: row.group,
  }
}

/** Compares by name if every scored row allows it, otherwise by threshold. */
function countConfusion(
  points: readonly Point[],
  { positive, negative, verdicts }: ClassReading,
): ConfusionTable {
  const named = points.flatMap(({ named }) => named ?? [])
  if (verdicts !== undefined && named.length > 0) {
    const known = [...new Set(Object.values(verdicts))]
    const others = new Set(named.map(({ verdict }) => verdict).filter((verdict) => !known.includes(verdict)))
    return confusionTable(named, [...known, ...[...others].sort()])
  }
  const high = positive.join(' or ')
  const low = negative.join(' or ')
  const decided = points.filter(({ target }) => target !== 0.5)
  const rows = decided.map(({ target, isPositive }) => ({
    label: target === 1 ? high : low,
    verdict: isPositive ? high : low,
  }))
  return confusionTable(rows, [high, low])
}

/** Predicted and actual shares of the rows whose scores lie in one bin of the scale. */
export interface ReliabilityPoint {
  /** Scores as shares of the scale, from `low` up to but excluding `high`; the last bin includes it. */
  readonly low: number
  readonly high: number
  readonly rows: number
  /** Mean score, 0 to 1. */
  readonly said: number
  /** The share of rows with a positive label, 0 to 1. */
  readonly found: Estimate
}

/** Computes the reliability curve, without empty bins. Scores must be shares. */
function measureReliability(
  points: readonly Point[],
  { resampling, bins }: { readonly resampling: Resampling; readonly bins: number },
): ReliabilityPoint[] {
  const rows = points
    .filter(({ target }) => target !== 0.5)
    .map(({ target, value, group }): ShareRow => ({ label: target === 1, verdict: value, group }))
  return reliabilityBins(rows, bins).flatMap(({ low, high, rows }) => {
    if (rows.length === 0) return []
    const said = rows.reduce((sum, { verdict }) => sum + verdict, 0) / rows.length
    const found = estimateMean(rows, ({ label }) => (label ? 1 : 0), { low: 0, high: 1 }, resampling)
    return [{ low, high, rows: rows.length, said, found }]
  })
}

const enough = ({ ratings }: RatedRow<string | number>) =>
  ratings.filter((rating) => rating !== undefined).length > 1

/** @param decisions Row id to the scorer's decision (true if positive). */
function measureRaters(
  rows: readonly CheckedRow[],
  reading: Reading,
  decisions: ReadonlyMap<string, boolean>,
  resampling: Resampling,
): Measures['raters'] {
  const grouped = (row: CheckedRow) => (row.group === undefined ? {} : { group: row.group })
  const raters = Math.max(
    ...rows.map(({ labels }) => labels.filter((label) => label !== undefined).length),
    0,
  )
  if (reading.kind === 'grade') {
    const rated = rows
      .map((row) => ({
        ratings: row.labels.map((label) => (label === undefined ? undefined : Number(label))),
        ...grouped(row),
      }))
      .filter(enough)
    if (rated.length === 0) return undefined
    const alpha = estimate(rated, (some) => krippendorffAlpha(some, 'interval'), resampling)
    return { scale: 'interval', rows: rated.length, raters, alpha }
  }
  const nominal = (some: readonly RatedRow<string | number>[]) => krippendorffAlpha(some, 'nominal')
  const rated = rows
    .map((row) => ({
      id: row.id,
      ratings: row.labels.map((label) => (label === undefined ? undefined : toTarget(label, reading))),
      ...grouped(row),
    }))
    .filter(enough)
  if (rated.length === 0) return undefined
  const both = rated.flatMap(({ id, ratings, ...rest }) => {
    const decision = decisions.get(id)
    return decision === undefined ? [] : [{ ...rest, ratings: [...ratings, decision ? 1 : 0] }]
  })
  return {
    scale: 'nominal',
    rows: rated.length,
    raters,
    alpha: estimate(rated, nominal, resampling),
    ...(both.length === rated.length && { alphaWithScorer: estimate(both, nominal, resampling) }),
  }
}

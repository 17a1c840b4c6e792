import { estimateArea, estimateAreaGain } from './area-under-curve.ts'
import { type Estimate, estimate, estimateMean } from './estimate.ts'
import { areaUnderCurve, spearmanCorrelation } from './ranks.ts'
import type { GradedRow, ShareRow, Statistic } from './ratings.ts'
import type { Resampling } from './resampling.ts'

/** A label by people, and two readings of one judge. */
export interface TwiceReadRow extends GradedRow {
  readonly share: number
}

/** A figure for both readings, and how much higher it is by share. */
export interface ReadingFigure {
  readonly verdict: Estimate
  readonly share: Estimate
  /** By share minus by verdict, paired. */
  readonly difference: Estimate
}

/** A comparison of two readings of a judge by their agreement with people. */
export interface ReadingsBesidePeople {
  readonly rows: number
  /** The area under the curve if there are two different labels, otherwise Spearman's ρ: higher is better. */
  readonly ranking: ReadingFigure & { readonly figure: 'areaUnderCurve' | 'spearman' }
  /** Mean squared distance from the labels; absent if labels are on another scale. Lower is better. */
  readonly squaredError?: ReadingFigure
  /** Mean score minus mean label: above 0, the judge is too generous. Absent like `squaredError`. */
  readonly meanError?: Pick<ReadingFigure, 'verdict' | 'share'>
  /** The reading that surely ranks better; 'cannot tell' if the interval of the difference contains 0. */
  readonly better: 'verdict' | 'share' | 'cannot tell'
}

/**
 * Compares two readings of a judge with the labels of people. Intervals are bootstraps over groups, and those of
 * differences are paired, since both readings come from the same replies.
 *
 * @param scale The upper end of both labels and readings, from 0; undefined if labels are on another scale.
 */
export function compareReadings(
  rows: readonly TwiceReadRow[],
  scale: number | undefined,
  resampling: Resampling,
): ReadingsBesidePeople {
  const ranking = compareRanking(rows, resampling)
  return {
    rows: rows.length,
    ranking,
    ...(scale === undefined ? {} : compareErrors(rows, scale, resampling)),
    better: decideBetter(ranking.difference),
  }
}

function compareRanking(
  rows: readonly TwiceReadRow[],
  resampling: Resampling,
): ReadingsBesidePeople['ranking'] {
  const { figure, measure, estimateWith } = rankingFor(rows)
  const by = (reading: 'verdict' | 'share', of = rows) =>
    of.map((row) => ({ label: row.label, verdict: row[reading], group: row.group }))
  return {
    figure,
    verdict: estimateWith(by('verdict'), resampling),
    share: estimateWith(by('share'), resampling),
    difference:
      figure === 'areaUnderCurve'
        ? estimateAreaGain(asYesNo(by('verdict')), asYesNo(by('share')), resampling.level)
        : estimate(rows, (of) => less(measure(by('share', of)), measure(by('verdict', of))), resampling),
  }
}

/** Turns the higher of two labels into yes. */
function asYesNo(rows: readonly GradedRow[]): ShareRow[] {
  const top = Math.max(...rows.map(({ label }) => label))
  return rows.map((row) => ({ ...row, label: row.label === top }))
}

/** Chooses the figure for a ranking: the area under the curve for two labels, otherwise Spearman's ρ. */
export function rankingFor(labelled: readonly { readonly label: number }[]): {
  readonly figure: 'areaUnderCurve' | 'spearman'
  readonly measure: (rows: readonly GradedRow[]) => Statistic
  readonly estimateWith: (rows: readonly GradedRow[], resampling: Resampling) => Estimate
} {
  if (new Set(labelled.map(({ label }) => label)).size === 2)
    return {
      figure: 'areaUnderCurve',
      measure: (rows) => areaUnderCurve(asYesNo(rows)),
      estimateWith: (rows, { level }) => estimateArea(asYesNo(rows), level),
    }
  return {
    figure: 'spearman',
    measure: spearmanCorrelation,
    estimateWith: (rows, resampling) => estimate(rows, spearmanCorrelation, resampling),
  }
}

export function less(one: Statistic, other: Statistic): Statistic {
  if ('undefinedBecause' in one) return one
  return 'undefinedBecause' in other ? other : { value: one.value - other.value }
}

function compareErrors(rows: readonly TwiceReadRow[], scale: number, resampling: Resampling) {
  const squared = (row: TwiceReadRow, reading: 'verdict' | 'share') => (row[reading] - row.label) ** 2
  const estimateNumber = (readNumber: (row: TwiceReadRow) => number, low: number, high: number) =>
    estimateMean(rows, readNumber, { low, high }, resampling)
  const most = scale ** 2
  return {
    squaredError: {
      verdict: estimateNumber((row) => squared(row, 'verdict'), 0, most),
      share: estimateNumber((row) => squared(row, 'share'), 0, most),
      difference: estimateNumber((row) => squared(row, 'share') - squared(row, 'verdict'), -most, most),
    },
    meanError: {
      verdict: estimateNumber((row) => row.verdict - row.label, -scale, scale),
      share: estimateNumber((row) => row.share - row.label, -scale, scale),
    },
  }
}

function decideBetter(difference: Estimate): ReadingsBesidePeople['better'] {
  if ('undefinedBecause' in difference || difference.interval === undefined) return 'cannot tell'
  if (difference.interval.low > 0) return 'share'
  return difference.interval.high < 0 ? 'verdict' : 'cannot tell'
}

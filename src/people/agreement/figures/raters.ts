import { type Estimate, estimate } from '../../../statistics/estimate.ts'
import { krippendorffAlpha } from '../../../statistics/kappa.ts'
import type { RatedRow } from '../../../statistics/ratings.ts'
import type { Resampling } from '../../../statistics/resampling.ts'
import { targetOf } from '../labels/label-of-row.ts'
import type { Reading } from '../labels/reading.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** How far people agree with each other: what a judge can be expected to reach. */
export interface RaterAgreement {
  /** 'nominal' for classes, 'interval' for grades. */
  readonly scale: 'nominal' | 'interval'
  /** Rows that two people or more have rated. */
  readonly rows: number
  /** The most people that rated one row. */
  readonly raters: number
  /** Krippendorff's alpha of the people. */
  readonly alpha: Estimate
  /**
   * The same with the scorer as one rater more; for classes only, since a score is on another scale than grades. Absent
   * where the scorer has not scored every such row: those on which people are divided evenly are left out, and on the
   * others all would seem to agree.
   */
  readonly alphaWithScorer?: Estimate
}

const enough = ({ ratings }: RatedRow<string | number>) =>
  ratings.filter((rating) => rating !== undefined).length > 1

/**
 * @param decisions Row id to whether the scorer took it for positive.
 * @returns Undefined where no row was rated by two people.
 */
export function ratersOf(
  rows: readonly CheckedRow[],
  reading: Reading,
  decisions: ReadonlyMap<string, boolean>,
  resampling: Resampling,
): RaterAgreement | undefined {
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
      ratings: row.labels.map((label) => (label === undefined ? undefined : targetOf(label, reading))),
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

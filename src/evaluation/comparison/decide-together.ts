import { allAlike, type Clusters } from '../../statistics/clusters.ts'
import { estimateDifferences, type MeanEstimate, type Range } from '../../statistics/estimate-means.ts'
import { jointLevel } from '../../statistics/joint-level.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { stepDown } from '../../statistics/step-down.ts'
import { isAbove } from '../gates/format.ts'

/** A mean to be tested against a value. */
export interface TestedMean {
  readonly sample: Clusters
  /** The range of its values, if known. */
  readonly range?: Range
  readonly against: number
}

export interface DecidedMean extends MeanEstimate {
  /** The side of `against` on which the whole interval lies; absent if undecided. */
  readonly side?: 'above' | 'below'
}

/** Returns whether the test could decide at all: with n clusters, the smallest possible p-value is 2 ∕ 2ⁿ. */
const canDecide = ({ sample, against }: TestedMean, level: number) =>
  2 ** (1 - sample.count) <= 1 - level + 1e-9 && !(allAlike(sample) && sample.mean === against)

/**
 * Decides on which side of its value each mean lies. The probability of any wrong decision is at most 1 − level. It
 * works in steps: all open means get intervals at their joint level (`jointLevel`); those wholly on one side are
 * decided; the others are tested again as if they were the only ones, until a step decides none (Romano and Wolf, Exact
 * and approximate stepdown methods for multiple hypothesis testing, 2005). Means that no pattern of signs could decide
 * do not count (Tarone, A modified Bonferroni method for discrete data, 1990).
 *
 * @returns Each mean with the interval that decided it or left it open (`estimateDifferences`).
 */
export function decideTogether(tested: readonly TestedMean[], resampling: Resampling): DecidedMean[] {
  const { level } = resampling
  const open = tested.filter((one) => canDecide(one, level))
  const others = tested.filter((one) => !open.includes(one))
  const found = intervals(others, resampling)
  const decided = new Map<TestedMean, DecidedMean>([
    ...others.map((one, index) => [one, found[index] as MeanEstimate] as const),
    ...stepDown(
      open,
      (left) =>
        intervals(left, { ...resampling, level: jointLevel(left, resampling) }).map((estimate, index) =>
          withSide(estimate, left[index] as TestedMean),
        ),
      ({ side }) => side !== undefined,
    ),
  ])
  return tested.map((one) => decided.get(one) as DecidedMean)
}

function withSide(estimate: MeanEstimate, { against }: TestedMean): DecidedMean {
  const { interval } = estimate
  if (interval === undefined) return estimate
  if (isAbove(interval.low, against)) return { ...estimate, side: 'above' }
  return isAbove(against, interval.high) ? { ...estimate, side: 'below' } : estimate
}

const intervals = (tested: readonly TestedMean[], resampling: Resampling) =>
  estimateDifferences(
    tested.map(({ sample }) => sample),
    tested.map(({ range }) => range),
    resampling,
  )

import { allAlike, type Clusters } from '../../statistics/clusters.ts'
import { estimateDifferences, type MeanEstimate, type Range } from '../../statistics/estimate-means.ts'
import { jointLevel } from '../../statistics/joint-level.ts'
import type { Resampling } from '../../statistics/resampling.ts'
import { stepDown } from '../../statistics/step-down.ts'
import { isAbove } from '../gates/format.ts'

/** A mean that is to be told from a value. */
export interface TestedMean {
  readonly sample: Clusters
  /** The range of its values, if known. */
  readonly range?: Range
  readonly against: number
}

export interface DecidedMean extends MeanEstimate {
  /** On which side of `against` the whole interval lies; absent where that is not decided. */
  readonly side?: 'above' | 'below'
}

/** Whether the test could decide at all: of n clusters, the rarest pattern of signs has a p-value of 2 ∕ 2ⁿ. */
const canDecide = ({ sample, against }: TestedMean, level: number) =>
  2 ** (1 - sample.count) <= 1 - level + 1e-9 && !(allAlike(sample) && sample.mean === against)

/**
 * On which side of its value each mean lies. All together are decided wrongly with a probability of at most
 * 1 − level, step by step: intervals have the level that as many means need together (`jointLevel`); those that lie
 * wholly on one side are decided; the others are looked at again as if there were only those, until none is decided any
 * more (Romano and Wolf, Exact and approximate stepdown methods for multiple hypothesis testing, 2005). Means that could
 * not be decided whatever their signs are not counted (Tarone, A modified Bonferroni method for discrete data, 1990).
 *
 * @returns Each with the interval that decided it or left it open (`estimateDifferences`).
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

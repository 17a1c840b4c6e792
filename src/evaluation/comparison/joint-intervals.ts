import { allAlike, type Clusters } from '../../statistics/clusters.ts'
import { estimateDifferences, type MeanEstimate } from '../../statistics/estimate-means.ts'
import { jointLevel } from '../../statistics/joint-level.ts'
import type { Interval, Range, Resampling } from '../../statistics/resampling.ts'
import { stepDown } from '../../statistics/step-down.ts'
import { isAbove } from '../gates/decide-by-interval.ts'

export interface TestedMean {
  readonly sample: Clusters
  /** The range of its values, if known. */
  readonly range?: Range
  readonly against: number
}

export interface DecidedMean extends MeanEstimate {
  /** The side of `against` on which the mean was decided to lie; absent if undecided. */
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
 * @returns Each mean with its interval at the joint level of all, so that the intervals hold together. A mean that was
 * decided in a later step has an interval that may reach its value.
 */
export function decideTogether(tested: readonly TestedMean[], resampling: Resampling): DecidedMean[] {
  const open = tested.filter((one) => canDecide(one, resampling.level))
  const others = tested.filter((one) => !open.includes(one))
  const atJointLevel = (left: readonly TestedMean[]) =>
    intervals(left, { ...resampling, level: jointLevel(left, resampling) })
  const ofOpen = atJointLevel(open)
  const shown = new Map([
    ...open.map((one, index) => [one, ofOpen[index] as MeanEstimate] as const),
    ...intervals(others, resampling).map(
      (estimate, index) => [others[index] as TestedMean, estimate] as const,
    ),
  ])
  const decided = stepDown(
    open,
    (left) => (left.length === open.length ? ofOpen : atJointLevel(left)),
    ({ interval }, { against }) => findSide(interval, against) !== undefined,
  )
  return tested.map((one) => {
    const side = findSide(decided.get(one)?.interval, one.against)
    const estimate = shown.get(one) as MeanEstimate
    if (side === undefined) return estimate
    return findSide(estimate.interval, one.against) === side
      ? { ...estimate, side }
      : {
          ...estimate,
          side,
          note: 'Decided although the joint interval does not show it: the clearest differences are decided first, then the rest.',
        }
  })
}

function findSide(interval: Interval | undefined, against: number): DecidedMean['side'] {
  if (interval === undefined) return undefined
  if (isAbove(interval.low, against)) return 'above'
  return isAbove(against, interval.high) ? 'below' : undefined
}

const intervals = (tested: readonly TestedMean[], resampling: Resampling) =>
  estimateDifferences(
    tested.map(({ sample }) => sample),
    tested.map(({ range }) => range),
    resampling,
  )

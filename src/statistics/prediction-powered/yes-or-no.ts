import type { Range } from '../resampling.ts'
import type { UnseenShift } from './unseen.ts'

/** Properties of yes-or-no labels beyond their mean and its variance. */
export interface YesOrNo {
  /** The share of yes: above 0, below 1. */
  readonly share: number
  /** How fast the variance grows with the share, relative to itself; below 0 if it falls. */
  readonly lean: number
  /** The distance from no to yes. */
  readonly width: number
}

/**
 * Measures the lean of the interval. The variance of a yes or no varies with its share p like p · (1 − p), so its
 * interval leans towards a half: by (1 − 2p) ∕ (p · (1 − p)). With a judge who predicts some of the labels, that is
 * less or more: Σ p · (1 − p) · (1 − 2p) over (Σ p · (1 − p))², for the p that the judge predicts for each item. The
 * smaller of the two is used, and none if they disagree, because few labels do not show well which errors a good judge
 * makes. This choice matters little. Of 2,500 draws of 30 to 300 labels, nine in ten of them yes, it covered 94.9 to
 * 96.8 %; the judge's lean alone covered 94.9 to 96.7, as wide; the labels' own 95.4 to 97.0, up to 6 % wider with good
 * judges; none 94.7 to 97.5, up to 8 % wider with poor ones.
 *
 * @param fitted The judge's prediction of people's label for an item of each unit.
 * @param sizes The number of items in each unit.
 * @returns Undefined for other labels, for an unknown range, and for a mean that is not strictly within it.
 */
export function measureLean(
  mean: number,
  labels: Float64Array,
  fitted: Float64Array,
  sizes: Float64Array,
  range: Range | undefined,
): YesOrNo | undefined {
  if (!range || !(mean > range.low && mean < range.high)) return undefined
  if (!labels.every((label) => label === range.low || label === range.high)) return undefined
  const width = range.high - range.low
  const share = (mean - range.low) / width
  let items = 0
  let variance = 0
  let third = 0
  for (const [unit, value] of fitted.entries()) {
    const of = Math.min(1, Math.max(0, (value - range.low) / width))
    const size = sizes[unit] as number
    items += size
    variance += size * of * (1 - of)
    third += size * of * (1 - of) * (1 - 2 * of)
  }
  const own = (1 - 2 * share) / (share * (1 - share))
  const withJudge = variance > 0 ? (third * items) / variance ** 2 : 0
  const isAgreed = own * withJudge > 0
  const lean = isAgreed ? Math.sign(own) * Math.min(Math.abs(own), Math.abs(withJudge)) : 0
  return { share, lean, width }
}

/**
 * Computes Wilson's interval (Probable inference, the law of succession, and statistical inference, 1927) for as many
 * labels as give the observed variance, as is usual for shares from surveys (Kott and Carr, Developing an estimation
 * strategy for a pesticide data program, 1997; Franco and others, Comparative study of confidence intervals for
 * proportions in complex sample surveys, 2019), and with Student's quantile: it contains all shares from which the
 * observed one is no further than the variance under them allows. That is variance · (1 + lean · x − x² ∕ (share · (1 −
 * share))) for a share that is x above; with the labels' own lean it is Wilson's.
 */
export function scoreDistances(
  { share, lean, width }: YesOrNo,
  variance: number,
  quantile: number,
): UnseenShift {
  const squared = (quantile ** 2 * variance) / width ** 2
  const bound = 1 + squared / (share * (1 - share))
  const root = Math.sqrt((squared * lean) ** 2 + 4 * squared * bound)
  return {
    down: (width * (root - squared * lean)) / (2 * bound),
    up: (width * (root + squared * lean)) / (2 * bound),
  }
}

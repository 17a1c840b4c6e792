import { normalQuantile } from '../distributions.ts'
import type { Interval } from '../resampling.ts'
import type { PredictionPowered } from './labelled-run.ts'

/** How often a yes-or-no judge said yes, and how often it was right where a person labelled. */
export interface YesNoCounts {
  /** Of all items that the judge judged. */
  readonly items: number
  readonly saidYes: number
  /** Items that people labelled yes, and of them those to which the judge said yes. */
  readonly labelledYes: number
  readonly rightOnYes: number
  /** Items that people labelled no, and of them those to which the judge said no. */
  readonly labelledNo: number
  readonly rightOnNo: number
}

/** 0 to 1; the value is not clamped, and a note says where it lies outside. */
export type RoganGladenEstimate =
  | {
      readonly value: number
      readonly interval: Interval
      /** Of yes by people, how much the judge saw; and of no. */
      readonly sensitivity: number
      readonly specificity: number
      readonly note?: string
    }
  | { readonly undefinedBecause: string }

/**
 * The share of items to which people would say yes, from a judge's yes and no set right by its sensitivity and
 * specificity: (share of yes + specificity − 1) ∕ (sensitivity + specificity − 1) (Rogan and Gladen, Estimating
 * prevalence from the results of a screening test, 1978). The interval is that of Lang and Reiczigel (Confidence
 * limits for prevalence of disease adjusted for estimated sensitivity and specificity, 2014), as Lee and others have
 * it for judges (How to correctly report LLM-as-a-judge evaluations, 2025, arXiv 2511.21140): all three shares are
 * moved towards a half first, by z² items and by two labels each.
 *
 * It takes the judge to be as good on these items as on the labelled ones for each answer that people gave, so that
 * labels of other items serve as well; for labels drawn at random from these items `predictionPoweredMean` is
 * narrower. The interval of Lee and others is for labels of other items, and about all items like these. Of labels
 * drawn from these items it counts them twice, once among all and once for the judge's errors, as if the two had
 * nothing to do with each other. For them shares are moved, and the errors' part is, 1 − labels ∕ items times as much, and to it comes, for all items
 * like these, share · (1 − share) ∕ items: that is Lee's variance with the covariance of the judge's yes and of its
 * errors, −(share · sensitivity · (1 − sensitivity) and as much of no) ∕ items, twice.
 *
 * @param level Above 0.5, below 1. Default 0.95.
 * @param population Where labels were drawn from these items, each alike: what the interval is about, as in
 * `PredictionPoweredOptions`. Default: labels are of other items.
 * @returns No estimate without labels of both kinds, and where the judge is no better than a coin.
 * @throws RangeError for counts that cannot be.
 */
export function roganGladen(
  counts: YesNoCounts,
  level = 0.95,
  population?: PredictionPowered['population'],
): RoganGladenEstimate {
  check(counts)
  const { items, saidYes, labelledYes, rightOnYes, labelledNo, rightOnNo } = counts
  if (labelledYes === 0 || labelledNo === 0)
    return { undefinedBecause: `there is no label of ${labelledYes === 0 ? 'yes' : 'no'}` }
  if (population !== undefined && labelledYes + labelledNo > items)
    throw new RangeError(`there are more labels than the ${items} items that they were drawn from`)
  const sensitivity = rightOnYes / labelledYes
  const specificity = rightOnNo / labelledNo
  if (sensitivity + specificity <= 1)
    return { undefinedBecause: 'the judge is no better than a coin on these labels' }
  const value = (saidYes / items + specificity - 1) / (sensitivity + specificity - 1)
  const quantile = normalQuantile((1 + level) / 2)
  const unlabelled = population === undefined ? 1 : 1 - (labelledYes + labelledNo) / items
  const all = towardsHalf(saidYes, items, unlabelled * quantile ** 2)
  const yes = towardsHalf(rightOnYes, labelledYes, unlabelled * 2)
  const no = towardsHalf(rightOnNo, labelledNo, unlabelled * 2)
  const power = yes.share + no.share - 1
  if (power <= 0) return { undefinedBecause: 'too few labels to say that the judge is better than a coin' }
  const centre = (all.share + no.share - 1) / power
  const shift = 2 * quantile ** 2 * unlabelled * (centre * yes.variance - (1 - centre) * no.variance)
  const ofErrors = unlabelled * ((1 - centre) ** 2 * no.variance + centre ** 2 * yes.variance)
  // A share beyond 0 to 1 is one of which items do not differ.
  const ofDraw = population === 'process' ? Math.max(0, centre * (1 - centre)) / items : 0
  const ofItems = population === undefined ? all.variance / power ** 2 : ofDraw
  const error = Math.sqrt(ofErrors / power ** 2 + ofItems)
  const within = (end: number) => Math.min(1, Math.max(0, end))
  const interval = {
    low: within(centre + shift - quantile * error),
    high: within(centre + shift + quantile * error),
    level,
  }
  const note = 'Beyond 0 to 1: the judge said yes more or less often than its errors on the labels explain.'
  return { value, interval, sensitivity, specificity, ...(value < 0 || value > 1 ? { note } : {}) }
}

/** A share and its variance, with `more` seen of which half were hits. */
function towardsHalf(hits: number, of: number, more: number): { share: number; variance: number } {
  const share = (hits + more / 2) / (of + more)
  return { share, variance: (share * (1 - share)) / (of + more) }
}

function check({ items, saidYes, labelledYes, rightOnYes, labelledNo, rightOnNo }: YesNoCounts): void {
  for (const [part, whole, name] of [
    [saidYes, items, 'saidYes'],
    [rightOnYes, labelledYes, 'rightOnYes'],
    [rightOnNo, labelledNo, 'rightOnNo'],
  ] as const)
    if (!Number.isInteger(whole) || !Number.isInteger(part) || part < 0 || part > whole)
      throw new RangeError(`${name} must be a whole number from 0 to ${whole}, not ${part}`)
  if (items < 1) throw new RangeError('there must be an item')
}

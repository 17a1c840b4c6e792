import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { studentQuantile } from '../distributions.ts'
import { meanOf } from '../mean.ts'
import { fewestLabels, type PeopleEstimate, partsOf, tooFew } from './estimate.ts'
import { type LabelledRun, predictionPoweredOptions } from './labelled-run.ts'
import { readSample, toUnits } from './sample.ts'
import { unseenShare } from './unseen.ts'

/** How labels vary, known from some of them or expected from the judge's scores. */
export interface LabelSpread {
  /** The standard deviation of labels. */
  readonly labels: number
  /** The standard deviation of what the judge leaves open: labels less λ times scores. */
  readonly residuals: number
}

const planOptions = predictionPoweredOptions.extend({
  /** Half of the interval, in units of the label. */
  halfWidth: z.number().gt(0),
  /** Items, or clusters if these are drawn, of the run. */
  items: z.int().min(1),
  /** From the lowest to the highest label. */
  scale: z.number().gt(0),
})

export type PlanOptions = z.input<typeof planOptions>

export type LabelPlan =
  | {
      /** Labels that it takes in all, with the judge. */
      readonly labels: number
      /** Without the judge; absent where all items labelled would not do. */
      readonly labelsAlone?: number
      /** How many the judge saves. */
      readonly saved?: number
      /** From so many labels on the judge is of use; absent where it never is. */
      readonly judgeHelpsFrom?: number
    }
  | { readonly undefinedBecause: string }

/**
 * How many labels, drawn alike, it takes for an interval of ± `halfWidth`: the first number n for which Student's
 * quantile times √(residual variance · (1 ∕ n − 1 ∕ N)) is that small, and so is what unseen items allow; for a
 * process with label variance ∕ N added. It is a plan: skewed labels take some more.
 *
 * λ costs what it takes to know it: with a correlation of r between scores and labels the judge is of use from
 * 2 + 1 ∕ r² labels on (Mani and others, No free lunch: non-asymptotic analysis of prediction-powered inference, 2025,
 * arXiv 2505.20178, for normal values).
 *
 * @throws TypeError for options that are out of range; RangeError for deviations that are no numbers from 0.
 */
export function planLabels(spread: LabelSpread, options: PlanOptions): LabelPlan {
  const { halfWidth, items, scale, population, level } = readOptions('planLabels', planOptions, options)
  for (const deviation of [spread.labels, spread.residuals])
    if (!(Number.isFinite(deviation) && deviation >= 0))
      throw new RangeError(`a deviation must be a number from 0, not ${deviation}`)
  const halfWidthOf = (count: number, deviation: number, parameters: number) => {
    const ofProcess = population === 'process' ? spread.labels ** 2 / items : 0
    const variance = deviation ** 2 * (1 / count - 1 / items) + ofProcess
    const quantile = studentQuantile((1 + level) / 2, count - parameters)
    const unseen = unseenShare(count, population === 'items' ? items : Infinity, level) * scale
    return Math.max(Math.sqrt(variance) * quantile, unseen)
  }
  const fewestFor = (deviation: number, parameters: number): number | undefined => {
    let [low, high] = [Math.min(fewestLabels, items), items]
    const isEnough = (count: number) =>
      (count === items && population === 'items') || halfWidthOf(count, deviation, parameters) <= halfWidth
    if (!isEnough(high)) return undefined
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (isEnough(middle)) high = middle
      else low = middle + 1
    }
    return low
  }
  const labels = fewestFor(spread.residuals, 2)
  if (labels === undefined)
    return {
      undefinedBecause: `the interval is wider even with all ${items} labelled: more items are needed`,
    }
  const labelsAlone = fewestFor(spread.labels, 1)
  const explained = spread.labels > 0 ? 1 - (spread.residuals / spread.labels) ** 2 : 0
  return {
    labels,
    ...(labelsAlone === undefined ? {} : { labelsAlone, saved: Math.max(0, labelsAlone - labels) }),
    ...(explained > 0 ? { judgeHelpsFrom: Math.ceil(2 + 1 / explained) } : {}),
  }
}

/**
 * How labels vary, from those that there are, drawn in whichever way: what the errors of their means, with the judge
 * and without, would be of equal draws.
 */
export function spreadOfLabels(
  run: LabelledRun,
): LabelSpread | Extract<PeopleEstimate, { undefinedBecause: string }> {
  const sample = readSample(run)
  const reason = tooFew(sample, 'items')
  if (reason && 'undefinedBecause' in reason) return reason
  const [count, all] = [sample.drawn.length, sample.strata.length]
  if (count === all) return { undefinedBecause: 'all items are labelled: nothing is left to plan' }
  const units = toUnits(sample)
  const deviationWith = (useJudge: boolean) => {
    const options = { population: 'items', level: 0.95 } as const
    const { moments } = partsOf(sample, units, sample.labels, run.range, options, useJudge)
    return Math.sqrt(moments.variance / (1 / count - 1 / all))
  }
  return { labels: deviationWith(false), residuals: deviationWith(true) }
}

/**
 * How yes-or-no labels will vary if the judge's scores are right as shares of people who would say yes. Where the
 * judge is surer than it should be, the plan is too short: plan again once there are labels.
 *
 * @throws RangeError for scores that are no shares.
 */
export function spreadExpectedBy(shares: readonly number[]): LabelSpread {
  for (const share of shares)
    if (!(share >= 0 && share <= 1)) throw new RangeError(`a share must be from 0 to 1, not ${share}`)
  const mean = meanOf(shares)
  const open = meanOf(shares.map((share) => share * (1 - share)))
  return { labels: Math.sqrt(mean * (1 - mean)), residuals: Math.sqrt(open) }
}

import { z } from 'zod/v4'
import { readOptions } from '../../shared/read-options.ts'
import { studentQuantile } from '../distributions.ts'
import { computeMean } from '../mean.ts'
import { type LabelledRun, predictionPoweredOptions } from './labelled-run.ts'
import { computeMeanParts, type PeopleEstimate } from './people-estimate.ts'
import { readSample, type Sample, toUnits } from './sample.ts'
import { fewestLabels, tooFew } from './too-few.ts'
import { unseenShare } from './unseen.ts'

/** The variation of labels, known from some of them or expected from the judge's scores. */
export interface LabelSpread {
  readonly labels: number
  /** The standard deviation of what the judge leaves open: labels minus λ times scores. */
  readonly residuals: number
}

const planOptions = predictionPoweredOptions.extend({
  /** Half of the interval, in units of the label. */
  halfWidth: z.number().gt(0),
  /** The number of items in the run, or of clusters if these are drawn. */
  items: z.int().min(1),
  /** The distance from the lowest to the highest label. */
  scale: z.number().gt(0),
})

export type LabelPlan =
  | {
      /** The number of labels needed with the judge. */
      readonly labels: number
      /** The number needed without the judge; absent if labelling all items would not be enough. */
      readonly labelsAlone?: number
      /** The number that the judge saves. */
      readonly saved?: number
      /** The number of labels from which the judge helps; absent if it never does. */
      readonly judgeHelpsFrom?: number
    }
  | { readonly undefinedBecause: string }

/**
 * Plans how many labels, drawn with equal probabilities, an interval of ± `halfWidth` takes: the smallest number n for
 * which Student's quantile times √(residual variance · (1 ∕ n − 1 ∕ N)) is that small, and so is the allowance for
 * unseen items; for a process, label variance ∕ N is added. It is only a plan: skewed labels take somewhat more.
 *
 * Estimating λ has a cost: with a correlation of r between scores and labels, the judge helps from 2 + 1 ∕ r² labels on
 * (Mani and others, No free lunch: non-asymptotic analysis of prediction-powered inference, 2025, arXiv 2505.20178, for
 * normal values).
 *
 * @throws TypeError for options out of range; RangeError for deviations that are not numbers from 0.
 */
export function planLabels(spread: LabelSpread, options: z.input<typeof planOptions>): LabelPlan {
  const { halfWidth, items, scale, population, level } = readOptions('planLabels', planOptions, options)
  for (const deviation of [spread.labels, spread.residuals])
    if (!(Number.isFinite(deviation) && deviation >= 0))
      throw new RangeError(`a deviation must be a number from 0, not ${deviation}`)
  const computeHalfWidth = (count: number, deviation: number, parameters: number) => {
    const ofProcess = population === 'process' ? spread.labels ** 2 / items : 0
    const variance = deviation ** 2 * (1 / count - 1 / items) + ofProcess
    const quantile = studentQuantile((1 + level) / 2, count - parameters)
    const unseen = unseenShare(count, population === 'items' ? items : Infinity, level) * scale
    return Math.max(Math.sqrt(variance) * quantile, unseen)
  }
  const fewestFor = (deviation: number, parameters: number): number | undefined => {
    let low = Math.min(fewestLabels, items)
    let high = items
    const isEnough = (count: number) =>
      (count === items && population === 'items') ||
      computeHalfWidth(count, deviation, parameters) <= halfWidth
    if (!isEnough(high)) return undefined
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (isEnough(middle)) high = middle
      else low = middle + 1
    }
    return low
  }
  if (items < fewestLabels && population === 'process')
    return {
      undefinedBecause: `there is no interval even with all ${items} labelled: at least ${fewestLabels} items are needed`,
    }
  const labels = fewestFor(spread.residuals, 2)
  if (labels === undefined)
    return {
      undefinedBecause: `by this plan, the interval is wider even with all ${items} labelled: about ${Math.ceil(items * (computeHalfWidth(items, spread.residuals, 2) / halfWidth) ** 2)} items are needed, all labelled`,
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
 * Measures the variation of existing labels, however they were drawn: the deviations that would give the errors of
 * their means, with and without the judge, in draws with equal probabilities.
 */
export function spreadOfLabels(
  run: LabelledRun,
): LabelSpread | Extract<PeopleEstimate, { undefinedBecause: string }> {
  const sample = readSample(run)
  const reason = tooFew(sample, 'items')
  if (reason && 'undefinedBecause' in reason) return reason
  const count = sample.drawn.length
  const all = sample.strata.length
  if (count === all) return spreadOfCensus(sample, run.range)
  const units = toUnits(sample)
  const deviationWith = (useJudge: boolean) => {
    const options = { population: 'items', level: 0.95 } as const
    const { moments } = computeMeanParts(sample, units, sample.labels, run.range, options, useJudge)
    return Math.sqrt(moments.variance / (1 / count - 1 / all))
  }
  return { labels: deviationWith(false), residuals: deviationWith(true) }
}

/** If all items are labelled, the labels vary as in the interval of a process, which allows for clusters. */
function spreadOfCensus(sample: Sample, range: LabelledRun['range']): LabelSpread {
  const { scores, labelled, labels } = sample
  const options = { population: 'process', level: 0.95 } as const
  const { moments } = computeMeanParts(sample, toUnits(sample), labels, range, options, false)
  const spread = Math.sqrt(moments.variance * labels.length)
  const judged = Float64Array.from(labelled, (place) => scores[place] as number)
  return { labels: spread, residuals: spread * Math.sqrt(openShare(judged, labels)) }
}

/** Returns the share of the variance of labels that a line through the scores leaves open, for few labels, too. */
function openShare(scores: Float64Array, labels: Float64Array): number {
  const meanScore = computeMean(scores)
  const meanLabel = computeMean(labels)
  let products = 0
  let ofScores = 0
  let ofLabels = 0
  for (const [place, label] of labels.entries()) {
    const score = scores[place] as number
    products += (score - meanScore) * (label - meanLabel)
    ofScores += (score - meanScore) ** 2
    ofLabels += (label - meanLabel) ** 2
  }
  if (products === 0 || labels.length < 3) return 1
  const open = 1 - products ** 2 / (ofScores * ofLabels)
  return Math.min(1, (Math.max(0, open) * (labels.length - 1)) / (labels.length - 2))
}

/**
 * Predicts the variation of yes-or-no labels, assuming that the judge's scores are the true shares of people who would
 * say yes. If the judge is overconfident, the plan has too few labels: plan again once there are some.
 *
 * @throws RangeError for scores that are not shares.
 */
export function spreadExpectedBy(shares: readonly number[]): LabelSpread {
  for (const share of shares)
    if (!(share >= 0 && share <= 1)) throw new RangeError(`a share must be from 0 to 1, not ${share}`)
  const mean = computeMean(shares)
  const open = computeMean(shares.map((share) => share * (1 - share)))
  return { labels: Math.sqrt(mean * (1 - mean)), residuals: Math.sqrt(open) }
}

import { readOptions } from '../../shared/read-options.ts'
import { type PeopleEstimate, partsOf, toEstimate, tooFew } from './estimate.ts'
import {
  type LabelledRun,
  type PredictionPowered,
  type PredictionPoweredOptions,
  predictionPoweredOptions,
} from './labelled-run.ts'
import { readSample, type Sample } from './sample.ts'
import { toUnits } from './units.ts'

/** A quantile has an interval, and no standard error. */
export type QuantileEstimate =
  | Omit<Extract<PeopleEstimate, { value: number }>, 'standardError'>
  | Extract<PeopleEstimate, { undefinedBecause: string }>

const shares = { low: 0, high: 1 }

/**
 * The value that a share of the labels people would give are at most: 0.5 for the median. For each value the share of
 * labels at most as large is a rate, estimated from the judge's scores at most as large and the labels, with a λ of
 * its own. The quantile is the lowest label of which that share reaches the probability, and its interval all
 * values that the intervals of those shares do not rule out (Woodruff, Confidence intervals for medians and other
 * position measures, 1952; Angelopoulos and others, Prediction-powered inference, 2023).
 *
 * Scores help where they are on the scale of the labels. Ends beyond the labels seen are those of the range; where
 * it is not known there is no interval.
 *
 * @param probability Above 0, below 1.
 * @throws RangeError for another probability; otherwise as `predictionPoweredMean`.
 */
export function predictionPoweredQuantile(
  run: LabelledRun,
  probability: number,
  options?: PredictionPoweredOptions,
): QuantileEstimate {
  if (!(probability > 0 && probability < 1))
    throw new RangeError(`a probability must be above 0 and below 1, not ${probability}`)
  const read = readOptions('predictionPoweredQuantile', predictionPoweredOptions, options)
  return quantileOfSample(readSample(run), run.range, probability, read)
}

/** The same of a run that was read. */
export function quantileOfSample(
  sample: Sample,
  range: LabelledRun['range'],
  probability: number,
  options: PredictionPowered,
): QuantileEstimate {
  const reason = tooFew(sample, options.population)
  if (reason && 'undefinedBecause' in reason) return reason
  const shareUpTo = (value: number) => {
    const isUpTo = (number: number) => (number <= value ? 1 : 0)
    const labels = sample.labels.map(isUpTo)
    const units = toUnits(sample, isUpTo, isUpTo)
    const parts = partsOf(sample, units, labels, shares, options)
    const estimate = toEstimate({ ...parts, variance: parts.moments.variance }, shares, options.level)
    if ('undefinedBecause' in estimate) throw new Error(estimate.undefinedBecause)
    // A share that is estimated so far below 0 or above 1 that it has no interval rules nothing out.
    return { value: estimate.value, ...(estimate.interval ?? shares) }
  }
  return quantileOfShares(sample.labels, shareUpTo, range, probability, options.level)
}

/** @param estimateUpTo The share of labels that are at most a value, with the ends of its interval. */
export function quantileOfShares(
  labels: Float64Array,
  estimateUpTo: (value: number) => { value: number; low: number; high: number },
  range: LabelledRun['range'],
  probability: number,
  level: number,
): QuantileEstimate {
  const values = Float64Array.from(new Set(labels)).sort()
  const known = new Map<number, ReturnType<typeof estimateUpTo>>()
  const shareUpTo = (value: number) => {
    const share = known.get(value) ?? estimateUpTo(value)
    known.set(value, share)
    return share
  }
  // Shares rise with the value but for noise; values far from the quantile are passed over.
  const last = values.length - 1
  const reaches = (end: 'low' | 'value' | 'high') =>
    firstThat(values, (value) => shareUpTo(value)[end] >= probability)
  const lowest = reaches('high')
  const found = Math.min(last, reaches('value'))
  // Above the first value of which surely enough labels are at most as large, no label can be the quantile.
  const highest = firstThat(values, (value) => shareUpTo(value).low > probability)
  const value = values[found] as number
  const isBelowAll = lowest === 0 && shareUpTo(-Infinity).high >= probability
  const low = isBelowAll ? range?.low : (values[Math.min(lowest, last)] as number)
  const high = highest > last ? range?.high : (values[highest] as number)
  if (low === undefined || high === undefined)
    return { value, note: 'No interval: it goes beyond the labels seen, and their range is not known.' }
  return { value, interval: { low: Math.min(low, value), high: Math.max(high, value), level } }
}

/** The first place at which it is so, by halving; as many as there are where it never is. */
function firstThat(values: Float64Array, isSo: (value: number) => boolean): number {
  let [from, to] = [0, values.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isSo(values[middle] as number)) to = middle
    else from = middle + 1
  }
  return from
}

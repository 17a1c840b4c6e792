import { readOptions } from '../../shared/read-options.ts'
import { type PeopleEstimate, partsOf, toEstimate, tooFew } from './estimate.ts'
import { type LabelledRun, type PredictionPoweredOptions, predictionPoweredOptions } from './labelled-run.ts'
import { readSample } from './sample.ts'
import { toUnits } from './units.ts'

/** A quantile has an interval, and no standard error. */
export type QuantileEstimate =
  | Omit<Extract<PeopleEstimate, { value: number }>, 'standardError'>
  | Extract<PeopleEstimate, { undefinedBecause: string }>

const share = { low: 0, high: 1 }

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
  const sample = readSample(run)
  const reason = tooFew(sample, read.population)
  if (reason && 'undefinedBecause' in reason) return reason
  const values = Float64Array.from(new Set(sample.labels)).sort()
  const shareUpTo = (value: number) => {
    const isUpTo = (number: number) => (number <= value ? 1 : 0)
    const labels = sample.labels.map(isUpTo)
    const units = toUnits(sample, isUpTo, isUpTo)
    const parts = partsOf(sample, units, labels, share, read)
    const estimate = toEstimate({ ...parts, variance: parts.moments.variance }, share, read.level)
    if (!('interval' in estimate && estimate.interval)) throw new Error('a share has an interval')
    return { value: estimate.value, ...estimate.interval }
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
  const low = isBelowAll ? run.range?.low : (values[Math.min(lowest, last)] as number)
  const high = highest > last ? run.range?.high : (values[highest] as number)
  if (low === undefined || high === undefined)
    return { value, note: 'No interval: it goes beyond the labels seen, and their range is not known.' }
  return { value, interval: { low: Math.min(low, value), high: Math.max(high, value), level: read.level } }
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

import type { LabelledRun, PredictionPoweredOptions } from './labelled-run.ts'
import { type PredictionPoweredMean, predictionPoweredMean } from './mean.ts'
import { type RoganGladenEstimate, roganGladen } from './rogan-gladen.ts'
import { readSample, type Sample } from './sample.ts'

export interface PredictionPoweredRate extends PredictionPoweredMean {
  /** Beside it, for a judge of yes and no. */
  readonly roganGladen: RoganGladenEstimate
}

/**
 * The share of items to which people would say yes: labels are 1 for yes and 0 for no, or between where raters do
 * not agree.
 *
 * @param threshold The judge said yes where its score is at least that; for `roganGladen` alone. Default 0.5.
 * @throws RangeError for labels that are not from 0 to 1; otherwise as `predictionPoweredMean`.
 */
export function predictionPoweredRate(
  run: Omit<LabelledRun, 'range'>,
  options?: PredictionPoweredOptions,
  threshold = 0.5,
): PredictionPoweredRate {
  const inRange = { ...run, range: { low: 0, high: 1 } }
  const mean = predictionPoweredMean(inRange, options)
  return { ...mean, roganGladen: roganGladenOf(readSample(inRange), threshold, options) }
}

/** Of a run that was read. */
export function roganGladenOf(
  { scores, labels, labelled, probabilities }: Sample,
  threshold: number,
  { level, population = 'process' }: PredictionPoweredOptions = {},
): RoganGladenEstimate {
  if (labels.some((label) => label !== 0 && label !== 1))
    return { undefinedBecause: 'raters do not agree on some items, and it takes a yes or no of each' }
  if (probabilities.some((probability) => Math.abs(probability - (probabilities[0] as number)) > 1e-9))
    return { undefinedBecause: 'labels were drawn with different probabilities' }
  const saidYes = (place: number) => (scores[place] as number) >= threshold
  const ofLabel = (wanted: number) => labelled.filter((_, index) => labels[index] === wanted)
  const yes = ofLabel(1)
  const no = ofLabel(0)
  return roganGladen(
    {
      items: scores.length,
      saidYes: scores.reduce((count, score) => count + (score >= threshold ? 1 : 0), 0),
      labelledYes: yes.length,
      rightOnYes: yes.filter(saidYes).length,
      labelledNo: no.length,
      rightOnNo: no.filter((place) => !saidYes(place)).length,
    },
    level,
    population,
  )
}

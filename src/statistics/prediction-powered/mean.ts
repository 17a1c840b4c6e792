import { readOptions } from '../../shared/read-options.ts'
import { computeMean } from '../mean.ts'
import {
  type LabelledRun,
  type PredictionPowered,
  type PredictionPoweredOptions,
  predictionPoweredOptions,
} from './labelled-run.ts'
import { bothParts, type Parts, type PeopleEstimate, toEstimate } from './people-estimate.ts'
import { readSample, type Sample } from './sample.ts'
import { tooFew } from './too-few.ts'

export interface PredictionPoweredMean {
  /** The mean that people would give, estimated from judge and labels together. */
  readonly people: PeopleEstimate
  /** The mean estimated from the labels alone. */
  readonly labelsAlone: PeopleEstimate
  /** The mean of the judge's scores. */
  readonly judge: number
  /** How much of the judge is used: 0 for none; 1 for all, if both are on the same scale. */
  readonly lambda?: number
  /** The scope of the intervals: these items, or all items like these. */
  readonly population: 'items' | 'process'
  /** The number of labelled items, and of all items. */
  readonly labels: number
  readonly items: number
}

/**
 * Estimates the mean that people would give, from a judge's scores of all items and people's labels of some:
 * `tunedWeights`. In the limit it is never less certain than the labels alone. For yes-or-no labels, 1 and 0, it is a
 * rate.
 *
 * @throws TypeError for options out of range, and as `readSample` does.
 */
export function predictionPoweredMean(
  run: LabelledRun,
  options?: PredictionPoweredOptions,
): PredictionPoweredMean {
  const read = readOptions('predictionPoweredMean', predictionPoweredOptions, options)
  return meanOfSample(readSample(run), run.range, read)
}

/** Estimates the same mean from a sample that was already read. */
export function meanOfSample(
  sample: Sample,
  range: LabelledRun['range'],
  options: PredictionPowered,
): PredictionPoweredMean {
  const judge = computeMean(sample.scores)
  const counts = {
    judge,
    population: options.population,
    labels: sample.labels.length,
    items: sample.scores.length,
  }
  const reason = tooFew(sample, options.population)
  if (reason) return { people: reason, labelsAlone: reason, ...counts }
  const estimateParts = (parts: Parts) =>
    toEstimate({ ...parts, variance: parts.moments.variance }, range, options.level)
  const { people, alone } = bothParts(sample, range, options)
  return {
    people: estimateParts(people),
    labelsAlone: estimateParts(alone),
    lambda: people.tuned.lambda,
    ...counts,
  }
}

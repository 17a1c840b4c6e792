import type { Range } from '../estimate-means.ts'
import type { Interval } from '../resampling.ts'
import { type ErrorMoments, errorMoments } from './error-moments.ts'
import { distancesFrom } from './interval.ts'
import type { PredictionPowered } from './labelled-run.ts'
import type { Sample } from './sample.ts'
import { type TunedWeights, tunedWeights } from './tuned-weights.ts'
import type { Units } from './units.ts'
import { countOf, type Unseen, unseen } from './unseen.ts'
import { yesOrNoOf } from './yes-or-no.ts'

/** A number that people would give, or why labels are too few for it. */
export type PeopleEstimate =
  | {
      readonly value: number
      readonly standardError: number
      /** Absent where nothing honest can be said; then `note` says why. */
      readonly interval?: Interval
      readonly note?: string
    }
  | {
      readonly undefinedBecause: string
      /** From how many drawn items, or clusters, on there is an estimate, where that is what lacks. */
      readonly labelsNeeded?: number
    }

/** What a mean and its interval are made of, so that two of them can be put together. */
export interface Parts {
  readonly mean: number
  readonly moments: ErrorMoments
  /** How far the interval goes; absent where labels are all equal and their range is not known. */
  readonly distances?: Unseen
  /** What to know about the interval. */
  readonly note?: string
  readonly units: Units
  readonly tuned: TunedWeights
}

/** Below it intervals miss the truth more often than they say: `node research/simulate-prediction-powered.ts`. */
export const fewestLabels = 20

/** Of a stratum that was not labelled in full: below it, nobody knows how its labels vary. */
const fewestOfStratum = 2

/** What keeps these labels from saying anything, if something does. */
export function tooFew(
  { drawn, strata, clusters, stratumNames }: Sample,
  population: PredictionPowered['population'],
): PeopleEstimate | undefined {
  const isCensus = drawn.length === strata.length && population === 'items'
  const count = countOf(drawn, clusters, population)
  if (count < fewestLabels && !isCensus) {
    const isBundled = population === 'process' && new Set(clusters).size < clusters.length
    const what = isBundled ? 'of different clusters' : 'drawn at random'
    return {
      undefinedBecause: `${count} labels are too few: it takes ${fewestLabels}, ${what}.`,
      labelsNeeded: fewestLabels,
    }
  }
  for (const [stratum, name] of stratumNames.entries()) {
    const labelled = drawn.reduce((found, unit) => found + (strata[unit] === stratum ? 1 : 0), 0)
    const all = strata.reduce((found, of) => found + (of === stratum ? 1 : 0), 0)
    if (labelled < Math.min(fewestOfStratum, all))
      return {
        undefinedBecause: `Stratum ${name} has ${labelled} labels: it takes ${fewestOfStratum} of each stratum.`,
        labelsNeeded: count + fewestOfStratum - labelled,
      }
  }
  return undefined
}

/**
 * @param useJudge Without it, of the labels alone.
 * @param labels Of each labelled item, as they went into the units.
 */
export function partsOf(
  sample: Sample,
  units: Units,
  labels: Float64Array,
  range: Range | undefined,
  options: PredictionPowered,
  useJudge = true,
): Parts {
  const tuned = tunedWeights(sample, units, useJudge)
  const fitted = tuned.fitted.map((of, unit) => of / (units.sizes[unit] as number))
  const residuals = units.labels.map((label, place) => {
    const unit = sample.drawn[place] as number
    return label / (units.sizes[unit] as number) - (fitted[unit] as number)
  })
  const moments = errorMoments(sample, units, tuned, options.population)
  const notSeen = unseen(sample, labels, fitted, residuals, units.sizes, range, options)
  const mean = tuned.total / sample.scores.length
  const yesOrNo = yesOrNoOf(mean, labels, fitted, units.sizes, range)
  const distances = notSeen && distancesFrom(moments, notSeen, options.level, yesOrNo)
  const isWidened =
    (notSeen?.down && distances?.down === notSeen.down) || (notSeen?.up && distances?.up === notSeen.up)
  return {
    mean,
    moments,
    distances,
    ...(isWidened ? { note: widened } : {}),
    units,
    tuned,
  }
}

const widened =
  'Hardly any label is off what the judge leads one to expect: the interval allows for others that were not seen.'

/** @param range No interval goes beyond; the value may, and then a note says so. */
export function toEstimate(
  { mean, variance, distances, note }: Pick<Parts, 'mean' | 'distances' | 'note'> & { variance: number },
  range: Range | undefined,
  level: number,
): PeopleEstimate {
  const found = { value: mean, standardError: Math.sqrt(variance) }
  if (!distances)
    return { ...found, note: 'No interval: all labels are equal, and their range is not known.' }
  const { low: lowest = -Infinity, high: highest = Infinity } = range ?? {}
  const low = Math.max(lowest, mean - distances.down)
  const high = Math.min(highest, mean + distances.up)
  if (low > high) return { ...found, note: `No interval: ${beyond}` }
  const isBeyond = mean < lowest - 1e-9 || mean > highest + 1e-9
  const notes = [...(isBeyond ? [beyond] : []), ...(note === undefined ? [] : [note])]
  return { ...found, interval: { low, high, level }, ...(notes.length > 0 ? { note: notes.join(' ') } : {}) }
}

const beyond =
  'The value is beyond the range of labels: the labelled items have other scores than the rest. More labels mend that.'

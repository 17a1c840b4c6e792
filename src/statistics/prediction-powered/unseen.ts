import { normalQuantile } from '../distributions.ts'
import type { Range } from '../resampling.ts'
import type { PredictionPowered } from './labelled-run.ts'
import type { Sample } from './sample.ts'

/** How far items of a kind that no label showed may move the mean. */
export interface UnseenShift {
  readonly down: number
  readonly up: number
  /** An additional error for units that were less likely to be drawn than those that showed such items. */
  readonly rareDown?: number
  readonly rareUp?: number
}

/**
 * Bounds the share of units unlike any labelled one. Labels that all agree with the judge do not guarantee the next: if
 * none of `labelled` units was unlike the others, then with probability (1 + level) ∕ 2 at most this share of all units
 * is (Clopper and Pearson, 1934; the "rule of three" is its short form).
 *
 * @param units The number of units that the labelled ones are from; Infinity for a process. For a finite number, the
 * bound is that of draws without replacement.
 */
export function unseenShare(labelled: number, units: number, level: number): number {
  const chance = (1 - level) / 2
  if (units === Infinity) return 1 - chance ** (1 / labelled)
  let missed = 1
  let unlike = 0
  while (labelled < units - unlike) {
    missed *= (units - labelled - unlike) / (units - unlike)
    if (missed < chance) break
    unlike += 1
  }
  return unlike / units
}

/** A label this far from the judge's prediction, relative to the spread of labels, is a large mistake. */
const largeMistake = 1 / 4

/** A mistake stands for others among units at least this fraction as likely to be drawn. */
const asOften = 1 / 2

/**
 * Bounds the effect of unseen large mistakes. If no label exceeded the judge's prediction by at least a quarter of the
 * spread of labels, there may still be such items that were not drawn; the same holds below. They are assumed to be
 * those that move the mean most: as far from the prediction as labels are apart, or as the range allows. If such labels
 * were seen, the error already includes them.
 *
 * Units that were sure to be drawn say nothing about the others, and those that were likely to be drawn say nothing
 * about unlikely ones: a draw by uncertainty finds mistakes mostly where the judge expects them.
 *
 * @param labels The label of each labelled item.
 * @param fitted The judge's prediction of people's label for an item of each unit.
 * @param residuals The distance of each drawn unit's labels above that, per item.
 * @param sizes The number of items in each unit.
 * @returns Undefined if all labels are equal and the range is not known.
 */
export function unseen(
  sample: Sample,
  labels: Float64Array,
  fitted: Float64Array,
  residuals: Float64Array,
  sizes: Float64Array,
  range: Range | undefined,
  { population, level }: PredictionPowered,
): UnseenShift | undefined {
  const { drawn, probabilities } = sample
  const places = [...drawn.keys()]
  const unsure = places.filter((place) => (probabilities[place] as number) < 1)
  // If all units were drawn, none is unseen; for a process they are the sample.
  if (unsure.length === 0 && population === 'items') return { down: 0, up: 0 }
  const among = unsure.length > 0 ? unsure : places
  const apart = measureSpread(labels, range)
  if (apart === 0 && range === undefined) return undefined
  const furthest = apart === 0 ? Infinity : apart
  const { low = -Infinity, high = Infinity } = range ?? {}
  const within = (distance: number) => Math.max(0, Math.min(furthest, distance))
  const readProbability = (place: number) => probabilities[place] as number
  const distancesTo = (measureDistance: (value: number) => number) =>
    fitted.map((of, unit) => within(measureDistance(of)) * (sizes[unit] as number))
  const furthestOff = (distances: Float64Array, share: number) =>
    sumOfLargest(distances, share) / sample.scores.length
  const towards = (sign: number, measureDistance: (value: number) => number) => {
    const seen = among.filter((place) => sign * (residuals[place] as number) >= largeMistake * furthest)
    const distances = distancesTo(measureDistance)
    if (seen.length === 0)
      return {
        all: furthestOff(distances, shareUnseen(describePart(sample, among, population), level)),
        rare: 0,
      }
    const rarest = asOften * Math.min(...seen.map(readProbability))
    const rare = describePart(
      sample,
      among.filter((place) => readProbability(place) < rarest),
      population,
    )
    return { all: 0, rare: furthestOff(distances, shareRare(rare, level)) }
  }
  const below = towards(-1, (of) => of - low)
  const above = towards(1, (of) => high - of)
  return { down: below.all, up: above.all, rareDown: below.rare, rareUp: above.rare }
}

/** A part of the units: the number drawn, the number of units, and its share of all units. */
interface Part {
  readonly labelled: number
  readonly units: number
  readonly share: number
}

function describePart(
  { drawn, probabilities, clusters, strata }: Sample,
  places: readonly number[],
  population: PredictionPowered['population'],
): Part {
  const chances = Float64Array.from(places, (place) => probabilities[place] as number)
  const weight = chances.reduce((sum, probability) => sum + 1 / probability, 0)
  const squares = chances.reduce((sum, probability) => sum + 1 / probability ** 2, 0)
  const own = Uint32Array.from(places, (place) => drawn[place] as number)
  const share = weight / probabilities.reduce((sum, probability) => sum + 1 / probability, 0)
  const units = Math.max(places.length, Math.round(share * strata.length))
  return {
    // The number of equally likely draws that would say as much (Kish, Survey sampling, 1965).
    labelled:
      places.length === 0
        ? 0
        : (weight ** 2 / squares / places.length) * countDrawn(own, clusters, population),
    units: population === 'items' ? units : Infinity,
    share,
  }
}

/** Returns the share of all units that may be unlike the others, in a part in which no drawn unit was. */
const shareUnseen = ({ labelled, units, share }: Part, level: number) =>
  labelled === 0 ? 0 : share * unseenShare(labelled, units, level)

/**
 * Returns the error of that number, as if half a unit more that is unlike the others, and half a unit like them, had
 * been drawn (Jeffreys' prior).
 */
function shareRare({ labelled, units, share }: Part, level: number): number {
  if (labelled === 0) return 0
  const rate = 0.5 / (labelled + 1)
  const missed = Math.max(0, 1 - labelled / units)
  return share * normalQuantile((1 + level) / 2) * Math.sqrt((rate * (1 - rate) * missed) / labelled)
}

/** The relative distance below which numbers differ only by arithmetic: 0.8 − 0.7 and 0.3 − 0.2. */
const rounding = 1e-12

/** Returns the spread of labels; 0 if it is only rounding, since they then say no more than equal ones. */
function measureSpread(labels: Float64Array, { low, high }: Range = { low: 0, high: 0 }): number {
  const apart = most(labels) + most(labels.map((label) => -label))
  const size = Math.max(most(labels.map(Math.abs)), Number.isFinite(high - low) ? high - low : 0)
  return apart <= rounding * size ? 0 : apart
}

function most(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), -Infinity)
}

function sumOfLargest(numbers: Float64Array, share: number): number {
  const sorted = numbers.toSorted().reverse()
  const count = share * numbers.length
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.min(1, count - index) * (sorted[index] as number)
  return sum
}

export function countDrawn(
  drawn: Uint32Array,
  clusters: Uint32Array,
  population: PredictionPowered['population'],
): number {
  return population === 'items' ? drawn.length : new Set(Array.from(drawn, (unit) => clusters[unit])).size
}

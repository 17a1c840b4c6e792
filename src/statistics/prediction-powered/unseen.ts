import type { Range } from '../estimate-means.ts'
import type { PredictionPowered } from './labelled-run.ts'
import type { Sample } from './sample.ts'

/** How far items of a kind that no label has shown may move the mean. */
export interface Unseen {
  readonly down: number
  readonly up: number
}

/**
 * Labels that all agree with the judge do not say that the next one will: of `labelled` units none was unlike the
 * others, and with probability (1 + level) ∕ 2 at most this share of all units is (Clopper and Pearson, 1934, of
 * which the "rule of three" is the short form).
 *
 * @param units Of how many the labelled ones are; Infinity for a process. Of a few, the bound is that of draws
 * without replacement.
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

/** A label this far from what the judge says, as a part of how far labels are apart, shows that there are such. */
const largeMistake = 1 / 4

/**
 * Where no label was above what the judge says of it by at least a quarter of how far labels are apart, items may
 * still be, and none of them have been drawn; the same below. They are taken to be those that move the mean most:
 * as far from what the judge says as labels are apart, or as the range goes. Where such labels were seen, the
 * error has them in it.
 *
 * @param labels Of each labelled item.
 * @param fitted What people would say of an item of each unit, by the judge.
 * @param residuals How far the labels of each drawn unit are above that, for an item.
 * @param sizes Items of each unit.
 * @returns Nothing where all labels are equal and the range is not known.
 */
export function unseen(
  sample: Sample,
  labels: Float64Array,
  fitted: Float64Array,
  residuals: Float64Array,
  sizes: Float64Array,
  range: Range | undefined,
  { population, level }: PredictionPowered,
): Unseen | undefined {
  const apart = apartOf(labels, range)
  const ofAll = population === 'items' ? fitted.length : Infinity
  const share = unseenShare(effectiveUnits(sample, population), ofAll, level)
  if (share === 0) return { down: 0, up: 0 }
  if (apart === 0 && range === undefined) return undefined
  const furthest = apart === 0 ? Infinity : apart
  const { low = -Infinity, high = Infinity } = range ?? {}
  const within = (distance: number) => Math.max(0, Math.min(furthest, distance))
  const isSeen = (sign: number) => most(residuals.map((of) => sign * of)) >= largeMistake * furthest
  const furthestOff = (distanceOf: (value: number) => number) =>
    sumOfLargest(
      fitted.map((of, unit) => within(distanceOf(of)) * (sizes[unit] as number)),
      share,
    ) / sample.scores.length
  return {
    down: isSeen(-1) ? 0 : furthestOff((of) => of - low),
    up: isSeen(1) ? 0 : furthestOff((of) => high - of),
  }
}

/** How much less than their size numbers are apart that only arithmetic tells apart: 0.8 − 0.7 and 0.3 − 0.2. */
const rounding = 1e-12

/** How far labels are apart; 0 where only rounding makes them so, since they then say no more than equal ones. */
function apartOf(labels: Float64Array, { low, high }: Range = { low: 0, high: 0 }): number {
  const apart = most(labels) + most(labels.map((label) => -label))
  const size = Math.max(most(labels.map(Math.abs)), Number.isFinite(high - low) ? high - low : 0)
  return apart <= rounding * size ? 0 : apart
}

function most(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), -Infinity)
}

/** Of the largest numbers, of this share of all. */
function sumOfLargest(numbers: Float64Array, share: number): number {
  const sorted = numbers.toSorted().reverse()
  const count = share * numbers.length
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.min(1, count - index) * (sorted[index] as number)
  return sum
}

/** As many as would say as much if all had been drawn alike (Kish, Survey sampling, 1965); clusters for a process. */
function effectiveUnits(
  { drawn, probabilities, clusters }: Sample,
  population: PredictionPowered['population'],
): number {
  const weight = probabilities.reduce((sum, probability) => sum + 1 / probability, 0)
  const squares = probabilities.reduce((sum, probability) => sum + 1 / probability ** 2, 0)
  const share = weight ** 2 / squares / drawn.length
  return share * countOf(drawn, clusters, population)
}

/** Drawn units, or the clusters that they are in. */
export function countOf(
  drawn: Uint32Array,
  clusters: Uint32Array,
  population: PredictionPowered['population'],
): number {
  return population === 'items' ? drawn.length : new Set(Array.from(drawn, (unit) => clusters[unit])).size
}

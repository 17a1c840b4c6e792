/** Means of many items by the project's own parts, with what was not drawn in bins, for `simulate-many-items.ts`. */

import { errorMoments } from '../src/statistics/prediction-powered/error-moments.ts'
import type { Parts } from '../src/statistics/prediction-powered/people-estimate.ts'
import { distancesFrom } from '../src/statistics/prediction-powered/people-estimate.ts'
import type { Sample } from '../src/statistics/prediction-powered/sample.ts'
import { tunedWeights } from '../src/statistics/prediction-powered/tuned-weights.ts'
import { unseen } from '../src/statistics/prediction-powered/unseen.ts'
import { measureLean } from '../src/statistics/prediction-powered/yes-or-no.ts'
import type { Range } from '../src/statistics/resampling.ts'

/** Items in the order of strata and scores, cut into bins of items that the judge scored nearly alike. */
export interface Binned {
  /** Scores of all items, in that order. */
  readonly sorted: Float64Array
  readonly binOf: Uint32Array
  /** Of each bin. */
  readonly sizes: Float64Array
  readonly scores: Float64Array
  readonly stratumOfBin: Uint32Array
}

const itemsOfBin = 200

export function binned(
  scores: Float64Array,
  strata: Uint32Array,
  stratumNames: readonly (string | undefined)[],
): Binned {
  const orders = stratumNames.map((_, stratum) =>
    Uint32Array.from(scores.keys())
      .filter((place) => strata[place] === stratum)
      .sort((one, other) => (scores[one] as number) - (scores[other] as number)),
  )
  const binOf = new Uint32Array(scores.length)
  const [sizes, sums, stratumOfBin]: [number[], number[], number[]] = [[], [], []]
  for (const [stratum, order] of orders.entries())
    for (let from = 0; from < order.length; from += itemsOfBin) {
      const places = order.subarray(from, from + itemsOfBin)
      for (const place of places) binOf[place] = sizes.length
      sizes.push(places.length)
      sums.push(places.reduce((sum, place) => sum + (scores[place] as number), 0))
      stratumOfBin.push(stratum)
    }
  return {
    sorted: Float64Array.from(
      orders.flatMap((order) => Array.from(order)),
      (place) => scores[place] as number,
    ),
    binOf,
    sizes: Float64Array.from(sizes),
    scores: Float64Array.from(sums),
    stratumOfBin: Uint32Array.from(stratumOfBin),
  }
}

/** How many scores of each bin are at most a value. */
export function countsUpTo({ sorted, sizes }: Binned, value: number): Float64Array {
  let from = 0
  return sizes.map((size) => {
    const bin = sorted.subarray(from, from + size)
    from += size
    if ((bin[0] as number) > value) return 0
    return (bin.at(-1) as number) <= value ? size : bin.filter((score) => score <= value).length
  })
}

/**
 * As `computeMeanParts`: drawn items by themselves, the others as units of a bin. Only the bound on what was not seen is that
 * of a process, at most labels ∕ items ∕ 2 of itself above that of the items.
 *
 * @param scoreOf What was done to the scores of the bins.
 */
export function fromBins(
  { sorted, binOf, stratumOfBin, sizes, scores }: Binned,
  sample: Sample,
  within: Range,
  level: number,
  scoreOf = (score: number) => score,
): Parts {
  const { drawn, labels } = sample
  const bins = sizes.length
  const count = bins + drawn.length
  const units = { sizes: new Float64Array(count).fill(1), scores: new Float64Array(count), labels }
  units.sizes.set(sizes)
  units.scores.set(scores)
  const strata = new Uint32Array(count)
  strata.set(stratumOfBin)
  for (const [place, item] of drawn.entries()) {
    const bin = binOf[item] as number
    const score = scoreOf(sample.scores[item] as number)
    units.sizes[bin] = (units.sizes[bin] as number) - 1
    units.scores[bin] = (units.scores[bin] as number) - score
    units.scores[bins + place] = score
    strata[bins + place] = sample.strata[item] as number
  }
  if (units.sizes.includes(0)) throw new Error('all items of a bin were drawn')
  // Of the scores only their number is used.
  const ofBins = {
    ...sample,
    scores: sorted,
    strata,
    clusters: Uint32Array.from(strata.keys()),
    drawn: drawn.map((_, place) => bins + place),
  }
  const tuned = tunedWeights(ofBins, units)
  const mean = tuned.total / sorted.length
  const fitted = tuned.fitted.map((of, unit) => of / (units.sizes[unit] as number))
  const residuals = labels.map((label, place) => label - (fitted[bins + place] as number))
  const moments = errorMoments(ofBins, units, tuned, 'items')
  const options = { population: 'process', level } as const
  const notSeen = unseen(ofBins, labels, fitted.subarray(0, bins), residuals, sizes, within, options)
  const yesOrNo = measureLean(mean, labels, fitted, units.sizes, within)
  const distances = notSeen && distancesFrom(moments, notSeen, level, yesOrNo)
  return { mean, moments, distances, isWidened: false, units, tuned }
}

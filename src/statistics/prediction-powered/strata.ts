import type { Sample, Units } from './sample.ts'

/** Units with a draw of labels of their own. */
export interface Stratum {
  /** The positions of its drawn units among all drawn ones. */
  readonly places: readonly number[]
  /** Whether all of it was drawn, so that nothing is estimated. */
  readonly isCensus: boolean
  /** The number of items, and the sum of the judge's scores over all of them. */
  readonly size: number
  readonly score: number
  /** The variance of the judge's score per item, over all of it. */
  readonly spread: number
  /** The mean label and the mean score per item of the drawn units, with the weights of the fit. */
  readonly labelLevel: number
  readonly scoreLevel: number
  /** Σ fit · size² over the drawn units. */
  readonly mass: number
}

/** @param fit The weight of each drawn unit in the fit: 0 for those that were sure to be drawn. */
export function toStrata(
  { drawn, strata, stratumNames }: Sample,
  { sizes, scores, labels }: Units,
  fit: Float64Array,
): Stratum[] {
  const totals = stratumNames.map(() => ({ size: 0, score: 0, spread: 0 }))
  type Total = (typeof totals)[number]
  for (let unit = 0; unit < strata.length; unit++) {
    const total = totals[strata[unit] as number] as Total
    total.size += sizes[unit] as number
    total.score += scores[unit] as number
  }
  for (let unit = 0; unit < strata.length; unit++) {
    const total = totals[strata[unit] as number] as Total
    const size = sizes[unit] as number
    total.spread += ((scores[unit] as number) - (size * total.score) / total.size) ** 2 / size / total.size
  }
  const placesByStratum = Map.groupBy(drawn.keys(), (place) => strata[drawn[place] as number] as number)
  return totals.map((total, index) => {
    const places = placesByStratum.get(index) ?? []
    const isCensus = places.every((place) => fit[place] === 0)
    let mass = 0
    let label = 0
    let score = 0
    for (const place of places) {
      const unit = drawn[place] as number
      const size = sizes[unit] as number
      const weight = isCensus ? 1 / size : (fit[place] as number)
      mass += weight * size ** 2
      label += weight * size * (labels[place] as number)
      score += weight * size * (scores[unit] as number)
    }
    return { places, isCensus, ...total, labelLevel: label / mass, scoreLevel: score / mass, mass }
  })
}

import type { Sample } from './sample.ts'
import type { Units } from './units.ts'

/** Units from which labels were drawn by themselves. */
export interface Stratum {
  readonly index: number
  /** Of its drawn units, among all drawn. */
  readonly places: readonly number[]
  /** Whether all of it was drawn, so that nothing is estimated. */
  readonly isCensus: boolean
  /** Items, and the sum of the judge's scores of all of them. */
  readonly size: number
  readonly score: number
  /** The mean label and the mean score of an item, of what was drawn, as the fit weights them. */
  readonly labelLevel: number
  readonly scoreLevel: number
  /** Σ fit · size² over what was drawn. */
  readonly mass: number
}

/** @param fit How much each drawn unit counts in the fit: 0 for those that were sure to be drawn. */
export function toStrata(
  { drawn, strata, stratumNames }: Sample,
  { sizes, scores, labels }: Units,
  fit: Float64Array,
): Stratum[] {
  const totals = stratumNames.map(() => ({ size: 0, score: 0 }))
  for (const [unit, stratum] of strata.entries()) {
    const total = totals[stratum] as { size: number; score: number }
    total.size += sizes[unit] as number
    total.score += scores[unit] as number
  }
  const placesOf = Map.groupBy(drawn.keys(), (place) => strata[drawn[place] as number] as number)
  return totals.map((total, index) => {
    const places = placesOf.get(index) ?? []
    const isCensus = places.every((place) => fit[place] === 0)
    let [mass, label, score] = [0, 0, 0]
    for (const place of places) {
      const unit = drawn[place] as number
      const size = sizes[unit] as number
      const weight = isCensus ? 1 / size : (fit[place] as number)
      mass += weight * size ** 2
      label += weight * size * (labels[place] as number)
      score += weight * size * (scores[unit] as number)
    }
    return { index, places, isCensus, ...total, labelLevel: label / mass, scoreLevel: score / mass, mass }
  })
}

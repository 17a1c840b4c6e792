import type { Sample, Units } from './sample.ts'
import { type Stratum, toStrata } from './strata.ts'

/**
 * The least variance to assume for the scores drawn from strata, as a share of the variance of all. It keeps λ from
 * relying on narrow strata, whose labels of scores from 0 to 0.2 say nothing about those of 0.8. Without it, of 12,000
 * draws of 30 by score, 52 gave means beyond the range of labels, up to 1.35 for a truth of 0.9; with it, 1 in 6,000
 * did. Without strata there were none, and the same rule would keep the labels from using a judge who is right where
 * none was drawn.
 */
const leastSpread = 1 / 2

/**
 * The largest part of λ that a single unit may decide. If all drawn scores but one are alike, that one determines λ:
 * one draw had a λ of −17, a mean of 2.55 on a scale of 1 and a standard error of 92.
 */
const mostOfOne = 1 / 2

/** Below this, a unit alone decides its own fit, and its residual says nothing. */
const leastFreedom = 1e-6

/** The weights of drawn units, and the judge's errors there. */
export interface TunedWeights {
  /** The estimated sum of the labels over all items. */
  readonly total: number
  /** λ averaged over the items; 0 if the judge says nothing. */
  readonly lambda: number
  /** The judge's prediction of people's labels for each unit. */
  readonly fitted: Float64Array
  /** The weight times the residual of each drawn unit. */
  readonly errors: Float64Array
  readonly parameters: number
}

/**
 * Computes power-tuned prediction-powered totals (PPI++: Angelopoulos, Duchi and Zrnic, 2023, arXiv 2311.01453, section
 * 6), where the labelled items are among those that the judge scored. The total is Σ weight · label over the drawn
 * units. Weights start as 1 ∕ probability, and are then corrected so that the weighted drawn units have the size and
 * the judge's total of all. λ is the slope of labels on scores that minimises the estimated variance, which is
 * Cov(label, score) ∕ Var(score) for equal probabilities. The paper's λ, for n labelled items apart from N others, is
 * that times N ∕ (N + n), and gives the same mean. The variance is that of the drawn scores, which says more about this
 * draw than that of all. λ is not clipped to 0 to 1: the judge's scale need not be that of people, and a judge who
 * ranks upside down helps, too.
 *
 * Correcting the size makes it Hájek's estimate rather than Horvitz and Thompson's, so that a judge with a constant
 * error costs nothing. Each stratum has levels of its own, and all share λ: one for each stratum (Fisch and others, 2024,
 * arXiv 2406.04291) made intervals at most 2 % narrower with 300 labels by score, and held as often.
 *
 * Weights allow for the distance of the drawn scores from all (Särndal, Swensson and Wretman, The weighted residual
 * technique, 1989), and residuals are divided by √(1 − leverage), which makes their variance right for few labels (HC2:
 * MacKinnon and White, 1985).
 *
 * With few labels λ is partly chance, which would make intervals with a useless judge 1 to 5 % wider than those of the
 * labels alone. So only the part that labels support is used: `partShown`.
 *
 * @param useOfJudge How much of λ is used: 0 for the labels alone. Totals are linear in it.
 */
export function tunedWeights(sample: Sample, units: Units, useOfJudge = 1): TunedWeights {
  const { drawn, probabilities } = sample
  const readLabel = (place: number) => units.labels[place] as number
  const sizes = Float64Array.from(drawn, (unit) => units.sizes[unit] as number)
  const fit = probabilities.map((of, place) => (1 - of) / (of ** 2 * (sizes[place] as number)))
  const weights = probabilities.map((probability) => 1 / probability)
  const leverages = new Float64Array(drawn.length)
  const strata = toStrata(sample, units, fit)
  /** Corrects weights to give numbers their total over all items, at the least variance; returns a slope. */
  const setRight = (
    places: readonly number[],
    numbers: Float64Array,
    totalOfAll: number,
    leastMass = 0,
    { mostLeverage = 1, use = 1 } = {},
  ): number => {
    let mass = 0
    let product = 0
    let missing = totalOfAll
    let largest = 0
    for (const place of places) {
      const number = numbers[place] as number
      const own = (fit[place] as number) * number ** 2
      mass += own
      largest = Math.max(largest, own)
      product += (fit[place] as number) * number * readLabel(place)
      missing -= number / (probabilities[place] as number)
    }
    mass = Math.max(mass, leastMass, largest / mostLeverage)
    for (const place of places) {
      const number = numbers[place] as number
      const scaled = ((fit[place] as number) * number) / mass
      weights[place] = (weights[place] as number) + use * scaled * missing
      leverages[place] = (leverages[place] as number) + use * scaled * number
    }
    return (use * product) / mass
  }
  const estimated = strata.filter(({ isCensus }) => !isCensus)
  for (const { places, size } of estimated) setRight(places, sizes, size)
  const places = estimated.flatMap((stratum) => stratum.places)
  const { centred, labels } = centre(sample, units, sizes, estimated)
  const isUsed = useOfJudge > 0 && varies(places, centred, fit, estimated)
  const use = isUsed ? useOfJudge * partShown(places, fit, centred, labels, estimated.length + 1) : 0
  const totalOfAll = estimated.reduce((sum, of) => sum + of.score - of.size * of.scoreLevel, 0)
  const massOfAll = estimated.reduce((sum, { mass, spread }) => sum + mass * spread, 0)
  const leastMass = strata.length > 1 ? leastSpread * massOfAll : 0
  const limits = { mostLeverage: mostOfOne, use }
  const lambda = use > 0 ? setRight(places, centred, totalOfAll, leastMass, limits) : 0
  const fitted = predictLabels(sample, units, strata, lambda)
  const parameters = estimated.length + (use > 0 ? 1 : 0)
  const residuals = units.labels.map((label, place) => label - (fitted[drawn[place] as number] as number))
  const errors = enlargeResiduals(residuals, sizes, leverages, parameters).map(
    (error, place) => (weights[place] as number) * error,
  )
  const total = units.labels.reduce((sum, label, place) => sum + (weights[place] as number) * label, 0)
  const itemsEstimated = estimated.reduce((sum, { size }) => sum + size, 0)
  return { total, lambda: (lambda * itemsEstimated) / sample.scores.length, fitted, errors, parameters }
}

/** Returns the scores and labels of the drawn units, each minus the level of its stratum. */
function centre({ drawn }: Sample, units: Units, sizes: Float64Array, strata: readonly Stratum[]) {
  const centred = new Float64Array(drawn.length)
  const labels = new Float64Array(drawn.length)
  for (const { places, scoreLevel, labelLevel } of strata)
    for (const place of places) {
      const size = sizes[place] as number
      centred[place] = (units.scores[drawn[place] as number] as number) - size * scoreLevel
      labels[place] = (units.labels[place] as number) - size * labelLevel
    }
  return { centred, labels }
}

const predictLabels = (sample: Sample, units: Units, strata: readonly Stratum[], lambda: number) =>
  units.sizes.map((size, unit) => {
    const { isCensus, scoreLevel, labelLevel } = strata[sample.strata[unit] as number] as Stratum
    if (isCensus) return size * labelLevel
    return size * labelLevel + lambda * ((units.scores[unit] as number) - size * scoreLevel)
  })

/**
 * Returns 1 − 1 ∕ F, at least 0, for the F that tests the slope of labels on scores: 0 if the judge says no more about
 * the labels than a useless one would by chance, nearly 1 if it says much (the positive part of James and Stein's
 * shrinkage, Estimation with quadratic loss, 1961; Baranchik, 1964).
 *
 * @param centred The judge's scores, and in `labels` those of people, minus the level of their stratum.
 * @param parameters The number of fitted parameters, including the slope.
 */
function partShown(
  places: readonly number[],
  fit: Float64Array,
  centred: Float64Array,
  labels: Float64Array,
  parameters: number,
): number {
  let scores = 0
  let products = 0
  let squares = 0
  for (const place of places) {
    const [weight, score, label] = [fit[place], centred[place], labels[place]] as [number, number, number]
    scores += weight * score ** 2
    products += weight * score * label
    squares += weight * label ** 2
  }
  const explained = products ** 2 / scores
  if (explained === 0) return 0
  const rest = Math.max(0, squares - explained) / Math.max(1, places.length - parameters)
  return Math.max(0, 1 - rest / explained)
}

/** Enlarges residuals to what they would be if the unit were not in the fit. */
function enlargeResiduals(
  residuals: Float64Array,
  sizes: Float64Array,
  leverages: Float64Array,
  parameters: number,
): Float64Array {
  const squares = residuals.reduce((sum, of, place) => sum + of ** 2 / (sizes[place] as number), 0)
  const usual = Math.sqrt(squares / Math.max(1, residuals.length - parameters))
  return residuals.map((residual, place) => {
    const freedom = 1 - (leverages[place] as number)
    return freedom < leastFreedom ? usual * Math.sqrt(sizes[place] as number) : residual / Math.sqrt(freedom)
  })
}

/** Returns whether the judge's scores of the drawn units differ, beyond rounding. */
function varies(
  places: readonly number[],
  centred: Float64Array,
  fit: Float64Array,
  strata: readonly Stratum[],
): boolean {
  const spread = places.reduce((sum, at) => sum + (fit[at] as number) * (centred[at] as number) ** 2, 0)
  const scale = strata.reduce((sum, { mass, scoreLevel }) => sum + mass * scoreLevel ** 2, 0)
  return spread > 1e-18 * scale
}

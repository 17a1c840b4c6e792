import type { PredictionPowered } from './labelled-run.ts'
import type { Sample, Units } from './sample.ts'
import type { TunedWeights } from './tuned-weights.ts'

/** Moments of the error of an estimate; those of independent parts add up. */
export interface ErrorMoments {
  readonly variance: number
  /** The third central moment of the error. */
  readonly third: number
  /** The covariance of the error with its estimated variance, by which Student's interval leans if skewed. */
  readonly covariance: number
  readonly degreesOfFreedom: number
}

export function errorMoments(
  sample: Sample,
  units: Units,
  tuned: TunedWeights,
  population: PredictionPowered['population'],
): ErrorMoments {
  const degreesOfFreedom = estimateFreedom(sample, units, tuned, population)
  if (population === 'process')
    return { ...momentsOfInfluences(influences(sample, units, tuned)), degreesOfFreedom }
  const items = sample.scores.length
  let variance = 0
  let third = 0
  let covariance = 0
  for (const [place, error] of tuned.errors.entries()) {
    const probability = sample.probabilities[place] as number
    const missed = 1 - probability
    const part = error / items
    variance += missed * part ** 2
    third += missed * (1 - 2 * probability) * part ** 3
    covariance += missed ** 2 * part ** 3
  }
  return { variance, third, covariance, degreesOfFreedom }
}

/** Returns how much each cluster, by number, moves the mean, if clusters are drawn from a population. */
export function influences(sample: Sample, units: Units, tuned: TunedWeights): Float64Array {
  const items = sample.scores.length
  const mean = tuned.total / items
  const found = new Float64Array(sample.clusters.reduce((last, cluster) => Math.max(last, cluster), 0) + 1)
  const add = (unit: number, part: number) => {
    const cluster = sample.clusters[unit] as number
    found[cluster] = (found[cluster] as number) + part / items
  }
  for (let unit = 0; unit < tuned.fitted.length; unit++)
    add(unit, (tuned.fitted[unit] as number) - mean * (units.sizes[unit] as number))
  for (const [place, error] of tuned.errors.entries()) add(sample.drawn[place] as number, error)
  return found
}

function momentsOfInfluences(parts: Float64Array): Omit<ErrorMoments, 'degreesOfFreedom'> {
  const count = parts.length
  let squares = 0
  let cubes = 0
  for (const part of parts) {
    squares += part ** 2
    cubes += part ** 3
  }
  return { variance: (squares * count) / (count - 1), third: cubes, covariance: cubes }
}

/**
 * Returns Satterthwaite's degrees of freedom, as if the error of a unit grew with its size: the number of labels minus
 * the fitted parameters if all count equally, and fewer if some count more. For a process, clusters replace units.
 */
function estimateFreedom(
  { drawn, probabilities, clusters }: Sample,
  { sizes }: Units,
  { parameters }: TunedWeights,
  population: PredictionPowered['population'],
): number {
  const shares = new Map<number, number>()
  for (const [place, unit] of drawn.entries()) {
    const probability = probabilities[place] as number
    const missed = population === 'items' ? 1 - probability : 1
    const key = population === 'items' ? unit : (clusters[unit] as number)
    const share = missed * ((sizes[unit] as number) / probability) ** 2
    shares.set(key, (shares.get(key) ?? 0) + share)
  }
  let total = 0
  let squares = 0
  for (const share of shares.values()) {
    total += share
    squares += share ** 2
  }
  return squares === 0 ? Infinity : Math.max(1, total ** 2 / squares - parameters)
}

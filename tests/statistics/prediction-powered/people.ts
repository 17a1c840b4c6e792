import { seededRandom } from '../../../src/shared/random.ts'
import type { LabelledRun } from '../../../src/statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import type { PeopleEstimate } from '../../../src/statistics/prediction-powered/people-estimate.ts'
import type { Interval } from '../../../src/statistics/resampling.ts'

export const range = { low: 0, high: 1 }

export const ofItems = { population: 'items' } as const

/** A standard normal, from two even ones. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A judge's scores of labels: 0 apart says nothing, 1.81 has an area under the curve of 0.9. */
export function judged(labels: readonly number[], apart: number, random: () => number): number[] {
  return labels.map((label) => 1 / (1 + Math.exp(-(apart * (label - 0.5) + normal(random)))))
}

/** Items with these scores and labels of those at the places given. */
export function runOf(
  scores: readonly number[],
  labels: readonly number[],
  places: Iterable<number>,
  probabilityOf?: (place: number) => number,
): LabelledRun {
  return {
    items: scores.map((score, place) => ({ id: `${place}`, score })),
    labels: Array.from(places, (place) => ({
      item: `${place}`,
      value: labels[place] as number,
      ...(probabilityOf ? { probability: probabilityOf(place) } : {}),
    })),
    range,
  }
}

/** A run of which the first `labelled` items are labelled. */
export function randomRun(seed: number, items: number, labelled: number, apart = 1.81): LabelledRun {
  const random = seededRandom(seed)
  const labels = Array.from({ length: items }, () => Math.round(4 * random()) / 4)
  return runOf(judged(labels, apart, random), labels, Array(labelled).keys())
}

export function found(estimate: PeopleEstimate): {
  value: number
  standardError: number
  interval: Interval
} {
  if (!('interval' in estimate) || !estimate.interval) throw new Error(JSON.stringify(estimate))
  return { ...estimate, interval: estimate.interval }
}

export const widthOf = ({ low, high }: Interval) => high - low

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function varianceOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0) / (values.length - 1)
}

export function covarianceOf(one: readonly number[], other: readonly number[]): number {
  const products = one.map(
    (value, place) => (value - meanOf(one)) * ((other[place] as number) - meanOf(other)),
  )
  return products.reduce((sum, product) => sum + product, 0) / (one.length - 1)
}

/** Of all draws of so many from yes and no, how many have an interval that holds the share. */
export function coverageOfAllDraws(count: number, size: number, share: number): number {
  const logOf = [0]
  for (let number = 1; number <= size; number++) logOf[number] = (logOf.at(-1) as number) + Math.log(number)
  const log = (number: number) => logOf[number] as number
  const logChoose = (all: number, some: number) =>
    some < 0 || some > all ? -Infinity : log(all) - log(some) - log(all - some)
  const scores = Array<number>(size).fill(0.5)
  const intervals = Array.from({ length: count + 1 }, (_, yes) => {
    const labels = Array.from({ length: count }, (_, place) => (place < yes ? 1 : 0))
    return found(predictionPoweredMean(runOf(scores, labels, labels.keys()), ofItems).labelsAlone).interval
  })
  let held = 0
  for (let all = 0; all <= size; all++) {
    const ofRun = logChoose(size, all) + all * Math.log(share) + (size - all) * Math.log(1 - share)
    for (const [yes, { low, high }] of intervals.entries()) {
      const ofDraw = logChoose(all, yes) + logChoose(size - all, count - yes) - logChoose(size, count)
      if (low - 1e-9 <= all / size && all / size <= high + 1e-9) held += Math.exp(ofRun + ofDraw)
    }
  }
  return held
}

/** Of shares of people who say yes: how far a yes or no is from them, in the root mean square. */
export const deviationOfShare = ({ score }: { readonly score: number }): number =>
  Math.sqrt(score * (1 - score))

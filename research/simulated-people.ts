/** Populations of items with a judge and people, and draws from them, for `simulate-prediction-powered.ts`. */

import { deviationOfShare, drawActively, drawUniform } from '../src/statistics/prediction-powered/draw.ts'
import type { LabelledRun } from '../src/statistics/prediction-powered/labelled-run.ts'
import { drawByScore } from '../src/statistics/prediction-powered/score-strata.ts'
import { normal, scoreShapes, type Uniform } from './simulate-scores.ts'

/** How far apart a judge's scores are, in standard deviations, from a label of 0 to one of 1. */
export const judges = {
  useless: 0,
  'AUC 0.75': 0.954,
  'AUC 0.9': 1.812,
  'AUC 0.99': 3.29,
  perfect: Infinity,
} as const

export type Judge = keyof typeof judges
export type Design = 'uniform' | 'by score' | 'active'

/** Items as the judge scored them, and what people would say of each. */
export interface Population {
  readonly items: LabelledRun['items']
  readonly labels: readonly number[]
}

export const range = { low: 0, high: 1 }

export function scoreOf(label: number, judge: Judge, random: Uniform): number {
  const apart = judges[judge]
  if (apart === Infinity) return label
  const latent = (label - 0.5) * apart + normal(random)
  return 1 / (1 + Math.exp(-Math.max(1, apart) * latent))
}

export function populationOf(shape: string, judge: Judge, count: number, random: Uniform): Population {
  const labels = Array.from({ length: count }, () => scoreShapes[shape]?.draw(random) as number)
  const items = labels.map((label, place) => ({ id: `${place}`, score: scoreOf(label, judge, random) }))
  return { labels, items }
}

/** Clusters of 1 to 7 items, some of which are mostly yes and others mostly no. */
export function clusteredPopulation(judge: Judge, clusters: number, random: Uniform): Population {
  const labels: number[] = []
  const items = Array.from({ length: clusters }, (_, cluster) => {
    const ease = 0.2 + 0.75 * random()
    return Array.from({ length: 1 + Math.floor(7 * random()) }, () => {
      const label = random() < ease ? 1 : 0
      labels.push(label)
      return { id: `${labels.length - 1}`, cluster: `${cluster}`, score: scoreOf(label, judge, random) }
    })
  }).flat()
  return { labels, items }
}

/** Of the mean label of `clusteredPopulation`. */
export const clusteredMean = 0.2 + 0.75 / 2

export function draw(
  { items, labels }: Population,
  count: number,
  design: Design,
  random: Uniform,
): LabelledRun {
  const seed = Math.floor(random() * 2 ** 31)
  const toLabels = (drawn: readonly { id: string; probability: number }[]) =>
    drawn.map(({ id, probability }) => ({ item: id, value: labels[Number(id)] as number, probability }))
  if (design === 'uniform') return { items, labels: toLabels(drawUniform(items, count, seed)), range }
  if (design === 'active')
    return {
      items,
      labels: toLabels(drawActively(items, items.map(deviationOfShare), count, { seed })),
      range,
    }
  const { strata, drawn } = drawByScore(items, count, { seed })
  return {
    items: items.map((item, place) => ({ ...item, stratum: strata[place] as string })),
    labels: toLabels(drawn),
    range,
  }
}

/** Of whole clusters, all items of which are labelled. */
export function drawClusters({ items, labels }: Population, count: number, random: Uniform): LabelledRun {
  const clusters = [...Map.groupBy(items, ({ cluster }) => cluster as string).keys()].map((id) => ({
    id,
    score: 0,
  }))
  const drawn = new Map(
    drawUniform(clusters, count, Math.floor(random() * 2 ** 31)).map(({ id, probability }) => [
      id,
      probability,
    ]),
  )
  const labelled = items.flatMap(({ id, cluster }) => {
    const probability = drawn.get(cluster as string)
    return probability === undefined ? [] : [{ item: id, value: labels[Number(id)] as number, probability }]
  })
  return { items, labels: labelled, range, drawn: 'clusters' }
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

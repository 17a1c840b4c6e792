/** Populations of items with a judge and people, and draws from them, for `simulate-prediction-powered.ts`. */

import { drawWith } from '../src/statistics/prediction-powered/draw.ts'
import type { LabelledRun } from '../src/statistics/prediction-powered/labelled-run.ts'
import type { Sample } from '../src/statistics/prediction-powered/sample.ts'
import { drawByScore } from '../src/statistics/prediction-powered/score-strata.ts'
import { inclusionProbabilities } from '../tests/statistics/prediction-powered/unequal-draws.ts'
import { normal, scoreShapes, type Uniform } from './simulate-scores.ts'

/** How far apart a judge's scores are, in standard deviations, from a label of 0 to one of 1. */
export const judges = {
  useless: 0,
  'AUC 0.75': 0.954,
  'AUC 0.9': 1.812,
  /** Likewise, and sure of what it takes for less than a quarter or more than three: 0 or 1. */
  'AUC 0.9, ties': 1.812,
  'AUC 0.99': 3.29,
  perfect: Infinity,
} as const

export type Judge = keyof typeof judges
export type Design = 'uniform' | 'by score' | 'active' | 'clusters'

/** Items as the judge scored them, and what people would say of each. */
export interface Population {
  readonly scores: Float64Array
  readonly labels: Float64Array
  readonly clusters: Uint32Array
}

/** How labels are drawn from a population; probabilities and strata are of units. */
export interface DrawPlan {
  readonly population: Population
  readonly unitOf: Uint32Array
  readonly strata: Uint32Array
  readonly stratumNames: readonly (string | undefined)[]
  /** Units of each stratum. */
  readonly members: readonly (readonly number[])[]
  readonly probabilities: readonly number[]
  readonly unitClusters: Uint32Array
}

export const range = { low: 0, high: 1 }

export function scoreOf(label: number, judge: Judge, random: Uniform): number {
  const apart = judges[judge]
  if (apart === Infinity) return label
  const latent = (label - 0.5) * apart + normal(random)
  const share = 1 / (1 + Math.exp(-Math.max(1, apart) * latent))
  if (judge !== 'AUC 0.9, ties') return share
  return share < 0.25 ? 0 : share > 0.75 ? 1 : share
}

export function populationOf(shape: string, judge: Judge, count: number, random: Uniform): Population {
  const drawLabel = scoreShapes[shape]?.draw as (random: Uniform) => number
  const labels = new Float64Array(count).map(() => drawLabel(random))
  return judged(
    labels,
    judge,
    new Uint32Array(count).map((_, place) => place),
    random,
  )
}

export function judged(
  labels: Float64Array,
  judge: Judge,
  clusters: Uint32Array,
  random: Uniform,
): Population {
  return { labels, clusters, scores: labels.map((label) => scoreOf(label, judge, random)) }
}

/** Clusters of 1 to 7 items, some of which are mostly yes and others mostly no. */
export function clusteredPopulation(judge: Judge, count: number, random: Uniform): Population {
  const labels: number[] = []
  const clusters: number[] = []
  for (let cluster = 0; cluster < count; cluster++) {
    const ease = 0.2 + 0.75 * random()
    const size = 1 + Math.floor(7 * random())
    for (let item = 0; item < size; item++) {
      labels.push(random() < ease ? 1 : 0)
      clusters.push(cluster)
    }
  }
  return judged(Float64Array.from(labels), judge, Uint32Array.from(clusters), random)
}

/** Of the mean label of `clusteredPopulation`. */
export const clusteredMean = 0.2 + 0.75 / 2

export function planDraws(population: Population, count: number, design: Design, random: Uniform): DrawPlan {
  const { scores, clusters } = population
  const places = new Uint32Array(scores.length).map((_, place) => place)
  if (design === 'clusters') {
    const units = (clusters.at(-1) as number) + 1
    return {
      population,
      unitOf: clusters,
      strata: new Uint32Array(units),
      stratumNames: [undefined],
      members: [Array.from({ length: units }, (_, unit) => unit)],
      probabilities: Array<number>(units).fill(count / units),
      unitClusters: new Uint32Array(units).map((_, unit) => unit),
    }
  }
  const plan = { population, unitOf: places, unitClusters: clusters }
  if (design === 'by score') {
    const seed = Math.floor(random() * 2 ** 31)
    const candidates = Array.from(scores, (score, place) => ({ id: `${place}`, score }))
    const { strata, drawn } = drawByScore(candidates, count, { seed })
    const stratumNames = [...new Set(strata)]
    const numbers = Uint32Array.from(strata, (name) => stratumNames.indexOf(name))
    const ofStratum = new Map(drawn.map(({ id, probability }) => [numbers[Number(id)], probability]))
    const probabilities = Array.from(numbers, (of) => ofStratum.get(of) as number)
    const members = stratumNames.map((): number[] => [])
    for (const [unit, stratum] of numbers.entries()) members[stratum]?.push(unit)
    return { ...plan, strata: numbers, stratumNames, members, probabilities }
  }
  const probabilities =
    design === 'uniform'
      ? Array<number>(scores.length).fill(count / scores.length)
      : inclusionProbabilities(
          Array.from(scores, (score) => Math.sqrt(score * (1 - score))),
          count,
        )
  const strata = new Uint32Array(scores.length)
  return { ...plan, strata, stratumNames: [undefined], members: [Array.from(places)], probabilities }
}

/** Draws and labels: as `readSample` would read it, without the ids that take most of the time. */
export function drawSample(plan: DrawPlan, random: Uniform, drawn = drawUnits(plan, random)): Sample {
  const { population, unitOf, strata, stratumNames, probabilities, unitClusters } = plan
  const isDrawn = new Uint8Array(strata.length)
  for (const unit of drawn) isDrawn[unit] = 1
  const labelled =
    unitOf === population.clusters && strata.length < unitOf.length
      ? Uint32Array.from(unitOf.keys()).filter((place) => isDrawn[unitOf[place] as number] === 1)
      : drawn
  return {
    scores: population.scores,
    labelled,
    labels: Float64Array.from(labelled, (place) => population.labels[place] as number),
    itemUnits: unitOf,
    strata,
    clusters: unitClusters,
    stratumNames,
    drawn,
    probabilities: Float64Array.from(drawn, (unit) => probabilities[unit] as number),
  }
}

function drawUnits({ members, probabilities }: DrawPlan, random: Uniform): Uint32Array {
  const drawn = members.flatMap((units) => {
    const chances = members.length === 1 ? probabilities : units.map((unit) => probabilities[unit] as number)
    const first = chances[0] as number
    const places = chances.every((of) => of === first)
      ? Array.from(simpleDraw(units.length, Math.round(units.length * first), random))
      : drawWith(chances, random)
    return places.map((at) => units[at] as number)
  })
  return Uint32Array.from(drawn).sort()
}

/** The first of a shuffle, as likely as what `drawWith` gives for equal probabilities. */
function simpleDraw(units: number, count: number, random: Uniform): Uint32Array {
  const moved = new Map<number, number>()
  const drawn = new Uint32Array(count)
  for (let place = 0; place < count; place++) {
    const other = place + Math.floor(random() * (units - place))
    drawn[place] = moved.get(other) ?? other
    moved.set(other, moved.get(place) ?? place)
  }
  return drawn.sort()
}

/** The part of a sample that is among the first items. */
export function amongFirst(sample: Sample, count: number): Sample {
  const isAmong = (_: number, place: number) => (sample.drawn[place] as number) < count
  const drawn = sample.drawn.filter(isAmong)
  return {
    ...sample,
    scores: sample.scores.subarray(0, count),
    strata: sample.strata.subarray(0, count),
    itemUnits: sample.itemUnits.subarray(0, count),
    drawn,
    labelled: drawn,
    labels: sample.labels.filter(isAmong),
    probabilities: sample.probabilities.filter(isAmong),
  }
}

/** The same as what the public functions take. */
export function toRun({
  scores,
  strata,
  itemUnits: unitOf,
  stratumNames,
  drawn,
  probabilities,
  labelled,
  labels,
  clusters,
}: Sample): LabelledRun {
  const chanceOf = new Map(Array.from(drawn, (unit, at) => [unit, probabilities[at] as number]))
  return {
    items: Array.from(scores, (score, place) => ({
      id: `${place}`,
      score,
      cluster: `${clusters[unitOf[place] as number]}`,
      stratum: stratumNames[strata[unitOf[place] as number] as number],
    })),
    labels: Array.from(labelled, (place, at) => ({
      item: `${place}`,
      value: labels[at] as number,
      probability: chanceOf.get(unitOf[place] as number) as number,
    })),
    range,
    drawn: strata.length < scores.length ? 'clusters' : 'items',
  }
}

export function meanOf(values: Iterable<number>): number {
  let [sum, count] = [0, 0]
  for (const value of values) {
    sum += value
    count += 1
  }
  return sum / count
}

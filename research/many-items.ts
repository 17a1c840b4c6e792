/** How items are drawn from 100,000 and what is estimated, for `simulate-many-items.ts`. */
import { differenceOfDraws } from '../src/statistics/prediction-powered/difference.ts'
import { meanOfSample } from '../src/statistics/prediction-powered/mean.ts'
import { type Parts, toEstimate } from '../src/statistics/prediction-powered/people-estimate.ts'
import type { Sample } from '../src/statistics/prediction-powered/sample.ts'
import { fewestLabels } from '../src/statistics/prediction-powered/too-few.ts'
import type { Interval } from '../src/statistics/resampling.ts'
import { type Binned, binned, fromBins } from './binned-items.ts'
import { drawing } from './draw-many-items.ts'
import { scoreShapes, type Uniform } from './simulate-scores.ts'
import {
  amongFirst,
  clusteredPopulation,
  type Design,
  drawSample,
  type Judge,
  judged,
  meanOf,
  type Population,
  planDraws,
  populationOf,
  range,
} from './simulated-people.ts'

const items = 100_000
const level = 0.95
const options = { population: 'items', level } as const
const shapes = Object.keys(scoreShapes)
const _manyValues = ['even from 0 to 1', 'skewed, most near 1', 'very skewed']
/** One draw. */
export interface Outcome {
  readonly truth: number
  readonly found?: Interval
  /** As the project says it, which takes long. */
  slow(): Interval | undefined
}

/** How items are drawn, and what is estimated. */
export interface Plan {
  readonly name: string
  readonly shapes: readonly string[]
  prepare(shape: string, judge: Judge, labels: number, random: Uniform): () => Outcome
}

function intervalOf(estimate: object): Interval | undefined {
  return 'interval' in estimate ? (estimate.interval as Interval) : undefined
}

function estimateOf(
  parts: Pick<Parts, 'mean' | 'distances' | 'moments'>,
  within = range,
): Interval | undefined {
  return intervalOf(toEstimate({ ...parts, variance: parts.moments.variance }, within, level))
}

interface Side {
  readonly sampled: () => Sample
  readonly of: Binned
}

function sideOf(population: Population, labels: number, design: Design, random: Uniform): Side {
  const plan = planDraws(population, labels, design, random)
  return {
    sampled: drawing(plan, design, random),
    of: binned(population.scores, plan.strata, plan.stratumNames),
  }
}

function meanWith(design: 'uniform' | 'by score' | 'active'): Plan {
  return {
    name: design,
    shapes,
    prepare(shape, judge, labels, random) {
      const population = populationOf(shape, judge, items, random)
      const { sampled, of } = sideOf(population, labels, design, random)
      const truth = meanOf(population.labels)
      return () => {
        const sample = sampled()
        return {
          truth,
          found: estimateOf(fromBins(of, sample, range, level)),
          slow: () => intervalOf(meanOfSample(sample, range, options).people),
        }
      }
    },
  }
}

/** The first third of the items, of which some of the labels happen to be. */
const third: Plan = {
  name: 'third of the items, where unsure',
  shapes,
  prepare(shape, judge, labels, random) {
    const population = populationOf(shape, judge, items, random)
    const sampled = drawing(planDraws(population, labels, 'active', random), 'active', random)
    const members = Math.floor(items / 3)
    const of = binned(population.scores.subarray(0, members), new Uint32Array(members), [undefined])
    const truth = meanOf(population.labels.subarray(0, members))
    return () => {
      const sample = amongFirst(sampled(), members)
      return {
        truth,
        ...(sample.drawn.length < fewestLabels
          ? {}
          : { found: estimateOf(fromBins(of, sample, range, level)) }),
        slow: () => intervalOf(meanOfSample(sample, range, options).people),
      }
    }
  },
}

/** The candidate's labels are the baseline's, but for one in four, which are drawn anew. */
function pairOf(shape: string, judge: Judge, random: Uniform): [Population, Population] {
  const before = populationOf(shape, judge, items, random)
  const drawLabel = scoreShapes[shape]?.draw as (random: Uniform) => number
  const changed = before.labels.map((label) => (random() < 0.25 ? drawLabel(random) : label))
  return [before, judged(changed, judge, before.clusters, random)]
}

const ofDifference = { low: range.low - range.high, high: range.high - range.low }

const paired: Plan = {
  name: 'paired',
  shapes,
  prepare(shape, judge, labels, random) {
    const [before, after] = pairOf(shape, judge, random)
    const less = (of: Float64Array, was: Float64Array) =>
      of.map((value, place) => value - (was[place] as number))
    const population = {
      clusters: before.clusters,
      scores: less(after.scores, before.scores),
      labels: less(after.labels, before.labels),
    }
    const { sampled, of } = sideOf(population, labels, 'uniform', random)
    const truth = meanOf(population.labels)
    return () => {
      const sample = sampled()
      return {
        truth,
        found: estimateOf(fromBins(of, sample, ofDifference, level), ofDifference),
        slow: () => intervalOf(meanOfSample(sample, ofDifference, options).people),
      }
    }
  },
}

const twoDraws: Plan = {
  name: 'two draws',
  shapes,
  prepare(shape, judge, labels, random) {
    const [before, after] = pairOf(shape, judge, random)
    const truth = meanOf(after.labels) - meanOf(before.labels)
    const [first, second] = [before, after].map((of) => sideOf(of, labels, 'uniform', random)) as [Side, Side]
    return () => {
      const samples = [first.sampled(), second.sampled()] as const
      const [one, other] = [
        fromBins(first.of, samples[0], range, level),
        fromBins(second.of, samples[1], range, level),
      ]
      const [down, up] = [one.distances, other.distances]
      if (!down || !up) throw new Error('labels have a range')
      const distances = { down: Math.hypot(up.down, down.up), up: Math.hypot(up.up, down.down) }
      return {
        truth,
        found: estimateOf({ mean: other.mean - one.mean, moments: one.moments, distances }, ofDifference),
        slow: () => intervalOf(differenceOfDraws(samples, range, options).people),
      }
    }
  },
}

/** A quarter as many clusters as items, 1 to 7 items each; by the project itself. */
const clusters: Plan = {
  name: 'clusters drawn',
  shapes: ['clusters'],
  prepare(_, judge, labels, random) {
    const population = clusteredPopulation(judge, items / 4, random)
    const plan = planDraws(population, labels, 'clusters', random)
    const truth = meanOf(population.labels)
    return () => {
      const found = intervalOf(meanOfSample(drawSample(plan, random), range, options).people)
      return { truth, ...(found ? { found } : {}), slow: () => found }
    }
  },
}

export const plans = [
  ...(['uniform', 'by score', 'active'] as const).map(meanWith),
  paired,
  twoDraws,
  third,
  clusters,
]

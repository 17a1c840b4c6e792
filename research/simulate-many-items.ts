/**
 * Coverage of prediction-powered intervals of 100,000 items, as docs/statistics.md tells it:
 * `node research/simulate-many-items.ts`. If wanted, with a number of draws and a part of a design's name:
 * `--draws 2000 --design paired`. What is not drawn is counted in bins; of each cell the first draw is compared with
 * what the project says of it.
 */
import { parseArgs } from 'node:util'
import { differenceOfDraws } from '../src/statistics/prediction-powered/difference.ts'
import {
  fewestLabels,
  type Parts,
  type PeopleEstimate,
  toEstimate,
} from '../src/statistics/prediction-powered/estimate.ts'
import { meanOfSample } from '../src/statistics/prediction-powered/mean.ts'
import { quantileOfSample, quantileOfShares } from '../src/statistics/prediction-powered/quantile.ts'
import type { Sample } from '../src/statistics/prediction-powered/sample.ts'
import type { Interval } from '../src/statistics/resampling.ts'
import { type Binned, binned, countsUpTo, fromBins } from './binned-items.ts'
import { percent, scoreShapes, type Uniform, uniform } from './simulate-scores.ts'
import {
  clusteredPopulation,
  type Design,
  drawSample,
  type Judge,
  judged,
  judges,
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
const manyValues = ['even from 0 to 1', 'skewed, most near 1', 'very skewed']
/** Draws of one population. */
const drawsOfPopulation = 250

interface Outcome {
  readonly truth: number
  readonly found?: Interval
  /** As the project says it, which takes long. */
  slow(): Interval | undefined
}

interface Plan {
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
    sampled: () => drawSample(plan, random),
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
    const plan = planDraws(population, labels, 'active', random)
    const members = Math.floor(items / 3)
    const of = binned(population.scores.subarray(0, members), new Uint32Array(members), [undefined])
    const truth = meanOf(population.labels.subarray(0, members))
    return () => {
      const all = drawSample(plan, random)
      const isMember = (_: number, place: number) => (all.drawn[place] as number) < members
      const drawn = all.drawn.filter(isMember)
      const sample = {
        ...all,
        scores: all.scores.subarray(0, members),
        strata: all.strata.subarray(0, members),
        unitOf: all.unitOf.subarray(0, members),
        drawn,
        labelled: drawn,
        labels: all.labels.filter(isMember),
        probabilities: all.probabilities.filter(isMember),
      }
      return {
        truth,
        ...(drawn.length < fewestLabels ? {} : { found: estimateOf(fromBins(of, sample, range, level)) }),
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

function quantileAt(probability: number): Plan {
  return {
    name: `quantile ${probability} of many values`,
    shapes: manyValues,
    prepare(shape, judge, labels, random) {
      const population = populationOf(shape, judge, items, random)
      const { sampled, of } = sideOf(population, labels, 'uniform', random)
      const truth = population.labels.toSorted()[Math.ceil(probability * items - 1e-9) - 1] as number
      return () => {
        const sample = sampled()
        const shareUpTo = (value: number) => {
          const isUpTo = (number: number) => (number <= value ? 1 : 0)
          const counts = { ...of, scores: countsUpTo(of, value) }
          const ofLabels = { ...sample, labels: sample.labels.map(isUpTo) }
          const parts = fromBins(counts, ofLabels, range, level, isUpTo)
          return { value: parts.mean, ...(estimateOf(parts) ?? range) }
        }
        return {
          truth,
          found: intervalOf(quantileOfShares(sample.labels, shareUpTo, range, probability, level)),
          slow: () => intervalOf(quantileOfSample(sample, range, probability, options)),
        }
      }
    },
  }
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

/** Ends of bins may be off by this part of the width. */
const tolerance = 0.01
let worst = 0

function compare({ found, slow }: Outcome, cell: string): void {
  const wanted = slow()
  if (!found && !wanted) return
  if (!found || !wanted) throw new Error(`${cell}: one of them has no interval`)
  const off = Math.max(Math.abs(found.low - wanted.low), Math.abs(found.high - wanted.high))
  const part = off / (wanted.high - wanted.low)
  worst = Math.max(worst, part)
  if (part > tolerance) throw new Error(`${cell}: off by ${percent(part)} % of the width`)
}

function heldOf({ name, prepare }: Plan, shape: string, judge: Judge, labels: number, draws: number) {
  const random = uniform(labels + shape.length)
  let [below, above, given] = [0, 0, 0]
  let next: (() => Outcome) | undefined
  for (let draw = 0; draw < draws; draw++) {
    if (!next || draw % drawsOfPopulation === 0) next = prepare(shape, judge, labels, random)
    const outcome = next()
    const { truth, found } = outcome
    if (draw === 0) compare(outcome, `${name}, ${shape}, ${judge}, ${labels}`)
    if (!found) continue
    given += 1
    if (truth < found.low - 1e-9) below += 1
    if (truth > found.high + 1e-9) above += 1
  }
  const share = (count: number) => percent(count / given)
  const none = given < draws ? ` without ${percent(1 - given / draws)}` : ''
  const held = 1 - (below + above) / given
  return { held, text: `${labels} ${percent(held)} (${share(below)}|${share(above)})${none}` }
}

const { values: wanted } = parseArgs({
  options: { draws: { type: 'string', default: '1000' }, design: { type: 'string', default: '' } },
})
const plans = [
  ...(['uniform', 'by score', 'active'] as const).map(meanWith),
  paired,
  twoDraws,
  third,
  clusters,
  quantileAt(0.5),
  quantileAt(0.1),
]
for (const plan of plans.filter(({ name }) => name.includes(wanted.design))) {
  console.log(`\n${plan.name}: held in % (truth below|above), without an interval`)
  const found: { kind: string; held: number }[] = []
  for (const shape of plan.shapes)
    for (const judge of Object.keys(judges) as Judge[]) {
      const draws = Number(wanted.draws) * (judge === 'perfect' ? 0.25 : 1)
      const cells = [30, 100, 300].flatMap((labels) => {
        // Of 30 labels hardly ever 20 are in a third.
        if (plan === third && labels === 30) return []
        const { held, text } = heldOf(plan, shape, judge, labels, draws)
        const ofJudge = judge === 'perfect' || judge === 'AUC 0.99' ? judge : 'other judges'
        found.push({ kind: `${labels} labels, ${ofJudge}`, held })
        return [text]
      })
      console.log(`  ${shape}, ${judge}: ${cells.join('  ')}`)
    }
  for (const [kind, cells] of Map.groupBy(found, ({ kind }) => kind)) {
    const held = cells.map((cell) => cell.held)
    console.log(`${plan.name}, ${kind}: ${percent(Math.min(...held))} to ${percent(Math.max(...held))}`)
  }
  console.log(`Ends are off by at most ${percent(worst)} % of the width.`)
}

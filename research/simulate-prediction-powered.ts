/**
 * Coverage and width of prediction-powered intervals:
 * `node research/simulate-prediction-powered.ts`. If wanted, with a factor on the number of runs, a part of an
 * estimator's name, the beginning of a kind of labels, a judge and a number of labels:
 * `--runs 2 --estimator paired --shape yes --judge perfect --labels 30`, or labels of items, `--sizes "25/1000 30/100"`.
 */
import { parseArgs } from 'node:util'
import { differenceOfDraws } from '../src/statistics/prediction-powered/difference.ts'
import type { PredictionPowered } from '../src/statistics/prediction-powered/labelled-run.ts'
import { predictionPoweredMean } from '../src/statistics/prediction-powered/mean.ts'
import { bothParts, type Parts, toEstimate } from '../src/statistics/prediction-powered/people-estimate.ts'
import type { Sample } from '../src/statistics/prediction-powered/sample.ts'
import { tooFew } from '../src/statistics/prediction-powered/too-few.ts'
import type { Interval } from '../src/statistics/resampling.ts'
import { percent, scoreShapes, type Uniform, uniform } from './simulate-scores.ts'
import {
  amongFirst,
  clusteredMean,
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
  toRun,
} from './simulated-people.ts'

/** One draw: the truth, the interval if there is one, and that of the labels alone. */
interface Outcome {
  readonly truth: number
  readonly interval?: Interval
  readonly alone?: Interval
}

/** An estimator with how its items are drawn. */
interface Estimator {
  readonly name: string
  readonly shapes: readonly string[]
  /** Labels and items. */
  readonly sizes: readonly (readonly [number, number])[]
  /** Whether the truth is of the items, so that many draws may be of one population. */
  readonly ofItems: boolean
  /** All that draws of one population have in common, and then one draw. */
  prepare(
    shape: string,
    judge: Judge,
    labels: number,
    items: number,
    random: Uniform,
  ): (run: number) => Outcome
}

type About = PredictionPowered['population']

/** Of the issue: how much the judge saves. */
const forWidths = [[100, 2000]] as const

const usual = [
  [30, 200],
  [100, 1000],
  [300, 1000],
] as const
/** As few labels as there may be, and as large a part of the items. */
const few = [
  [25, 100],
  [25, 300],
  [25, 1000],
  [30, 100],
  [50, 100],
  [100, 300],
] as const
const shapes = Object.keys(scoreShapes)
const _yesNo = shapes.filter((shape) => shape.startsWith('yes'))
const level = 0.95

function intervalOf(estimate: object): Interval | undefined {
  return 'interval' in estimate ? (estimate.interval as Interval) : undefined
}

function trueMean(shape: string): number {
  return scoreShapes[shape]?.mean as number
}

/** The intervals of `predictionPoweredMean`. */
function meanOutcome(sample: Sample, population: About, truth: number, within = range): Outcome {
  if (tooFew(sample, population)) return { truth }
  const options = { population, level }
  const estimateOf = (parts: Parts) =>
    toEstimate({ ...parts, variance: parts.moments.variance }, within, level)
  const both = bothParts(sample, within, options)
  const [people, alone] = [estimateOf(both.people), estimateOf(both.alone)]
  if (within && 'value' in people && (people.value < within.low - 1e-9 || people.value > within.high + 1e-9))
    beyond += 1
  return { truth, interval: intervalOf(people), alone: intervalOf(alone) }
}

/** Estimates that were not on the scale. */
let beyond = 0

let checked = ''

/** The public function must say the same; looked at once for each estimator. */
function checkOnce(name: string, sample: Sample, population: About, interval: Interval | undefined): void {
  if (checked === name) return
  checked = name
  const found = intervalOf(predictionPoweredMean(toRun(sample), { population }).people)
  for (const end of ['low', 'high'] as const)
    if (Math.abs((found?.[end] ?? 0) - (interval?.[end] ?? 0)) > 1e-9) throw new Error(`${name} differs`)
}

function meanWith(design: Design, population: About, sizes: Estimator['sizes'] = usual): Estimator {
  const name = `${sizes === few ? 'few labels' : 'mean'}, ${design}, ${population}`
  return {
    name,
    shapes,
    sizes,
    ofItems: population === 'items',
    prepare(shape, judge, labels, items, random) {
      const people = populationOf(shape, judge, items, random)
      const plan = planDraws(people, labels, design, random)
      const truth = population === 'items' ? meanOf(people.labels) : trueMean(shape)
      return () => checkedOutcome(name, drawSample(plan, random), population, truth)
    },
  }
}

function checkedOutcome(name: string, sample: Sample, population: About, truth: number): Outcome {
  const outcome = meanOutcome(sample, population, truth)
  checkOnce(name, sample, population, outcome.interval)
  return outcome
}

function clustersWith(drawn: 'items' | 'clusters', population: About): Estimator {
  const name = `mean, ${drawn} drawn of clusters, ${population}`
  return {
    name,
    shapes: ['clusters'],
    sizes: drawn === 'items' ? usual.filter(([, items]) => items === 1000) : usual,
    ofItems: population === 'items',
    prepare(_, judge, labels, items, random) {
      const people = clusteredPopulation(judge, drawn === 'items' ? items / 4 : items, random)
      const plan = planDraws(people, labels, drawn === 'items' ? 'uniform' : 'clusters', random)
      const truth = population === 'items' ? meanOf(people.labels) : clusteredMean
      return () => checkedOutcome(name, drawSample(plan, random), population, truth)
    },
  }
}

/** The first third of the items, of which some of the labels happen to be. */
const groups: Estimator = {
  name: 'group of a third of the items',
  shapes,
  sizes: [
    [100, 1000],
    [300, 1000],
  ],
  ofItems: true,
  prepare(shape, judge, labels, items, random) {
    const people = populationOf(shape, judge, items, random)
    const plan = planDraws(people, labels, 'active', random)
    const members = Math.floor(items / 3)
    const truth = meanOf(people.labels.subarray(0, members))
    return () => meanOutcome(amongFirst(drawSample(plan, random), members), 'items', truth)
  },
}

/** Labels of the same agent when it answers anew: one in four is drawn again. */
function answeredAnew(before: Population, shape: string, judge: Judge, random: Uniform): Population {
  const drawLabel = scoreShapes[shape]?.draw as (random: Uniform) => number
  const changed = before.labels.map((label) => (random() < 0.25 ? drawLabel(random) : label))
  return judged(changed, judge, before.clusters, random)
}

/** Gates by people: the same agent answered anew, so that the truth of the process is 0. Above 0 is a wrong "worse". */
function gateWith(population: About): Estimator {
  return {
    name: `gate, ${population}`,
    shapes,
    sizes: [
      [40, 40],
      [100, 100],
      [50, 100],
      [100, 200],
      [100, 1000],
    ],
    ofItems: false,
    prepare(shape, judge, labels, items, random) {
      const before = populationOf(shape, judge, items, random)
      const after = answeredAnew(before, shape, judge, random)
      return () => paired(before, after, labels, population, 0, random)
    },
  }
}

function differenceOf(isPaired: boolean, population: About): Estimator {
  const name = `difference, ${isPaired ? 'paired' : 'two draws'}, ${population}`
  return {
    name,
    shapes,
    sizes: usual,
    ofItems: false,
    prepare(shape, judge, labels, items, random) {
      const before = populationOf(shape, judge, items, random)
      const after = answeredAnew(before, shape, judge, random)
      const truth = population === 'items' ? meanOf(after.labels) - meanOf(before.labels) : 0
      if (isPaired) return () => paired(before, after, labels, population, truth, random)
      const plans = [before, after].map((people) => planDraws(people, labels, 'uniform', random))
      return () => {
        const samples = plans.map((plan) => drawSample(plan, random)) as [Sample, Sample]
        const result = differenceOfDraws(samples, range, { population, level })
        return { truth, interval: intervalOf(result.people), alone: intervalOf(result.labelsAlone) }
      }
    },
  }
}

function paired(
  before: Population,
  after: Population,
  labels: number,
  population: About,
  truth: number,
  random: Uniform,
): Outcome {
  const lessBefore = (of: Float64Array, was: Float64Array) =>
    of.map((value, place) => value - (was[place] as number))
  const people: Population = {
    clusters: before.clusters,
    scores: lessBefore(after.scores, before.scores),
    labels: lessBefore(after.labels, before.labels),
  }
  const sample = drawSample(planDraws(people, labels, 'uniform', random), random)
  return meanOutcome(sample, population, truth, { low: -1, high: 1 })
}

const estimators: readonly Estimator[] = [
  ...(['uniform', 'by score', 'active'] as const).flatMap((design) => [
    meanWith(design, 'items'),
    meanWith(design, 'process'),
    meanWith(design, 'items', few),
    meanWith(design, 'process', few),
  ]),
  ...(['items', 'process'] as const).map((population) => ({
    ...meanWith('uniform', population),
    name: `width of ${population} of 2,000`,
    sizes: forWidths,
  })),
  clustersWith('items', 'process'),
  clustersWith('clusters', 'items'),
  clustersWith('clusters', 'process'),
  groups,
  gateWith('items'),
  gateWith('process'),
  differenceOf(true, 'items'),
  differenceOf(false, 'items'),
  differenceOf(false, 'process'),
]

interface Cell {
  /** Of the draws that have an interval. */
  readonly held: number
  readonly below: number
  readonly above: number
  /** Draws without an interval. */
  readonly without: number
  /** Mean width over that of the labels alone. */
  readonly width?: number
}

function simulate(
  estimator: Estimator,
  shape: string,
  judge: Judge,
  [labels, items]: readonly [number, number],
  runs: number,
): Cell {
  const random = uniform(labels + items + shape.length)
  const draws = estimator.ofItems ? Math.max(1, Math.round(items / 100)) : 1
  let next: ((run: number) => Outcome) | undefined
  let [below, above, without, width, alone] = [0, 0, 0, 0, 0]
  for (let run = 0; run < runs; run++) {
    if (!next || run % draws === 0) next = estimator.prepare(shape, judge, labels, items, random)
    const outcome = next(run)
    if (!outcome.interval) {
      without += 1
      continue
    }
    if (outcome.truth < outcome.interval.low - 1e-9) below += 1
    if (outcome.truth > outcome.interval.high + 1e-9) above += 1
    if (!outcome.alone) continue
    width += outcome.interval.high - outcome.interval.low
    alone += outcome.alone.high - outcome.alone.low
  }
  const given = runs - without
  return {
    held: 1 - (below + above) / given,
    below: below / given,
    above: above / given,
    without: without / runs,
    ...(alone > 0 ? { width: width / alone } : {}),
  }
}

const { values: wanted } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    estimator: { type: 'string', default: '' },
    shape: { type: 'string', default: '' },
    judge: { type: 'string', default: '' },
    labels: { type: 'string' },
    sizes: { type: 'string' },
  },
})
for (const estimator of estimators.filter(({ name }) => name.includes(wanted.estimator))) {
  const found: { judge: Judge; size: string; cell: Cell }[] = []
  beyond = 0
  console.log(
    `\n${estimator.name}: held in % (truth below|above), width over that of the labels alone, without an interval`,
  )
  for (const shape of estimator.shapes.filter((name) => name.startsWith(wanted.shape)))
    for (const judge of wanted.judge ? [wanted.judge as Judge] : (Object.keys(judges) as Judge[])) {
      const sizes = wanted.sizes
        ? wanted.sizes.split(' ').map((size) => size.split('/').map(Number) as [number, number])
        : estimator.sizes.filter(([labels]) => (wanted.labels ?? `${labels}`) === `${labels}`)
      const cells = sizes.map(([labels, items]) => {
        // Of perfect judges hardly any interval misses, and fewer runs say so.
        const runs = Math.round((judge === 'perfect' ? 250 : 1000) * Number(wanted.runs))
        const cell = simulate(estimator, shape, judge, [labels, items], runs)
        const size = `${labels} of ${items}`
        found.push({ judge, size, cell })
        const { held, below, above, without, width } = cell
        const ratio = width === undefined ? '' : ` × ${width.toFixed(2)}`
        const none = without === 0 ? '' : ` without ${percent(without)}`
        return `${size} ${percent(held)} (${percent(below)}|${percent(above)})${ratio}${none}`
      })
      console.log(`  ${shape}, ${judge}: ${cells.join('  ')}`)
    }
  if (beyond > 0) console.log(`${estimator.name}: ${beyond} estimates beyond the scale`)
  for (const [size, ofSize] of Map.groupBy(found, ({ size }) => size)) {
    const spanOf = (isKind: (judge: Judge) => boolean) => {
      const held = ofSize.filter(({ judge }) => isKind(judge)).map(({ cell }) => cell.held)
      if (held.length === 0) return 'none'
      return `${percent(Math.min(...held))} to ${percent(Math.max(...held))}, mean ${percent(meanOf(held))}`
    }
    const isSharp = (judge: Judge) => judge === 'perfect' || judge === 'AUC 0.99'
    console.log(
      `${estimator.name}, ${size}: ${spanOf((judge) => !isSharp(judge))}; 0.99 ` +
        `${spanOf((judge) => judge === 'AUC 0.99')}; perfect ${spanOf((judge) => judge === 'perfect')}`,
    )
  }
}

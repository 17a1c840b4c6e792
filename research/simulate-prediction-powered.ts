/**
 * Coverage and width of prediction-powered intervals, as docs/statistics.md shows them:
 * `node research/simulate-prediction-powered.ts`, with a factor on the number of runs, a part of an estimator's name
 * and the beginning of a kind of labels if wanted.
 */
import { predictionPoweredDifference } from '../src/statistics/prediction-powered/difference.ts'
import { predictionPoweredGroups } from '../src/statistics/prediction-powered/groups.ts'
import { predictionPoweredMean } from '../src/statistics/prediction-powered/mean.ts'
import { predictionPoweredQuantile } from '../src/statistics/prediction-powered/quantile.ts'
import { predictionPoweredRate } from '../src/statistics/prediction-powered/rate.ts'
import type { Interval } from '../src/statistics/resampling.ts'
import { percent, scoreShapes, type Uniform, uniform } from './simulate-scores.ts'
import {
  clusteredMean,
  clusteredPopulation,
  type Design,
  draw,
  drawClusters,
  type Judge,
  judges,
  meanOf,
  type Population,
  populationOf,
  scoreOf,
} from './simulated-people.ts'

/** One draw: the interval, the truth, and the interval of the labels alone where there is one. */
interface Outcome {
  readonly interval: Interval
  readonly truth: number
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
  populate(shape: string, judge: Judge, items: number, random: Uniform): Population
  run(population: Population, labels: number, shape: string, random: Uniform): Outcome
}

const usual = [
  [30, 200],
  [100, 1000],
  [300, 1000],
] as const
const shapes = Object.keys(scoreShapes)
const yesNo = shapes.filter((shape) => shape.startsWith('yes'))

/** One that holds nothing where the value is so far beyond the range of labels that there is none: a miss. */
function intervalOf(estimate: object): Interval {
  if ('interval' in estimate && estimate.interval) return estimate.interval as Interval
  if ('note' in estimate && `${estimate.note}`.includes('beyond the range'))
    return { low: Infinity, high: Infinity, level: 0.95 }
  throw new Error(`no interval: ${JSON.stringify(estimate)}`)
}

function meanWith(design: Design, population: 'items' | 'process'): Estimator {
  return {
    name: `mean, ${design}, ${population}`,
    shapes,
    sizes: usual,
    ofItems: population === 'items',
    populate: populationOf,
    run(people, labels, shape, random) {
      const result = predictionPoweredMean(draw(people, labels, design, random), { population })
      const truth = population === 'items' ? meanOf(people.labels) : (scoreShapes[shape]?.mean as number)
      return { interval: intervalOf(result.people), truth, alone: intervalOf(result.labelsAlone) }
    },
  }
}

function clustersWith(drawn: 'items' | 'clusters', population: 'items' | 'process'): Estimator {
  return {
    name: `mean, ${drawn} drawn of clusters, ${population}`,
    shapes: ['clusters'],
    sizes: drawn === 'items' ? usual.filter(([, items]) => items === 1000) : usual,
    ofItems: population === 'items',
    populate: (_, judge, items, random) =>
      clusteredPopulation(judge, drawn === 'items' ? items / 4 : items, random),
    run(people, labels, _, random) {
      const run =
        drawn === 'items' ? draw(people, labels, 'uniform', random) : drawClusters(people, labels, random)
      const result = predictionPoweredMean(run, { population })
      const truth = population === 'items' ? meanOf(people.labels) : clusteredMean
      return { interval: intervalOf(result.people), truth, alone: intervalOf(result.labelsAlone) }
    },
  }
}

const groups: Estimator = {
  name: 'group of a third of the items',
  shapes,
  sizes: [
    [100, 1000],
    [300, 1000],
  ],
  ofItems: true,
  populate: populationOf,
  run(people, labels, _, random) {
    const run = draw(people, labels, 'active', random)
    const isInGroup = (id: string) => Number(id) % 3 === 0
    const items = run.items.map((item) => ({ ...item, group: isInGroup(item.id) ? 'third' : 'rest' }))
    const found = predictionPoweredGroups({ ...run, items }).get('third')
    const truth = meanOf(people.labels.filter((_, place) => place % 3 === 0))
    if (!found) throw new Error('no group')
    // Of few labels in the group: drawn again.
    if ('undefinedBecause' in found.people) return this.run(people, labels, '', random)
    return { interval: intervalOf(found.people), truth, alone: intervalOf(found.labelsAlone) }
  },
}

const roganGladen: Estimator = {
  name: 'Rogan and Gladen, process',
  shapes: yesNo,
  sizes: usual,
  ofItems: false,
  populate: populationOf,
  run(people, labels, shape, random) {
    const { roganGladen } = predictionPoweredRate(draw(people, labels, 'uniform', random))
    const interval = 'interval' in roganGladen ? roganGladen.interval : { low: 0, high: 1, level: 0.95 }
    return { interval, truth: scoreShapes[shape]?.mean as number }
  },
}

function quantileAt(probability: number): Estimator {
  return {
    name: `quantile ${probability}`,
    shapes: shapes.filter((shape) => !shape.startsWith('yes')),
    sizes: usual,
    ofItems: true,
    populate: populationOf,
    run(people, labels, _, random) {
      const sorted = people.labels.toSorted((one, other) => one - other)
      const truth = sorted[Math.ceil(probability * sorted.length - 1e-9) - 1] as number
      const run = draw(people, labels, 'uniform', random)
      return { interval: intervalOf(predictionPoweredQuantile(run, probability)), truth }
    },
  }
}

/** The candidate's labels are the baseline's, but for one in four, which are drawn anew. */
function differenceOf(isPaired: boolean, population: 'items' | 'process'): Estimator {
  return {
    name: `difference, ${isPaired ? 'paired' : 'two draws'}, ${population}`,
    shapes,
    sizes: usual,
    ofItems: false,
    populate: populationOf,
    run(people, labels, shape, random) {
      const judge = judgeOf.get(people) as Judge
      const after = people.labels.map((label) =>
        random() < 0.25 ? (scoreShapes[shape]?.draw(random) as number) : label,
      )
      const candidate = {
        labels: after,
        items: after.map((label, place) => ({ id: `${place}`, score: scoreOf(label, judge, random) })),
      }
      const before = draw(people, labels, 'uniform', random)
      const own = draw(candidate, labels, 'uniform', random)
      const same = before.labels.map(({ item, probability }) => ({
        item,
        probability,
        value: after[Number(item)] as number,
      }))
      const result = predictionPoweredDifference(before, isPaired ? { ...own, labels: same } : own, {
        population,
      })
      const truth = population === 'items' ? meanOf(after) - meanOf(people.labels) : 0
      return { interval: intervalOf(result.people), truth, alone: intervalOf(result.labelsAlone) }
    },
  }
}

const judgeOf = new WeakMap<Population, Judge>()

const estimators: readonly Estimator[] = [
  ...(['uniform', 'by score', 'active'] as const).flatMap((design) => [
    meanWith(design, 'items'),
    meanWith(design, 'process'),
  ]),
  {
    ...meanWith('uniform', 'items'),
    name: 'mean of 100,000 items',
    shapes: ['yes or no, 0.9 yes', 'quarters, most 1, one in ten 0'],
    sizes: [[100, 100_000]],
  },
  clustersWith('items', 'process'),
  clustersWith('clusters', 'items'),
  clustersWith('clusters', 'process'),
  groups,
  roganGladen,
  quantileAt(0.5),
  quantileAt(0.1),
  differenceOf(true, 'items'),
  differenceOf(false, 'items'),
  differenceOf(false, 'process'),
]

interface Cell {
  readonly held: number
  readonly below: number
  readonly above: number
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
  let people: Population | undefined
  let [below, above, width, alone] = [0, 0, 0, 0]
  for (let run = 0; run < runs; run++) {
    if (!people || run % draws === 0) people = estimator.populate(shape, judge, items, random)
    judgeOf.set(people, judge)
    const outcome = estimator.run(people, labels, shape, random)
    if (outcome.truth < outcome.interval.low - 1e-9) below += 1
    if (outcome.truth > outcome.interval.high + 1e-9) above += 1
    if (outcome.interval.low === Infinity) continue
    width += outcome.interval.high - outcome.interval.low
    alone += outcome.alone ? outcome.alone.high - outcome.alone.low : 0
  }
  const held = runs - below - above
  return {
    held: held / runs,
    below: below / runs,
    above: above / runs,
    ...(alone > 0 ? { width: width / alone } : {}),
  }
}

const factor = Number(process.argv[2] ?? 1)
const wanted = process.argv[3] ?? ''
const wantedShape = process.argv[4] ?? ''
for (const estimator of estimators.filter(({ name }) => name.includes(wanted))) {
  const found: { judge: Judge; labels: number; cell: Cell }[] = []
  console.log(`\n${estimator.name}: held in % (truth below|above), width over that of the labels alone`)
  for (const shape of estimator.shapes.filter((name) => name.startsWith(wantedShape)))
    for (const judge of Object.keys(judges) as Judge[]) {
      const cells = estimator.sizes.map(([labels, items]) => {
        const runs = Math.round((items > 10_000 ? 200 : 1000) * factor)
        const cell = simulate(estimator, shape, judge, [labels, items], runs)
        found.push({ judge, labels, cell })
        const { held, below, above, width } = cell
        const ratio = width === undefined ? '' : ` × ${width.toFixed(2)}`
        return `${labels}/${items} ${percent(held)} (${percent(below)}|${percent(above)})${ratio}`
      })
      console.log(`  ${shape}, ${judge}: ${cells.join('  ')}`)
    }
  for (const [labels, ofSize] of Map.groupBy(found, ({ labels }) => labels)) {
    const spanOf = (isKind: (judge: Judge) => boolean) => {
      const held = ofSize.filter(({ judge }) => isKind(judge)).map(({ cell }) => cell.held)
      return `${percent(Math.min(...held))} to ${percent(Math.max(...held))}, mean ${percent(meanOf(held))}`
    }
    const isSharp = (judge: Judge) => judge === 'perfect' || judge === 'AUC 0.99'
    console.log(
      `${estimator.name}, ${labels} labels: ${spanOf((judge) => !isSharp(judge))}; nearly perfect ${spanOf(isSharp)}`,
    )
  }
}

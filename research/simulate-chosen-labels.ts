/**
 * What `verdict label --for improve` gains over labels drawn at random: node research/simulate-chosen-labels.ts [RUNS] [LABELS].
 * Draws, parts, the choice, the interval, the test and the conclusion are those of the package; candidates are numbers
 * in place of judges, so that thousands can be tried.
 */

import { type JudgedTwice, judgedTwice } from '../src/features/agreement/improve/compare-judges.ts'
import { drawConclusion } from '../src/features/agreement/improve/draw-conclusion.ts'
import { exchangeTest } from '../src/features/agreement/improve/exchange-test.ts'
import type { Values } from '../src/features/agreement/improve/gather-material.ts'
import { type LabelledPlace, splitIntoParts } from '../src/features/agreement/improve/split-rows.ts'
import { isLearning } from '../src/features/labels/draw/choose-for-improve.ts'
import { drawAnswers } from '../src/features/labels/draw/draw-answers.ts'
import type { ItemRecord } from '../src/run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../src/run/record.ts'
import { seededRandom } from '../src/shared/random.ts'
import { normalQuantile } from '../src/statistics/distributions.ts'
import { estimate } from '../src/statistics/estimate.ts'
import { areaUnderCurve } from '../src/statistics/ranks.ts'

const [runs = 400, labels = 120] = process.argv.slice(2).map(Number)
const answers = 600
const level = 0.95

/** With which the judge as it is set and each candidate err. */
interface World {
  readonly name: string
  readonly before: number
  readonly candidates: readonly number[]
  /** How alike the judge and a candidate see a text, 0 to 1. */
  readonly alike: number
  readonly perGroup?: number
  readonly yes?: number
}

const scorer: ScorerRecord = { id: 'relevancy', name: 'Relevancy', scale: 1, lowerIsBetter: false }
const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }

/** Labels, and the shares of the judge and of each candidate: the nearer to a half, the likelier to be another's. */
function populationOf({ before, candidates, alike, yes = 0.5 }: World, count: number, seed: number) {
  const random = seededRandom(seed)
  const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))
  const rates = [before, ...candidates]
  const shares = rates.map(() => new Float64Array(count))
  const isYes = Array.from({ length: count }, () => random() < yes)
  for (let place = 0; place < count; place++) {
    const text = normal()
    for (const [judge, rate] of rates.entries()) {
      const margin = Math.sqrt(alike) * text + Math.sqrt(1 - alike) * normal() - normalQuantile(rate)
      const right = 1 / (1 + Math.exp(-1.5 * margin))
      ;(shares[judge] as Float64Array)[place] = isYes[place] ? right : 1 - right
    }
  }
  return { isYes, shares }
}

const areaOf = (of: readonly JudgedTwice[], reading: 'before' | 'after') =>
  areaUnderCurve(of.map((row) => ({ label: row.label === 1, verdict: row[reading] })))
const gainOf = (of: readonly JudgedTwice[]) => {
  const [one, other] = [areaOf(of, 'before'), areaOf(of, 'after')]
  if ('undefinedBecause' in one) return one
  return 'undefinedBecause' in other ? other : { value: other.value - one.value }
}

function runOf(shares: Float64Array, perGroup: number): EvaluationRun {
  const items = Array.from(shares, (share, index): ItemRecord => {
    const group = `${Math.floor(index / perGroup)}`
    return {
      ...{ kind: 'item', itemId: `${index}`, repeat: 1, group, input: '', answer: `${index}`, cost },
      ...{ startedAt: '2026-01-01T00:00:00.000Z', durationInMs: 1 },
      scores: { [scorer.id]: { outcome: 'scored', score: share, cost, durationInMs: 1 } },
    }
  })
  return {
    header: {
      ...{ kind: 'run', version: 1, id: 'run', name: 'run', startedAt: '2026-01-01T00:00:00.000Z' },
      ...{ target: { kind: 'function', id: 'target' }, scorers: [scorer], repeats: 1 },
      dataset: { name: 'data', items: answers, hash: 'none' },
    },
    items,
  }
}

/** Undefined where labels cannot be parted, which is refused. */
function improve(world: World, chooses: boolean, seed: number) {
  const { perGroup = 1 } = world
  const { isYes, shares } = populationOf(world, answers, seed)
  const run = runOf(shares[0] as Float64Array, perGroup)
  const draw = drawAnswers(run, scorer.id, { count: labels, seed, ...(chooses ? { for: 'improve' } : {}) })
  if (draw === undefined) throw new Error('nothing was drawn')
  const { chosen = [] } = draw
  const rows = [...draw.answers, ...chosen].map(({ itemId }): LabelledPlace => {
    const [place, text] = [Number(itemId), isYes[Number(itemId)] ? 'yes' : 'no']
    const group = `${Math.floor(place / perGroup)}`
    const row = { id: itemId, output: itemId, context: [], labels: [text], group }
    return { row, label: { text, target: Number(isYes[place]) } } as LabelledPlace
  })
  const learning = rows.flatMap(({ row: { id, group = '' } }) => (isLearning(group, draw.seed) ? [id] : []))
  const parted = chooses ? { chosen: chosen.map(({ itemId }) => itemId), learning } : undefined
  const parts = splitIntoParts(rows, seed, parted)
  const kinds = (of: readonly LabelledPlace[]) => new Set(of.map(({ label }) => label.target)).size
  if (Object.values(parts).some((of) => kinds(of) < 2)) return undefined
  const values = shares.map(
    (of): Values => new Map(rows.map(({ row: { id } }) => [id, { value: of[Number(id)] as number }])),
  )
  const before = values[0] as Values
  const gains = values.slice(1).map((after) => {
    const gain = gainOf(judgedTwice(parts.chosen, before, after))
    return 'value' in gain ? gain.value : 0
  })
  const best = gains.indexOf(Math.max(...gains))
  if ((gains[best] as number) <= 0) return { tested: undefined, adopted: false, interval: undefined }
  const pairs = judgedTwice(parts.tested, before, values[best + 1] as Values)
  const resampling = { seed, level, resamples: 1000 }
  const gain = estimate(pairs, gainOf, resampling)
  const of = { made: parts.made.length, chosen: parts.chosen.length, tested: parts.tested.length }
  const nothing = { undefinedBecause: 'not looked at' }
  const { adopted } = drawConclusion(
    { end: { at: '', status: 'complete' }, candidates: [], rows: of, level },
    {
      ...{ name: `${best}`, rows: pairs.length, groups: pairs.length, before: nothing, after: nothing },
      ...{ gain, pValue: exchangeTest(pairs, resampling) },
    },
    0,
    0,
  )
  return { tested: best, adopted, interval: 'value' in gain ? gain.interval : undefined }
}

const percent = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`
const no = { alike: 0.7 } as const
const useless: readonly World[] = [
  { ...no, name: 'errs in 0.2', before: 0.2, candidates: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2] },
  { ...no, name: 'quite other texts', alike: 0.1, before: 0.2, candidates: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2] },
  { ...no, name: 'nearly the same', alike: 0.97, before: 0.2, candidates: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2] },
  { ...no, name: 'poor', before: 0.4, candidates: [0.4, 0.4, 0.4, 0.4, 0.4, 0.4] },
  { ...no, name: 'guesses', before: 0.5, candidates: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5] },
  { ...no, name: 'nearly perfect', before: 0.03, candidates: [0.03, 0.03, 0.03, 0.03, 0.03, 0.03] },
  { ...no, name: 'worse', before: 0.2, candidates: [0.25, 0.25, 0.3, 0.3, 0.35, 0.35] },
  { ...no, name: 'one yes in seven', yes: 0.15, before: 0.2, candidates: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2] },
  { ...no, name: 'groups of five', perGroup: 5, before: 0.2, candidates: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2] },
  { ...no, name: 'one candidate', before: 0.2, candidates: [0.2] },
]
const better: readonly World[] = [
  [0.3, 0.2],
  [0.2, 0.1],
].map(([before = 0, after = 0]) => ({
  ...{ name: `${before} to ${after}`, before, alike: 0.7 },
  candidates: [after, before, before, before, before, before + 0.05],
}))

const how = (chooses: boolean) => (chooses ? 'a quarter chosen' : 'all at random')
for (const chooses of [false, true]) {
  const each = Math.max(1, Math.round(runs / useless.length))
  const adopted = useless.map((world) => {
    let count = 0
    for (let seed = 1; seed <= each; seed++) count += Number(improve(world, chooses, seed)?.adopted ?? false)
    return count
  })
  console.log(
    `${labels} labels, of no use, ${how(chooses)}: adopted in ${percent(
      adopted.reduce((sum, one) => sum + one, 0),
      each * useless.length,
    )} of ${each * useless.length}: ${useless.map(({ name }, index) => `${name} ${adopted[index]}`).join(', ')}`,
  )
}
for (const world of better) {
  const { isYes, shares } = populationOf(world, 200_000, 1)
  const truth = gainOf(
    isYes.map((label, place) => ({
      label: Number(label),
      before: shares[0]?.[place] as number,
      after: shares[1]?.[place] as number,
    })),
  )
  const trueGain = 'value' in truth ? truth.value : Number.NaN
  for (const chooses of [false, true]) {
    let [right, adopted, held, wrong] = [0, 0, 0, 0]
    for (let seed = 1; seed <= runs; seed++) {
      const found = improve(world, chooses, seed)
      if (found?.tested !== 0) {
        wrong += Number(found?.adopted ?? false)
        continue
      }
      right += 1
      adopted += Number(found.adopted)
      const { interval } = found
      held += Number(interval !== undefined && interval.low <= trueGain && trueGain <= interval.high)
    }
    console.log(
      `${labels} labels, ${world.name}, ${how(chooses)}: tested in ${percent(right, runs)}, adopted in ${percent(adopted, runs)} of ${runs} (another in ${percent(wrong, runs)}); the gain of ${trueGain.toFixed(3)} holds in ${percent(held, right)}`,
    )
  }
}

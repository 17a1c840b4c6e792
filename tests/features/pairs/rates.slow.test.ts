import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { comparePairs } from '../../../src/evaluation.ts'
import { summarisePreferences } from '../../../src/features/pairs/compare-pairs.ts'
import { measureLengthBias, measureTurning } from '../../../src/features/pairs/judge-biases.ts'
import type { JudgedPair } from '../../../src/features/pairs/judged-pairs.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { pairJudge, runOf } from './pairs.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }

/** A run of pairs with these scores; those of one group hang together. */
function pairsRun(scores: readonly { score: number; group?: string }[]): EvaluationRun {
  const cost = { calls: 2, usage: { inputTokens: 0, outputTokens: 0 } }
  const scorers = [{ id: 'answer-preference', name: 'Answer Preference', scale: 1, lowerIsBetter: false }]
  return {
    header: {
      ...{ kind: 'run', version: 1, id: 'p', name: 'p', startedAt: '', repeats: 1, scorers },
      ...{
        target: { kind: 'recorded', id: 'pairs' },
        dataset: { name: 'd', items: scores.length, hash: '' },
      },
    },
    items: scores.map(({ score, group }, index) => ({
      ...{
        kind: 'item',
        itemId: `q${index}`,
        repeat: 1,
        group,
        input: '',
        cost,
        startedAt: '',
        durationInMs: 0,
      },
      exchange: { input: '', output: { question: 'q', baseline: 'a', candidate: 'b' } },
      scores: { 'answer-preference': { outcome: 'scored', score, cost, durationInMs: 0 } },
    })),
  }
}

/** 1, 0.5 or 0. */
const drawScore = (next: () => number, win: number, tie: number) => {
  const at = next()
  return at < win ? 1 : at < win + tie ? 0.5 : 0
}

interface Design {
  readonly name: string
  readonly win: number
  readonly tie: number
  /** Sizes of the groups; one each without. */
  readonly sizes: readonly number[]
  /** How far the chance of a win differs from group to group. */
  readonly spread: number
}

const designs: Design[] = [
  { name: '60 pairs', win: 0.5, tie: 0, sizes: Array(60).fill(1), spread: 0 },
  { name: '100 pairs, half of them ties', win: 0.3, tie: 0.5, sizes: Array(100).fill(1), spread: 0 },
  {
    name: '40 groups of 1 to 8',
    win: 0.45,
    tie: 0.2,
    sizes: Array.from({ length: 40 }, (_, i) => 1 + (i % 8)),
    spread: 0.2,
  },
]

const trials = 200

function drawn({ win, tie, sizes, spread }: Design, next: () => number): EvaluationRun {
  const grouped = sizes.length > 0 && sizes.some((size) => size > 1)
  return pairsRun(
    sizes.flatMap((size, group) => {
      const own = win + (next() < 0.5 ? spread : -spread)
      return Array.from({ length: size }, () => ({
        score: drawScore(next, own, tie),
        ...(grouped ? { group: `g${group}` } : {}),
      }))
    }),
  )
}

it.each(designs)('the interval of the win rate holds: $name', (design) => {
  const next = seededRandom(11)
  const truth = design.win + design.tie / 2
  let held = 0
  for (let trial = 0; trial < trials; trial++) {
    const [found] = summarisePreferences([{ run: drawn(design, next) }], resampling)
    const { low = 1, high = 0 } = found?.interval ?? {}
    if (low <= truth && truth <= high) held += 1
  }
  expect(held / trials).toBeGreaterThanOrEqual(0.91)
  expect(held / trials).toBeLessThanOrEqual(0.985)
})

it.each([
  { name: 'few ties', win: 0.4, tie: 0.2, sizes: Array(40).fill(1), spread: 0 },
  { name: 'ten pairs', win: 0.4, tie: 0.2, sizes: Array(10).fill(1), spread: 0 },
  {
    name: 'groups',
    win: 0.4,
    tie: 0.2,
    sizes: Array.from({ length: 20 }, (_, i) => 1 + (i % 6)),
    spread: 0.2,
  },
])('A against A is preferred in at most 5 % of 200: $name', (design) => {
  const next = seededRandom(5)
  let preferred = 0
  for (let trial = 0; trial < trials; trial++) {
    const [found] = summarisePreferences([{ run: drawn(design, next) }], resampling)
    if (found?.verdict !== 'cannot tell') preferred += 1
  }
  expect(preferred / trials).toBeLessThanOrEqual(0.05)
})

const rows = readFileSync(
  join(import.meta.dirname, '../../../datasets/language-judges/rubric-judge-mtbench.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { pairId: string; input: string; output: string; label: unknown })

it('on MT-Bench the figures equal a slow and plain computation', async () => {
  const pairs = [...Map.groupBy(rows, ({ pairId }) => pairId).values()].flatMap((both) =>
    both.length === 2 ? [both as [(typeof rows)[number], (typeof rows)[number]]] : [],
  )
  expect(pairs.length).toBeGreaterThan(60)
  const side = (which: 0 | 1, name: string) =>
    runOf(
      pairs.map((both) => both[which].output),
      name,
      (index) => ({ input: `${index} ${pairs[index]?.[0].input}` }),
    )
  const runs = [await side(0, 'one'), await side(1, 'other')]
  // Prefers the longer one, and where lengths are near each other whatever stands first.
  const model = pairJudge(({ first, second }) =>
    Math.abs(first.length - second.length) < 120
      ? 'first'
      : first.length > second.length
        ? 'first'
        : 'second',
  )
  const [found] = await comparePairs(runs, { model, resamples: 1000 })
  const plain = pairs.map(([one, other]) => {
    const [a, b] = [one.output.trim().length, other.output.trim().length]
    const isTurned = Math.abs(a - b) < 120
    return { a, b, isTurned, score: isTurned ? 0.5 : b > a ? 1 : 0 }
  })
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  expect(found?.winRate).toBeCloseTo(mean(plain.map(({ score }) => score)), 12)
  expect(found?.turning.turned).toBe(plain.filter(({ isTurned }) => isTurned).length)
  const unlike = plain.filter(({ a, b }) => Math.max(a, b) / Math.min(a, b) > 1.2)
  const longer = mean(unlike.map(({ a, b, score }) => (b > a ? score : 1 - score)))
  expect(found?.length.longer).toMatchObject({
    pairs: unlike.length,
    rate: { value: expect.closeTo(longer, 12) },
  })
  const x = plain.map(({ a, b }) => Math.log2(b / a))
  const y = plain.map(({ score }) => score)
  const line = (keep: (index: number) => boolean) => {
    const [xs, ys] = [x.filter((_, i) => keep(i)), y.filter((_, i) => keep(i))]
    const [mx, my] = [mean(xs), mean(ys)]
    const slope =
      xs.reduce((sum, of, i) => sum + (of - mx) * ((ys[i] ?? 0) - my), 0) /
      xs.reduce((sum, of) => sum + (of - mx) ** 2, 0)
    return { slope, intercept: my - slope * mx }
  }
  const whole = line(() => true)
  expect(found?.length.line?.slope.value).toBeCloseTo(whole.slope, 9)
  expect(found?.length.line?.intercept.value).toBeCloseTo(whole.intercept, 9)
  const left = x.map((_, out) => line((index) => index !== out).slope)
  const error = Math.sqrt(
    ((x.length - 1) / x.length) * left.reduce((sum, of) => sum + (of - whole.slope) ** 2, 0),
  )
  const { low = 0, high = 0 } = found?.length.line?.slope.interval ?? {}
  // Student's t for so many pairs lies between 1.98 and 2.01.
  expect((high - low) / 2 / error).toBeGreaterThan(1.97)
  expect((high - low) / 2 / error).toBeLessThan(2.02)
  expect(found?.length.prefersLonger).toBe(true)
})

it('intervals of the slope and of turning hold over unequal groups', () => {
  const next = seededRandom(3)
  const held = { slope: 0, turning: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const pairs = Array.from({ length: 30 }, (_, group) => {
      const own = next() < 0.5 ? 0.1 : -0.1
      return Array.from({ length: 1 + (group % 5) }, (_, index): JudgedPair => {
        const ratio = 2 ** (2 * next() - 1)
        const score = next() < 0.5 + own + 0.15 * Math.log2(ratio) ? 1 : 0
        const isTurned = next() < 0.3 + own
        return {
          ...{ itemId: `q${group}-${index}`, repeat: 1, cluster: `g${group}`, score, reason: '' },
          ...{ baseline: 'x'.repeat(10_000), candidate: 'x'.repeat(Math.round(10_000 * ratio)) },
          said: { baselineFirst: 'baseline', candidateFirst: isTurned ? 'candidate' : 'baseline', words: [] },
        }
      })
    }).flat()
    const slope = measureLengthBias(pairs, resampling).line?.slope.interval
    if (slope && slope.low <= 0.15 && 0.15 <= slope.high) held.slope += 1
    const { rate } = measureTurning(pairs, resampling)
    if ('value' in rate && rate.interval && rate.interval.low <= 0.3 && 0.3 <= rate.interval.high)
      held.turning += 1
  }
  expect(held.slope / trials).toBeGreaterThanOrEqual(0.91)
  expect(held.slope / trials).toBeLessThanOrEqual(0.985)
  expect(held.turning / trials).toBeGreaterThanOrEqual(0.91)
})

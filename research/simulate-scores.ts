/** Coverage of the intervals of scores, false alarms between two runs of one agent, and power. */

import { compareRuns } from '../src/evaluation/comparison/compare-runs.ts'
import { summarise } from '../src/evaluation/comparison/summarise.ts'
import type { ItemRecord } from '../src/run/item-record.ts'
import type { EvaluationRun } from '../src/run/record.ts'
import { randomBits } from '../src/shared/random.ts'

export type Uniform = () => number

export function uniform(seed: number): Uniform {
  const bits = randomBits(seed)
  return () => (bits() >>> 0) / 2 ** 32
}

export function normal(random: Uniform): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** How scores of an agent are distributed, 0 to 1, over items; with the mean that they truly have. */
export const scoreShapes: Record<string, { mean: number; draw: (random: Uniform) => number }> = {
  'yes or no, 0.9 yes': { mean: 0.9, draw: (random) => (random() < 0.9 ? 1 : 0) },
  'yes or no, 0.5 yes': { mean: 0.5, draw: (random) => (random() < 0.5 ? 1 : 0) },
  'quarters, most 1, one in ten 0': {
    mean: 0.6 + 0.2 * 0.75 + 0.1 * 0.5 + 0.1 * 0,
    draw: (random) => {
      const at = random()
      return at < 0.6 ? 1 : at < 0.8 ? 0.75 : at < 0.9 ? 0.5 : 0
    },
  },
  'even from 0 to 1': { mean: 0.5, draw: (random) => random() },
  'skewed, most near 1': { mean: 5 / 6, draw: (random) => random() ** (1 / 5) },
  'very skewed': { mean: 20 / 21, draw: (random) => random() ** (1 / 20) },
}

export function toRun(
  scores: readonly (readonly number[])[],
  groupOf?: (item: number) => string,
): EvaluationRun {
  const scorers = scores.map((_, index) => ({
    id: `scorer ${index}`,
    name: `Scorer ${index}`,
    scale: 1,
    lowerIsBetter: false,
  }))
  const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 } }
  const count = scores[0]?.length ?? 0
  const items = Array.from(
    { length: count },
    (_, item): ItemRecord => ({
      kind: 'item',
      itemId: `item ${item}`,
      repeat: 1,
      ...(groupOf ? { group: groupOf(item) } : {}),
      input: '',
      answer: '',
      cost,
      startedAt: '2026-01-01T00:00:00.000Z',
      durationInMs: 0,
      scores: Object.fromEntries(
        scores.map((of, index) => [
          `scorer ${index}`,
          { outcome: 'scored', score: of[item] ?? 0, cost, durationInMs: 0 },
        ]),
      ),
    }),
  )
  return {
    header: {
      kind: 'run',
      version: 1,
      id: 'simulated',
      name: 'simulated',
      startedAt: '2026-01-01T00:00:00.000Z',
      target: { kind: 'function', id: 'simulated' },
      dataset: { name: 'simulated', items: count, hash: 'simulated' },
      scorers,
      repeats: 1,
    },
    items,
  }
}

const resamples = 2000

/** How often the interval of a mean holds the true mean. */
export function coverageOfMeans(runs: number): void {
  console.log(
    `\nCoverage of the interval of a mean, ${runs} runs each, in %; below / above: where the truth was`,
  )
  for (const [shape, { mean, draw }] of Object.entries(scoreShapes)) {
    const cells = [5, 10, 20, 30, 100].map((count) => {
      const random = uniform(count)
      let below = 0
      let above = 0
      for (let run = 0; run < runs; run++) {
        const scores = [Array.from({ length: count }, () => draw(random))]
        const interval = summarise(toRun(scores), { resamples })[0]?.interval
        if (!interval) throw new Error('no interval')
        if (mean < interval.low) below += 1
        if (mean > interval.high) above += 1
      }
      return `n=${count} ${percent(1 - (below + above) / runs)} (${percent(below / runs)}/${percent(above / runs)})`
    })
    console.log(`${shape.padEnd(24)} ${cells.join('  ')}`)
  }
}

/** An item of a group has the score of the group's first with this probability, else one of its own. */
const likeness = 0.7

/** Scores of groups of 1 to 9 items that hang together, with the group of each. */
export function groupedScores(
  groups: number,
  draw: (random: Uniform) => number,
  random: Uniform,
): { scores: number[]; groupOf: (item: number) => string } {
  const scores: number[] = []
  const owners: string[] = []
  for (let group = 0; group < groups; group++) {
    const common = draw(random)
    const size = 1 + Math.floor(random() * 9)
    for (let item = 0; item < size; item++) {
      scores.push(random() < likeness ? common : draw(random))
      owners.push(`${group}`)
    }
  }
  return { scores, groupOf: (item) => owners[item] ?? '' }
}

/** Coverage where items hang together by group. */
export function coverageOfGroups(runs: number): void {
  console.log(
    `\nCoverage of the interval of a mean, groups of 1 to 9 items, ${runs} runs each, in %; mean width`,
  )
  for (const [shape, { mean, draw }] of Object.entries(scoreShapes)) {
    const cells = [5, 10, 20, 40, 100].map((groups) => {
      const random = uniform(groups)
      let covered = 0
      let width = 0
      for (let run = 0; run < runs; run++) {
        const { scores, groupOf } = groupedScores(groups, draw, random)
        const interval = summarise(toRun([scores], groupOf), { resamples })[0]?.interval
        if (!interval) throw new Error('no interval')
        if (interval.low <= mean && interval.high >= mean) covered += 1
        width += interval.high - interval.low
      }
      return `${groups} groups ${percent(covered / runs)} (${(width / runs).toFixed(2)})`
    })
    console.log(`${shape.padEnd(24)} ${cells.join('  ')}`)
  }
}

/**
 * Items differ in how hard they are; an answer is drawn around that, so that two runs of one agent differ by
 * chance alone. `drop` lowers the second run's scores where it can.
 */
function pairOfRuns(count: number, kind: string, drop: number, random: Uniform): [number[], number[]] {
  const before: number[] = []
  const after: number[] = []
  for (let item = 0; item < count; item++) {
    const quality = 0.3 + 0.7 * random()
    const answer = (lowered: number) => {
      const level = quality - lowered
      if (kind === 'yes or no') return random() < level ? 1 : 0
      if (kind === 'quarters')
        return Math.min(4, Math.max(0, Math.round(4 * (level + 0.2 * normal(random))))) / 4
      // Most answers are as before, a few fail wholly.
      return random() < 0.04 + lowered ? 0 : 1
    }
    before.push(answer(0))
    after.push(answer(drop))
  }
  return [before, after]
}

export const pairKinds = ['yes or no', 'quarters', 'rarely moves']

/** How often two runs of one agent are called different, with 1 scorer and with 5. */
export function falseAlarms(runs: number): void {
  console.log(`\nTwo runs of one agent, ${runs} pairs each: "worse" / "better" / interval beyond 0, in %`)
  for (const kind of pairKinds) {
    for (const scorers of [1, 5]) {
      const cells = [10, 20, 30, 200].map((count) => {
        const random = uniform(count + scorers)
        const told = { worse: 0, better: 0, interval: 0 }
        for (let run = 0; run < runs; run++) {
          const pairs = Array.from({ length: scorers }, () => pairOfRuns(count, kind, 0, random))
          const comparisons = compareRuns(
            toRun(pairs.map(([before]) => before)),
            toRun(pairs.map(([, after]) => after)),
            { resamples },
          )
          if (comparisons.some(({ verdict }) => verdict === 'worse')) told.worse += 1
          if (comparisons.some(({ verdict }) => verdict === 'better')) told.better += 1
          const { interval } = comparisons[0] ?? {}
          if (interval && (interval.low > 0 || interval.high < 0)) told.interval += 1
        }
        return `n=${count} ${percent(told.worse / runs)}/${percent(told.better / runs)}/${percent(told.interval / runs)}`
      })
      console.log(`${kind.padEnd(16)} ${scorers} scorers: ${cells.join('  ')}`)
    }
  }
}

/** How often a true drop is found, and how often the interval of the difference holds it. */
export function powerOfComparison(runs: number): void {
  console.log(
    `\nA true drop of 0.1, ${runs} pairs each: found as "worse" in %, with the interval's coverage in %`,
  )
  for (const kind of pairKinds) {
    for (const count of [20, 50, 100, 200, 400]) {
      const random = uniform(count)
      let found = 0
      let covered = 0
      let detectable = 0
      for (let run = 0; run < runs; run++) {
        const [before, after] = pairOfRuns(count, kind, 0.1, random)
        const [comparison] = compareRuns(toRun([before]), toRun([after]), { resamples })
        if (comparison?.verdict === 'worse') found += 1
        const drop = kind === 'quarters' ? dropOfQuarters : -0.1
        if (comparison?.interval && comparison.interval.low <= drop && comparison.interval.high >= drop)
          covered += 1
        detectable += (comparison?.detectableDifference ?? Number.NaN) / runs
      }
      console.log(
        `${kind.padEnd(16)} n=${count}: found ${percent(found / runs)}, covered ${percent(covered / runs)}, ` +
          `smallest detectable difference ${detectable.toFixed(3)}`,
      )
    }
  }
}

/** Rounding to quarters and the ends of the range take a part of the drop; what is left, from 4 million items. */
const dropOfQuarters = (() => {
  const [before, after] = pairOfRuns(2_000_000, 'quarters', 0.1, uniform(1))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return mean(after) - mean(before)
})()

export function percent(share: number): string {
  return (share * 100).toFixed(1)
}

/** Conversations with simulated users whose parts of the spread are known: coverage, and false alarms of comparisons. */

import { compareRuns } from '../src/evaluation/comparison/compare-runs.ts'
import { summariseRepeats } from '../src/evaluation/comparison/summarise-repeats.ts'
import type { EvaluationRun, ItemRecord } from '../src/run/record.ts'
import type { VarianceSource } from '../src/statistics/variance-parts.ts'
import { normal, percent, toRun, type Uniform, uniform } from './simulate-scores.ts'

type Parts = Readonly<Record<VarianceSource, number>>

/** How scores come about, one source after the other. */
interface World {
  readonly parts: Parts
  /** @returns A maker of users of an item, each a maker of answers, each a maker of judgings. */
  item(random: Uniform): () => () => () => number
}

const deviations = { items: 0.15, users: 0.1, answers: 0.08, judgings: 0.05 }

const normalWorld: World = {
  parts: { items: 0.15 ** 2, users: 0.1 ** 2, answers: 0.08 ** 2, judgings: 0.05 ** 2 },
  item(random) {
    const ofItem = 0.5 + deviations.items * normal(random)
    return () => {
      const ofUser = ofItem + deviations.users * normal(random)
      return () => {
        const ofAnswer = ofUser + deviations.answers * normal(random)
        return () => ofAnswer + deviations.judgings * normal(random)
      }
    }
  },
}

const wrong = 0.05
const seen = (1 - 2 * wrong) ** 2

/** Goals are reached or not, as likely as item and user make it; the judge is wrong one time in twenty. */
const reachedWorld: World = {
  parts: {
    items: seen * 0.2 ** 2,
    users: seen * 0.15 ** 2,
    answers: seen * (0.6 - (0.6 ** 2 + 0.2 ** 2 + 0.15 ** 2)),
    judgings: wrong * (1 - wrong),
  },
  item(random) {
    const either = (size: number) => (random() < 0.5 ? size : -size)
    const ofItem = 0.6 + either(0.2)
    return () => {
      const likely = ofItem + either(0.15)
      return () => {
        const isReached = random() < likely
        return () => (random() < wrong !== isReached ? 1 : 0)
      }
    }
  },
}

const repeats = 3

/** A run of each item three times, replayed once, each answer judged twice. */
function playedRun(items: readonly ReturnType<World['item']>[]): EvaluationRun {
  const {
    header,
    items: [like],
  } = toRun([[0]])
  const record = (item: number, judge: () => number, which: Pick<ItemRecord, 'repeat' | 'replayOf'>) => {
    const { 'scorer 0': score } = (like as ItemRecord).scores
    const scored = { ...score, score: judge(), again: [judge()] } as typeof score & object
    return { ...(like as ItemRecord), itemId: `item ${item}`, ...which, scores: { 'scorer 0': scored } }
  }
  const played = items.flatMap((userOf, item) =>
    Array.from({ length: repeats }, (_, index) => {
      const answerOf = userOf()
      const repeat = index + 1
      return {
        first: record(item, answerOf(), { repeat }),
        replay: record(item, answerOf(), { repeat: 1, replayOf: repeat }),
      }
    }),
  )
  return {
    header: {
      ...header,
      dataset: { ...header.dataset, items: items.length },
      repeats,
      replays: 1,
      judgings: 2,
    },
    items: played.map(({ first }) => first),
    replays: played.map(({ replay }) => replay),
  }
}

const worlds: Record<string, World> = { normal: normalWorld, 'reached or not': reachedWorld }
const counts = [20, 50, 200]

function coverage(runs: number): void {
  console.log(
    `Parts of the spread, ${repeats} users an item, 1 replay, 2 judgings, ${runs} runs: coverage in %, bias`,
  )
  for (const [name, world] of Object.entries(worlds)) {
    const total = Object.values(world.parts).reduce((sum, part) => sum + part, 0)
    for (const count of counts) {
      const random = uniform(count)
      const held = new Map<string, { variance: number; share: number; sum: number }>()
      for (let run = 0; run < runs; run++) {
        const items = Array.from({ length: count }, () => world.item(random))
        const [found] = summariseRepeats(playedRun(items), { resamples: 1000 })
        for (const { sources, variance, share } of found?.variance?.parts ?? []) {
          const source = sources.join('+') as VarianceSource
          const truth = world.parts[source]
          const entry = held.get(source) ?? { variance: 0, share: 0, sum: 0 }
          const holds = ({ interval }: { interval?: { low: number; high: number } }, value: number) =>
            interval !== undefined && interval.low <= value && interval.high >= value ? 1 : 0
          entry.variance += 'value' in variance ? holds(variance, truth) : 0
          entry.share += 'value' in share ? holds(share, truth / total) : 0
          entry.sum += 'value' in variance ? variance.value / truth : Number.NaN
          held.set(source, entry)
        }
      }
      const cells = [...held].map(
        ([source, { variance, share, sum }]) =>
          `${source} ${percent(variance / runs)}, share ${percent(share / runs)}, × ${(sum / runs).toFixed(3)}`,
      )
      console.log(`${name.padEnd(14)} ${count} items: ${cells.join('; ')}`)
    }
  }
}

function falseAlarms(runs: number): void {
  console.log(
    `\nThe same agent twice, users, answers and judgings anew, ${runs} pairs: worse and better, in %`,
  )
  for (const [name, world] of Object.entries(worlds)) {
    for (const count of counts) {
      const random = uniform(count + 1)
      const verdicts = { worse: 0, better: 0 }
      for (let run = 0; run < runs; run++) {
        const items = Array.from({ length: count }, () => world.item(random))
        const [found] = compareRuns(playedRun(items), playedRun(items), { resamples: 2000 })
        if (found?.verdict === 'worse' || found?.verdict === 'better') verdicts[found.verdict] += 1
      }
      const { worse, better } = verdicts
      console.log(
        `${name.padEnd(14)} ${count} items: ${percent(worse / runs)} worse, ${percent(better / runs)} better`,
      )
    }
  }
}

const factor = Number(process.argv[2] ?? 1)
coverage(500 * factor)
falseAlarms(1000 * factor)

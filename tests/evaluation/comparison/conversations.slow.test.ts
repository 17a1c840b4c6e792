import { expect, test } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { summarise } from '../../../src/evaluation/comparison/summarise.ts'
import { meanOfTurns } from '../../../src/evaluation/scoring/mean-of-turns.ts'
import type { EvaluationRun, ScoreRecord } from '../../../src/run/record.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { makeRun, scorer } from '../support/runs.ts'

const cost = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 } }
const [scenarios, repeats, judgings] = [40, 3, 2]
const spread = { scenario: 0.1, simulator: 0.06, agent: 0.06, judge: 0.05 }

/** Normal with this standard deviation. */
const normalOf = (random: () => number) => (deviation: number) =>
  deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/**
 * A run in which everything varies: scenarios; simulated users, who go on for 2 to 6 turns and make it easier or
 * harder; the agent, in each conversation; and the judge, in each judging of each turn.
 *
 * @param levels Of the scenarios, which two runs share.
 */
function runOf(levels: readonly number[], random: () => number): EvaluationRun {
  const normal = normalOf(random)
  const run = makeRun([], [scorer('relevancy', { scale: undefined })])
  const items = levels.flatMap((level, scenario) =>
    Array.from({ length: repeats }, (_, repeat) => {
      const conversation = level + normal(spread.simulator) + normal(spread.agent)
      const turns = Array.from({ length: 2 + Math.floor(5 * random()) }, (): ScoreRecord => {
        const [score = 0, ...again] = Array.from(
          { length: judgings },
          () => conversation + normal(spread.judge),
        )
        return { outcome: 'scored', score, again, cost, durationInMs: 1 }
      })
      return {
        ...{ kind: 'item' as const, itemId: `${scenario}`, repeat: repeat + 1, input: '', cost },
        ...{ startedAt: '2026-01-01T00:00:00.000Z', durationInMs: 1 },
        scores: { relevancy: meanOfTurns(turns, false) },
      }
    }),
  )
  const dataset = { ...run.header.dataset, items: scenarios }
  return { header: { ...run.header, dataset, repeats, judgings }, items }
}

const levelsOf = (random: () => number) => {
  const normal = normalOf(random)
  return Array.from({ length: scenarios }, () => 10 + normal(spread.scenario))
}
const resampling = { resamples: 1000 }
const runs = 250

test('intervals of conversations hold in 91 to 98 % of 250 runs in which user, agent and judge vary', {
  timeout: 600_000,
}, () => {
  let held = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = seededRandom(seed)
    const [summary] = summarise(runOf(levelsOf(random), random), resampling)
    const { low, high } = summary?.interval ?? { low: 0, high: 0 }
    if (low <= 10 && 10 <= high) held += 1
  }
  expect(held / runs).toBeGreaterThanOrEqual(0.91)
  expect(held / runs).toBeLessThanOrEqual(0.98)
})

test('two runs of one agent on the same scenarios are better or worse in at most 5 % of 250 pairs', {
  timeout: 600_000,
}, () => {
  let decided = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = seededRandom(10_000 + seed)
    const levels = levelsOf(random)
    const [comparison] = compareRuns(runOf(levels, random), runOf(levels, random), resampling)
    if (comparison?.verdict === 'better' || comparison?.verdict === 'worse') decided += 1
  }
  expect(decided / runs).toBeLessThanOrEqual(0.05)
  expect(decided).toBeGreaterThan(0)
})

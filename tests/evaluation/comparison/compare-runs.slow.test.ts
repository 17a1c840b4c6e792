import { expect, test } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { runOf } from '../support/runs.ts'

/** An agent whose answers to a question vary, as pairs of runs. */
function simulate(drop: number, seed: number): [number[], number[]] {
  const random = seededRandom(seed)
  const answer = (level: number) =>
    Math.round(4 * Math.min(1, Math.max(0, level + 0.6 * (random() - 0.5)))) / 4
  const levels = Array.from({ length: 200 }, () => 0.3 + 0.5 * random())
  return [levels.map((level) => answer(level)), levels.map((level) => answer(level - drop))]
}

test('two runs of one agent are called worse in at most 5 % of 100 pairs', () => {
  const worse = Array.from({ length: 100 }, (_, seed) => simulate(0, seed + 1)).filter(
    ([first, second]) =>
      compareRuns(runOf(first), runOf(second), { resamples: 1000 })[0]?.verdict === 'worse',
  )
  expect(worse.length).toBeLessThanOrEqual(5)
  expect(worse.length).toBeGreaterThan(0)
})

test('a true drop of 0.1 in 200 items is found in at least 90 % of 100 pairs', () => {
  const found = Array.from({ length: 100 }, (_, seed) => simulate(0.1, seed + 1)).filter(
    ([first, second]) =>
      compareRuns(runOf(first), runOf(second), { resamples: 1000 })[0]?.verdict === 'worse',
  )
  expect(found.length).toBeGreaterThanOrEqual(90)
})

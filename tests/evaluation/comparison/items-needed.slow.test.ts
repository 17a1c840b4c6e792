import { expect, test } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { estimateItemsNeeded } from '../../../src/evaluation/comparison/items-needed.ts'
import type { ScoreComparison } from '../../../src/evaluation/comparison/score-comparison.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import type { Interval } from '../../../src/statistics/resampling.ts'
import { makeRun, scorer } from '../support/runs.ts'

const random = seededRandom(30)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

interface Truth {
  readonly items: number
  readonly difference: number
  /** Standard deviations of an item's difference, and of single answers to an item. */
  readonly ofItems: number
  readonly ofAnswers: number
}

/** Two agents over the same scenarios, each held so often. */
function compared({ items, difference, ofItems, ofAnswers }: Truth, repeats: number): ScoreComparison {
  const scores = Array.from({ length: items }, () => {
    const level = 2 + 0.3 * normal()
    return [level, level + difference + ofItems * normal()]
  })
  const run = (side: 0 | 1) =>
    makeRun(
      scores.flatMap((levels, item) =>
        Array.from({ length: repeats }, (_, repeat) => {
          const goal = (levels[side] ?? Number.NaN) + ofAnswers * normal()
          return { id: `${item}`, repeat: repeat + 1, outcomes: { goal } }
        }),
      ),
      [scorer('goal', { scale: undefined })],
    )
  return compareRuns(run(0), run(1))[0] as ScoreComparison
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** What pilots say of a difference as large as it is, and how often so many find it. */
function planned(truth: Truth, repeats: number) {
  const pilots = Array.from({ length: 40 }, () => {
    const found = compared(truth, repeats)
    const { low, high, level } = found.interval as Interval
    const moved = truth.difference - (found.difference as number)
    const interval = { low: low + moved, high: high + moved, level }
    return estimateItemsNeeded({ ...found, difference: truth.difference, interval })
  })
  const found = (of: Truth, times: number) =>
    Array.from({ length: 100 }, () => compared(of, times)).filter(({ verdict }) => verdict === 'better')
      .length / 100
  return { pilots, found }
}

test('so many repeats as are said find the difference in about 4 of 5 comparisons', () => {
  for (const truth of [
    { items: 24, difference: 0.1, ofItems: 0, ofAnswers: 0.4 },
    { items: 40, difference: 0.1, ofItems: 0.1, ofAnswers: 0.4 },
  ]) {
    const { pilots, found } = planned(truth, 3)
    const repeats = median(pilots.map((of) => of.repeats ?? Number.POSITIVE_INFINITY))
    const items = median(pilots.map((of) => of.items ?? Number.POSITIVE_INFINITY))
    expect(found(truth, 3)).toBeLessThan(0.7)
    for (const share of [found(truth, repeats), found({ ...truth, items }, 3)]) {
      expect(share).toBeGreaterThan(0.7)
      expect(share).toBeLessThan(0.95)
    }
  }
})

test('no repeats are asked for where scenarios differ too much for them, or were not repeated', () => {
  const truth = { items: 20, difference: 0.1, ofItems: 0.4, ofAnswers: 0.1 }
  const { pilots } = planned(truth, 3)
  expect(pilots.filter(({ repeats }) => repeats !== undefined)).toEqual([])
  expect(pilots.filter(({ items }) => items !== undefined).length).toBeGreaterThan(35)
  expect(compared(truth, 1)).not.toHaveProperty('spread')
  expect(estimateItemsNeeded({ ...compared(truth, 1), difference: 0.1 })).not.toHaveProperty('repeats')
})

test('the spread of differences is that of the worked example', () => {
  const run = (scores: readonly (readonly number[])[]) =>
    makeRun(
      scores.flatMap((of, item) =>
        of.map((goal, repeat) => ({ id: `${item}`, repeat: repeat + 1, outcomes: { goal } })),
      ),
      [scorer('goal')],
    )
  const [comparison] = compareRuns(
    run([
      [0.2, 0.4],
      [0.1, 0.3],
    ]),
    run([
      [0.5, 0.9],
      [0.4, 0.4],
    ]),
  )
  // Variances of answers 0.02, 0.02, 0.08 and 0; differences 0.4 and 0.2, whose variance is 0.02.
  expect(comparison?.spread?.ofOne).toBeCloseTo(0.06, 12)
  expect(comparison?.spread?.ofMean).toBeCloseTo(0.03, 12)
  expect(comparison?.spread?.ofItems).toBeCloseTo(0.02 - 0.03, 12)
})

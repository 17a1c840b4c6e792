import { describe, expect, test } from 'vitest'
import { compareRuns } from '../../../src/evaluation/comparison/compare-runs.ts'
import { estimateItemsNeeded } from '../../../src/evaluation/comparison/items-needed.ts'
import { decideTogether } from '../../../src/evaluation/comparison/joint-intervals.ts'
import type { ScoreComparison } from '../../../src/evaluation/comparison/score-comparison.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { toClusters } from '../../../src/statistics/clusters.ts'
import { makeRun, runOf, scorer } from '../support/runs.ts'

const before = [0.5, 0.9, 0.8, 0.75, 0.4, 1, 0.6, 0.3]
const changes = [0.1, -0.3, -0.2, -0.5, 0, -0.25, -0.1, 0.2]
const after = before.map((score, index) => score + (changes[index] ?? 0))

describe('compareRuns', () => {
  test('gives the paired numbers of a worked example', () => {
    const [comparison] = compareRuns(runOf(before), runOf(after))
    // Difference, error and d of SciPy.
    expect(comparison).toMatchObject({ pairs: 8, clusters: 8, unpaired: 0, rose: 2, fell: 5 })
    expect(comparison?.difference).toBeCloseTo(-0.13125, 10)
    expect(comparison?.standardError).toBeCloseTo(0.0806987, 6)
    expect(comparison?.effectSize).toBeCloseTo(-0.5750265, 6)
    expect(comparison).not.toHaveProperty('detectableDifference')
    expect(comparison?.verdict).toBe('cannot tell')
    expect(comparison?.interval?.low).toBeLessThan(-0.3)
    expect(comparison?.interval?.high).toBeGreaterThan(0)
  })

  /** Differences of this kind, where a true difference is a fall by so much. */
  type Kind = (fall: number, random: () => number) => number
  const normal = (random: () => number) =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const kinds: Record<string, Kind> = {
    'that all vary': (fall, random) => 0.15 * normal(random) - fall,
    'of yes and no, of which few flip': (fall, random) => {
      const at = random()
      return at < 0.05 ? 1 : at < 0.1 + fall ? -1 : 0
    },
    'of half steps, of which few move': (fall, random) => {
      const [at, size] = [random(), random() < 0.7 ? 0.5 : 1]
      return at < 0.07 ? size : at < 0.14 + fall / 0.65 ? -size : 0
    },
  }
  test.each(Object.keys(kinds).flatMap((kind) => [20, 30, 60].map((count) => [kind, count] as const)))(
    'shows in about four of five comparisons what it says of differences %s, of %i items',
    (kind, count) => {
      const random = seededRandom(26)
      const draw = kinds[kind] as Kind
      const compared = (fall: number) => {
        const differences = Array.from({ length: count }, () => draw(fall, random))
        return compareRuns(
          runOf(differences.map((of) => 0.5 - of / 2)),
          runOf(differences.map((of) => 0.5 + of / 2)),
          {
            resamples: 1000,
          },
        )[0]
      }
      const told = Array.from({ length: 100 }, () => compared(0)?.detectableDifference ?? Number.NaN)
        .filter((of) => !Number.isNaN(of))
        .sort((one, other) => one - other)
      const size = told[Math.floor(told.length / 2)] as number
      const found = Array.from({ length: 300 }, () => compared(size)).filter((of) => of?.verdict === 'worse')
      // 0.7 to 0.9, give or take 0.05 by chance.
      expect(found.length / 300).toBeGreaterThan(0.65)
      expect(found.length / 300).toBeLessThan(0.95)
    },
  )

  test('takes differences that cancel for none, not for the last digits of their sum', () => {
    const changes = [0.1, 0.2, -0.3, 0.1, 0.2, -0.3, 0, 0]
    const scores = changes.map(() => 0.5)
    const [comparison] = compareRuns(
      runOf(scores),
      runOf(scores.map((score, at) => score + (changes[at] ?? 0))),
    )
    expect(comparison).toMatchObject({ difference: 0, verdict: 'cannot tell', rose: 4, fell: 2 })
  })

  test('says of yes and no that only fell what falls alone show: about six of 20', () => {
    const falls = Array.from({ length: 20 }, (_, at) => (at < 2 ? 0 : 1))
    const [comparison] = compareRuns(runOf(falls.map(() => 1)), runOf(falls))
    // Five of 20 show it, and in four of five runs 0.314 of all items give as many. It said 0.419.
    expect(comparison?.detectableDifference).toBeGreaterThan(0.3)
    expect(comparison?.detectableDifference).toBeLessThan(0.39)
  })

  test('does not say what skewed differences show, since falls and rises do not show alike', () => {
    const losses = Array.from({ length: 40 }, (_, at) => 0.15 * (1 + Math.log(1 - (at + 0.5) / 40)))
    const [comparison] = compareRuns(runOf(losses.map(() => 0.8)), runOf(losses.map((of) => 0.8 + of)))
    expect(comparison?.verdict).toBe('cannot tell')
    expect(comparison).not.toHaveProperty('detectableDifference')
  })

  test('wants no more items of rare falls than theory: (1.96 + 0.84)² · variance ∕ difference²', () => {
    const falls = Array.from({ length: 25 }, (_, at) => (at < 3 ? 0.2 : 0.9))
    const [comparison] = compareRuns(runOf(falls.map(() => 0.9)), runOf(falls))
    expect(comparison).toMatchObject({ verdict: 'cannot tell' })
    // 7.85 · 0.0517 ∕ 0.084² is 58; t with 24 degrees of freedom makes it a little more.
    const { items = 0 } = estimateItemsNeeded(comparison as ScoreComparison)
    expect(items).toBeGreaterThanOrEqual(58)
    expect(items).toBeLessThan(70)
  })

  test.each([
    [5, 0, 'cannot tell'],
    [6, 0, 'worse'],
    [20, 0, 'worse'],
    [5, 1e-6, 'cannot tell'],
    [6, 1e-6, 'worse'],
    [20, 1e-6, 'worse'],
  ])('decides %d items that all fell by 0.08, give or take %d: %s', (count, apart, verdict) => {
    const scores = Array.from({ length: count }, (_, at) => 0.72 + (at % 2) * apart)
    const [lost] = compareRuns(runOf(scores.map(() => 0.8)), runOf(scores))
    expect(lost?.verdict).toBe(verdict)
    if (verdict === 'worse') expect(lost?.interval?.high).toBeLessThan(0)
    const [gained] = compareRuns(runOf(scores), runOf(scores.map(() => 0.8)))
    expect(gained?.verdict).toBe(verdict === 'worse' ? 'better' : verdict)
  })

  test('says worse of six items that all fell far', () => {
    const scores = [0.517, 0.974, 0.95, 0.91, 0.87, 0.95]
    const falls = [0.5, 0.18, 0.5, 0.55, 0.52, 0.55]
    const [comparison] = compareRuns(
      runOf(scores),
      runOf(scores.map((score, at) => score - (falls[at] ?? 0))),
    )
    expect(comparison?.verdict).toBe('worse')
    expect(comparison?.interval?.high).toBeLessThan(0)
  })

  test('lists what moved most, largest first, and nothing that did not', () => {
    const [comparison] = compareRuns(runOf(before), runOf(after), { moved: 3 })
    expect(comparison?.moved.map(({ itemId }) => itemId)).toEqual(['3', '1', '5'])
    expect(compareRuns(runOf(before), runOf(after))[0]?.moved).toHaveLength(7)
  })

  test('calls a higher score better, or worse where lower is better', () => {
    const low = runOf([0.1, 0.2, 0.15, 0.3, 0.1, 0.2, 0.25, 0.3, 0.1, 0.2])
    const high = runOf([0.8, 0.9, 0.7, 0.8, 0.9, 0.95, 0.85, 0.7, 0.9, 0.9])
    expect(compareRuns(low, high)[0]?.verdict).toBe('better')
    expect(compareRuns(high, low)[0]?.verdict).toBe('worse')
    const down = { lowerIsBetter: true }
    const flipped = (run: typeof low) => ({
      ...run,
      header: { ...run.header, scorers: [scorer('relevancy', down)] },
    })
    expect(compareRuns(flipped(low), flipped(high))[0]).toMatchObject({ verdict: 'worse', rose: 10 })
  })

  test('pairs by id whatever the order, and leaves out items scored in one run only', () => {
    const first = makeRun(
      ['a', 'b', 'c', 'd'].map((id, index) => ({
        id,
        outcomes: { relevancy: index === 3 ? 'failed' : index / 4 },
      })),
      [scorer('relevancy')],
    )
    const second = makeRun(
      ['d', 'c', 'b', 'a'].map((id) => ({ id, outcomes: { relevancy: id === 'a' ? 'not scorable' : 1 } })),
      [scorer('relevancy')],
    )
    expect(compareRuns(first, second)[0]).toMatchObject({ pairs: 2, unpaired: 2, before: 0.375, after: 1 })
  })

  test('tells nothing of five items, however far they moved', () => {
    const [comparison] = compareRuns(runOf([1, 1, 1, 1, 1]), runOf([0, 0.1, 0, 0, 0.1]))
    expect(comparison).toMatchObject({
      verdict: 'cannot tell',
      note: expect.stringContaining('at least 6 items are needed'),
    })
    expect(comparison).not.toHaveProperty('interval')
  })

  test('says that no item changed in place of an interval around 0', () => {
    const same = runOf(Array.from({ length: 100 }, (_, index) => (index % 5) / 4))
    const [comparison] = compareRuns(same, same)
    expect(comparison).toMatchObject({
      ...{ difference: 0, verdict: 'same', moved: [], note: 'Every item has the same score in both runs.' },
    })
    expect(comparison).not.toHaveProperty('interval')
    expect(comparison).not.toHaveProperty('effectSize')
    expect(comparison).not.toHaveProperty('detectableDifference')
  })

  test('does not say that no item changed where some lost their scores', () => {
    const before = runOf(Array.from({ length: 12 }, () => 0.9))
    const after = runOf(Array.from({ length: 12 }, (_, index) => (index < 6 ? 0.9 : 'not scorable')))
    expect(compareRuns(before, after)[0]).toMatchObject({
      ...{ pairs: 6, unpaired: 6, difference: 0, verdict: 'cannot tell' },
      note: 'Every item that can be compared has the same score in both runs.',
    })
  })

  test('counts a group once: a difference in one of two groups shows nothing', () => {
    const grouped = (scores: number[]) =>
      makeRun(
        scores.map((score, index) => ({
          id: `${index}`,
          group: index < 20 ? 'x' : 'y',
          outcomes: { relevancy: score },
        })),
        [scorer('relevancy')],
      )
    const [comparison] = compareRuns(
      grouped(Array.from({ length: 40 }, () => 1)),
      grouped(Array.from({ length: 40 }, (_, index) => (index < 20 ? 0 : 1))),
    )
    expect(comparison).toMatchObject({ clusters: 2, verdict: 'cannot tell' })
  })

  test('takes a given group before that of the question, and the later of two', () => {
    const grouped = (nameGroup: (index: number) => string | undefined) =>
      makeRun(
        Array.from({ length: 12 }, (_, index) => ({
          id: `${index}`,
          group: nameGroup(index),
          outcomes: { relevancy: index / 12 },
        })),
        [scorer('relevancy')],
      )
    const [plain, byQuestion, given, other] = [
      grouped(() => undefined),
      grouped((index) => `same question ${index % 6}`),
      grouped((index) => `${index % 3}`),
      grouped((index) => `${index % 4}`),
    ]
    const clusters = (one: typeof given, two: typeof given) => compareRuns(one, two)[0]?.clusters
    expect([clusters(plain, byQuestion), clusters(byQuestion, plain)]).toEqual([6, 6])
    expect([clusters(given, byQuestion), clusters(byQuestion, given)]).toEqual([3, 3])
    expect([clusters(given, other), clusters(other, given)]).toEqual([4, 3])
  })

  test('corrects over scorers: what one scorer shows, it does not show among twenty', () => {
    const random = seededRandom(5)
    const scores = Array.from({ length: 30 }, () => random())
    const lowered = scores.map((score) => score - 0.075 + 0.5 * (random() - 0.5))
    const ids = Array.from({ length: 20 }, (_, index) => `s${index}`)
    const many = (first: readonly number[]) =>
      makeRun(
        first.map((score, item) => ({
          id: `${item}`,
          outcomes: Object.fromEntries(ids.map((id, index) => [id, index === 0 ? score : random()])),
        })),
        ids.map((id) => scorer(id, { scale: undefined })),
      )
    const alone = compareRuns(runOf(scores), runOf(lowered))[0]
    const among = compareRuns(many(scores), many(lowered))[0]
    expect(alone).toMatchObject({ verdict: 'worse', together: { comparisons: 1, level: 0.95 } })
    expect(alone?.interval?.level).toBe(0.95)
    expect(alone?.interval?.high).toBeLessThan(0)
    expect(among).toMatchObject({ verdict: 'cannot tell', together: { comparisons: 20, level: 0.95 } })
    expect(among?.interval?.level).toBeCloseTo(1 - 0.05 / 20, 10)
    expect(among?.interval?.high).toBeGreaterThan(0)
  })

  test('has an interval that holds with those of all scorers, whichever step decided it', () => {
    const random = seededRandom(3)
    const drops = [0.3, 0.3, 0.08, 0.06, 0, 0]
    const ids = drops.map((_, index) => `s${index}`)
    const run = (isAfter: boolean) =>
      makeRun(
        Array.from({ length: 40 }, (_, item) => ({
          id: `${item}`,
          outcomes: Object.fromEntries(
            drops.map((drop, index) => [`s${index}`, 0.6 + 0.3 * random() - (isAfter ? drop : 0)]),
          ),
        })),
        ids.map((id) => scorer(id)),
      )
    const comparisons = compareRuns(run(false), run(true))
    for (const { verdict, interval, note } of comparisons) {
      if ((interval?.high ?? 0) < 0) expect(verdict).toBe('worse')
      expect(verdict === 'worse' && (interval?.high ?? 0) >= 0).toBe(note !== undefined)
    }
    const levels = new Set(comparisons.map(({ interval }) => interval?.level))
    expect(levels.size).toBe(1)
    const parts = 0.05 / (1 - ([...levels][0] ?? 0))
    expect(parts).toBeGreaterThan(5)
    expect(parts).toBeLessThanOrEqual(6 + 1e-9)
  })

  test('with four of five scorers changed, or nine of ten, holds together in 95 % of comparisons', () => {
    const random = seededRandom(11)
    const noise = () => random() + random() + random() - 1.5
    const holds = (drops: readonly number[]) => {
      const tested = drops.map((drop) => ({
        sample: toClusters(
          Array.from({ length: 30 }, (_, index) => ({ value: 0.2 * noise() - drop, cluster: `${index}` })),
        ),
        against: 0,
      }))
      return decideTogether(tested, { seed: 1, level: 0.95, resamples: 500 }).every(({ interval }, index) => {
        const truth = -(drops[index] as number)
        return interval !== undefined && interval.low <= truth && truth <= interval.high
      })
    }
    for (const drops of [
      [0.3, 0.3, 0.3, 0.3, 0],
      [...Array(9).fill(0.3), 0],
    ]) {
      const held = Array.from({ length: 200 }, () => holds(drops)).filter(Boolean).length
      // 190 are due; the intervals of the steps that decided held in 175 to 185.
      expect(held).toBeGreaterThan(185)
    }
  })

  test('names a scorer that one run lacks', () => {
    const other = makeRun([{ id: '0', outcomes: { bias: 1 } }], [scorer('bias')])
    expect(compareRuns(runOf([1]), other)).toMatchObject([
      { scorerId: 'bias', pairs: 0, unpaired: 1, verdict: 'cannot tell' },
      { scorerId: 'relevancy', pairs: 0, unpaired: 1, verdict: 'cannot tell' },
    ])
  })

  test('refuses a scorer whose scale or direction was changed', () => {
    expect(() => compareRuns(runOf([1]), runOf([1], { scale: 10 }))).toThrow(/scale 1 before and has 10/)
    expect(() => compareRuns(runOf([1]), runOf([1], { lowerIsBetter: true }))).toThrow(/lower is better/)
  })
})

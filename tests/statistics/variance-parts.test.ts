import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { normalQuantile } from '../../src/statistics/distributions.ts'
import type { JudgedAnswer } from '../../src/statistics/variance-moments.ts'
import { varianceParts } from '../../src/statistics/variance-parts.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }
/** Parts do not hang on how often they are drawn again, only their intervals do. */
const once = { ...resampling, resamples: 1 }

/** Scores by item, answer and judging. */
function toScores(items: readonly (readonly (readonly number[])[])[]): JudgedAnswer[] {
  return items.flatMap((answers, item) =>
    answers.flatMap((judgings, answer) =>
      judgings.map((score) => ({ item: `${item}`, answer: `${answer}`, score })),
    ),
  )
}

function valuesOf(scores: readonly JudgedAnswer[]): Record<string, number> {
  const { parts } = varianceParts(scores, once)
  return Object.fromEntries(
    parts.map(({ sources, variance }) => [
      sources.join('+'),
      'value' in variance ? variance.value : Number.NaN,
    ]),
  )
}

describe('the parts of a worked example', () => {
  // Means of answers 0.9, 0.5 and 0.3, 0.1; of items 0.7 and 0.2; of all 0.45.
  const scores = toScores([
    [
      [1, 0.8],
      [0.6, 0.4],
    ],
    [
      [0.3, 0.3],
      [0.2, 0],
    ],
  ])

  test('of the same numbers throughout are those of mean squares', () => {
    // Judgings: (0.02 + 0.02 + 0 + 0.02) ∕ 4 = 0.015. Answers: mean square 2 · (0.08 + 0.02) ∕ 2 = 0.1, less 0.015,
    // over 2. Items: mean square 4 · 0.125 = 0.5, less 0.1, over 4.
    const found = valuesOf(scores)
    expect(found.judgings).toBeCloseTo(0.015, 12)
    expect(found.answers).toBeCloseTo(0.0425, 12)
    expect(found.items).toBeCloseTo(0.1, 12)
  })

  test('are shares of their sum', () => {
    const { parts, ...counts } = varianceParts(scores, resampling)
    expect(counts).toEqual({
      items: 2,
      answers: 4,
      scores: 8,
      note: 'Only 2 groups: if a few of them differ strongly from the rest, the intervals are too narrow.',
    })
    expect(parts.map(({ share }) => ('value' in share ? share.value : undefined))).toEqual([
      expect.closeTo(0.1 / 0.1575, 12),
      expect.closeTo(0.0425 / 0.1575, 12),
      expect.closeTo(0.015 / 0.1575, 12),
    ])
  })

  test('with one answer more are those of the expected sums of squares', () => {
    // A third answer to the second item, judged once with 0.6. Judgings 0.06 ∕ 4 = 0.015, as before. Answers:
    // item means 0.7 and 0.28, squares 0.16 + 2 · 0.02² + 2 · 0.18² + 0.32² = 0.328;
    // less 3 · 0.015 = 0.283, over 9 − (8 ∕ 4 + 9 ∕ 5) = 5.2.
    const found = valuesOf([...scores, { item: '1', answer: '2', score: 0.6 }])
    expect(found.judgings).toBeCloseTo(0.015, 12)
    expect(found.answers).toBeCloseTo(0.283 / 5.2, 12)
    // Items: 20 ∕ 9 · 0.42² = 0.392, less 0.015, less (3.8 − 17 ∕ 9) · answers, over 9 − 41 ∕ 9.
    const ofAnswers = (3.8 - 17 / 9) * (0.283 / 5.2)
    expect(found.items).toBeCloseTo((0.392 - 0.015 - ofAnswers) / (9 - 41 / 9), 12)
  })
})

describe('sources that cannot be told apart are one part', () => {
  test('answers and judgings, where no answer was judged twice', () => {
    const found = varianceParts(
      toScores([
        [[0.9], [0.7]],
        [[0.2], [0.4]],
      ]),
      resampling,
    )
    // Mean squares: within items 0.04 ∕ 2, between items 2 · 0.125 = 0.25.
    expect(found).toMatchObject({
      parts: [
        { sources: ['items'], variance: { value: expect.closeTo((0.25 - 0.02) / 2, 12) } },
        { sources: ['answers', 'judgings'], variance: { value: expect.closeTo(0.02, 12) } },
      ],
      note: expect.stringMatching(
        /^Answers and judgings cannot be told apart, because no answer was judged twice/,
      ),
    })
  })

  test('items and answers, where no item has two answers', () => {
    const found = varianceParts(toScores([[[0.9, 0.7]], [[0.2, 0.4]]]), resampling)
    expect(found).toMatchObject({
      parts: [
        { sources: ['items', 'answers'], variance: { value: expect.closeTo((0.25 - 0.02) / 2, 12) } },
        { sources: ['judgings'], variance: { value: expect.closeTo(0.02, 12) } },
      ],
      note: expect.stringMatching(/^Items and answers cannot be told apart, because no item has two answers/),
    })
  })

  test('all of them, where each item has one score', () => {
    const found = varianceParts(toScores([[[0.9]], [[0.5]], [[0.1]]]), resampling)
    expect(found).toMatchObject({
      parts: [{ sources: ['items', 'answers', 'judgings'], variance: { value: expect.closeTo(0.16, 12) } }],
      note: expect.stringMatching(/^Items and answers .*\. Answers and judgings .*\.$/),
    })
  })
})

test('a part below 0 is reported as it is, with a note', () => {
  const found = varianceParts(
    toScores([
      [[1], [0]],
      [[0], [1]],
      [[1], [0]],
    ]),
    resampling,
  )
  expect(found.parts[0]).toMatchObject({
    variance: {
      value: expect.closeTo(-0.25, 12),
      note: expect.stringContaining('below 0, but a variance cannot be'),
    },
    share: { value: expect.closeTo(-1, 12) },
  })
})

test('one item has no parts, and equal scores no shares', () => {
  expect(varianceParts(toScores([[[1, 0], [1]]]), resampling).parts[0]?.variance).toHaveProperty(
    'undefinedBecause',
  )
  const [part] = varianceParts(toScores([[[1, 1]], [[1, 1]]]), resampling).parts
  expect(part).toMatchObject({ variance: { value: 0 }, share: { undefinedBecause: expect.any(String) } })
})

test('what is no score, and an item in two groups, is refused', () => {
  expect(() => varianceParts(toScores([[[Number.NaN]]]), resampling)).toThrow(RangeError)
  const torn = [
    { item: 'a', answer: '1', score: 1, group: 'one' },
    { item: 'a', answer: '2', score: 1 },
  ]
  expect(() => varianceParts(torn, resampling)).toThrow('item a is in more than one group')
})

const nested = fc.array(
  fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 2, maxLength: 4 },
)

test('parts grow with the square of the scale and do not move with the scores', () => {
  fc.assert(
    fc.property(nested, fc.double({ min: 0.5, max: 4, noNaN: true }), (items, scale) => {
      const scores = toScores(items)
      const before = valuesOf(scores)
      const after = valuesOf(scores.map((row) => ({ ...row, score: 3 + scale * row.score })))
      expect(Object.keys(after)).toEqual(Object.keys(before))
      for (const [part, value] of Object.entries(before))
        expect(after[part]).toBeCloseTo(scale ** 2 * value, 9)
    }),
    { numRuns: 20 },
  )
})

/** Of unbalanced effects with these deviations: 1 to 3 answers an item, 1 to 3 judgings an answer. */
function simulated(
  count: number,
  deviations: readonly [number, number, number],
  seed: number,
): JudgedAnswer[] {
  const random = seededRandom(seed)
  const normal = (deviation: number) => deviation * normalQuantile(random() || 0.5)
  const several = <Value>(make: () => Value) => Array.from({ length: 1 + Math.floor(3 * random()) }, make)
  return toScores(
    Array.from({ length: count }, () => {
      const item = normal(deviations[0])
      return several(() => {
        const answer = item + normal(deviations[1])
        return several(() => answer + normal(deviations[2]))
      })
    }),
  )
}

test('known parts are found again, without bias', () => {
  const runs = Array.from({ length: 40 }, (_, seed) => valuesOf(simulated(100, [0.3, 0.2, 0.1], seed + 1)))
  const meanOf = (part: string) => runs.reduce((sum, run) => sum + (run[part] ?? 0), 0) / runs.length
  expect(Math.abs(meanOf('items') - 0.09)).toBeLessThan(0.008)
  expect(Math.abs(meanOf('answers') - 0.04)).toBeLessThan(0.004)
  expect(Math.abs(meanOf('judgings') - 0.01)).toBeLessThan(0.001)
})

test('of more than 500 items are the same parts, with an interval', () => {
  const scores = simulated(1200, [0.3, 0.2, 0.1], 8)
  const whole = varianceParts(scores, resampling)
  expect(whole).toMatchObject({ items: 1200 })
  expect(whole).not.toHaveProperty('note')
  const { variance } = whole.parts[1] as (typeof whole.parts)[number]
  if (!('interval' in variance) || !variance.interval) throw new Error('no interval')
  expect(variance.interval.low).toBeLessThan(0.04)
  expect(variance.interval.high).toBeGreaterThan(0.04)
  // A quarter as many clusters would make it twice as wide.
  const few = varianceParts(
    scores.filter(({ item }) => Number(item) % 4 === 0),
    resampling,
  ).parts[1]?.variance
  if (!few || !('interval' in few) || !few.interval) throw new Error('no interval')
  const ratio = (few.interval.high - few.interval.low) / (variance.interval.high - variance.interval.low)
  expect(ratio).toBeGreaterThan(1.5)
  expect(ratio).toBeLessThan(2.7)
})

test('intervals hold the truth, and are over groups', () => {
  const scores = simulated(150, [0.3, 0.2, 0.1], 5)
  const widthOf = (rows: readonly JudgedAnswer[]) => {
    const { parts } = varianceParts(rows, resampling)
    return parts.map(({ variance }, index) => {
      if (!('interval' in variance) || !variance.interval) throw new Error('no interval')
      const { low, high } = variance.interval
      const truth = [0.09, 0.04, 0.01][index] as number
      expect(low).toBeLessThan(truth)
      expect(high).toBeGreaterThan(truth)
      return high - low
    })
  }
  const single = widthOf(scores)
  const copies = scores.flatMap((row) =>
    ['x', 'y', 'z'].map((copy) => ({ ...row, item: `${row.item}${copy}`, group: row.item })),
  )
  const grouped = widthOf(copies)
  for (const [index, width] of grouped.entries()) expect(width).toBeCloseTo(single[index] as number, 2)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summariseRepeats } from '../../../src/evaluation.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { makeRun, type Outcome, scorer } from '../support/runs.ts'

const relevancy = scorer('relevancy')

/** Item to its repeats, each with what the answer got. */
function repeated(items: readonly (readonly (Outcome | 'no answer')[])[], by = relevancy): EvaluationRun {
  const run = makeRun(
    items.flatMap((outcomes, item) =>
      outcomes.map((outcome, index) => ({
        id: `item ${item}`,
        repeat: index + 1,
        outcomes: outcome === 'no answer' ? outcome : { [by.id]: outcome },
      })),
    ),
    [by],
  )
  return { ...run, header: { ...run.header, repeats: Math.max(...items.map(({ length }) => length)) } }
}

/** The same run, each score judged again with these. */
const judgedAgain = (run: EvaluationRun, again: readonly number[]): EvaluationRun => ({
  ...run,
  header: { ...run.header, judgings: again.length + 1 },
  items: run.items.map((item) => {
    const record = item.scores.relevancy
    return record?.outcome === 'scored' ? { ...item, scores: { relevancy: { ...record, again } } } : item
  }),
})

function valueIn(estimate: object | undefined): number | undefined {
  return estimate !== undefined && 'value' in estimate ? (estimate.value as number) : undefined
}

describe('pass rates', () => {
  const run = repeated([
    [0.9, 0.8, 0.2],
    [0.1, 0.2, 0.3],
    [1, 1, 1],
  ])

  test('are of one try and of more, up to as many as there were', () => {
    const [found] = summariseRepeats(run, { passAt: { relevancy: 0.8 } })
    const rates = found?.pass?.rates ?? []
    expect(rates.map(({ k }) => k)).toEqual([1, 2, 3])
    // 2, 0 and 3 of 3 pass.
    expect(valueIn(rates[0]?.passAtK)).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12)
    expect(valueIn(rates[0]?.passHatK)).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12)
    expect(valueIn(rates[1]?.passHatK)).toBeCloseTo((1 / 3 + 0 + 1) / 3, 12)
    expect(valueIn(rates[2]?.passAtK)).toBeCloseTo(2 / 3, 12)
    expect(valueIn(rates[2]?.passHatK)).toBeCloseTo(1 / 3, 12)
  })

  test('take the other side where a lower score is better', () => {
    const bias = scorer('relevancy', { lowerIsBetter: true })
    const [found] = summariseRepeats(
      repeated(
        [
          [0.1, 0.2],
          [0.3, 0.1],
        ],
        bias,
      ),
      { passAt: { relevancy: 0.2 } },
    )
    expect(valueIn(found?.pass?.rates[0]?.passAtK)).toBeCloseTo((1 + 0.5) / 2, 12)
  })

  test('count a failed answer as one that does not pass, and leave out one without a score', () => {
    const odd = repeated([
      [1, 'no answer'],
      [1, 'not scorable'],
      [1, 'failed'],
    ])
    const { pass } = summariseRepeats(odd, { passAt: { relevancy: 1 } })[0] ?? {}
    expect(pass).toMatchObject({ unscored: 2, rates: [{ items: 3 }, { items: 1, leftOut: 2 }] })
    expect(valueIn(pass?.rates[0]?.passAtK)).toBeCloseTo((0.5 + 1 + 1) / 3, 12)
  })

  test('are there without repeats, and not without a threshold', () => {
    const once = repeated([[1], [0]])
    expect(summariseRepeats(once)).toEqual([])
    const [found] = summariseRepeats(once, { passAt: { relevancy: 0.5 } })
    expect(found?.judgings).toBeUndefined()
    expect(found?.pass?.rates).toHaveLength(1)
  })

  test.each([
    ['an unknown scorer', { bias: 0.5 }, relevancy, /no scorer bias in this run; it has: relevancy/],
    [
      'a threshold beyond the scale',
      { relevancy: 80 },
      relevancy,
      /from 0 to 1, so 80 would not separate any answers/,
    ],
    ['one that all pass', { relevancy: 0 }, relevancy, /so 0 would not separate/],
    [
      'one that all pass where lower is better',
      { relevancy: 1 },
      scorer('relevancy', { lowerIsBetter: true }),
      /lower being better, so 1/,
    ],
    ['what is no number', { relevancy: '0.5' as never }, relevancy, /relevancy/],
  ])('refuse %s', (_, passAt, by, message) => {
    expect(() => summariseRepeats(repeated([[1], [0]], by), { passAt })).toThrow(TypeError)
    expect(() => summariseRepeats(repeated([[1], [0]], by), { passAt })).toThrow(message)
  })

  test('do not depend on the order of the records', () => {
    const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
    const items = fc.array(fc.array(score, { minLength: 2, maxLength: 2 }), { minLength: 5, maxLength: 12 })
    fc.assert(
      fc.property(items, fc.infiniteStream(fc.nat()), (scores, places) => {
        const run = judgedAgain(repeated(scores), [0.5])
        const shuffled = { ...run, items: run.items.toSorted(() => ((places.next().value ?? 0) % 3) - 1) }
        const options = { passAt: { relevancy: 0.5 }, resamples: 1000 }
        expect(summariseRepeats(shuffled, options)).toEqual(summariseRepeats(run, options))
      }),
      { numRuns: 20 },
    )
  })
})

describe('judgings of one answer', () => {
  test('are told by how far they are from the first, on average over answers', () => {
    const run = judgedAgain(repeated([[0.2, 0.4], [0.6]]), [0.5, 0.4])
    const [found] = summariseRepeats(run)
    // |0.5 − 0.2| and |0.4 − 0.2|, then 0.1 and 0, then 0.1 and 0.2.
    expect(found?.judgings?.meanDifference).toBeCloseTo((0.25 + 0.05 + 0.15) / 3, 12)
    expect(found).toMatchObject({ judgings: { answers: 3 }, judgingsFailed: 0 })
  })

  test('that gave no score are counted', () => {
    const run = repeated([[0.2], [0.4]])
    const items = run.items.map((item) => {
      const record = item.scores.relevancy
      if (record?.outcome !== 'scored') return item
      return { ...item, scores: { relevancy: { ...record, again: [record.score], againFailed: ['down'] } } }
    })
    const [found] = summariseRepeats({ ...run, items, header: { ...run.header, judgings: 3 } })
    expect(found).toMatchObject({ judgingsFailed: 2, judgings: { answers: 2, meanDifference: 0 } })
  })

  test('say nothing if nothing was scored', () => {
    expect(summariseRepeats(repeated([['failed', 'not scorable']]))).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawAnswers } from '../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord, LabelRecord } from '../../../src/features/labels/file/label-record.ts'
import { labelledAnswers } from '../../../src/features/labels/labelled-answers.ts'
import { selfSelectedWarning } from '../../../src/features/labels/values/label-warnings.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { labelOf, relevancy, runOf, singleStatements } from './labelled-run.ts'

const keyOf = (id: string, repeat = 1) => JSON.stringify([id, repeat])
const three = runOf([
  { id: 'one', shares: [0.9, 0.1] },
  { id: 'two', shares: [0.5] },
  { id: 'three', shares: [] },
])

describe('what people gave each answer', () => {
  it('is the label of the whole answer, on the scale of the scorer', () => {
    const run = runOf([{ id: 'one', shares: [0.5] }], { ...relevancy, scale: 10 })
    const { run: labelled } = labelledAnswers(run, [labelOf(run, 'one', 7)], 'relevancy')
    expect(labelled).toEqual({
      items: [{ id: keyOf('one'), score: 5 }],
      labels: [{ item: keyOf('one'), value: 7 }],
      range: { low: 0, high: 10 },
    })
    expect(() => labelledAnswers(run, [labelOf(run, 'one', 11)], 'relevancy')).toThrow(
      'the label of "one" is 11, but relevancy scores from 0 to 10',
    )
  })

  it.each([
    ['mean', 0.75],
    ['max', 1],
    ['min', 0.5],
  ] as const)('is the %s of what its statements count, where the scorer takes that', (arithmetic, value) => {
    const scorer = { ...relevancy, question: { ...(relevancy.question as object), arithmetic } as never }
    const run = runOf([{ id: 'one', shares: [0.9, 0.1] }], scorer)
    const labels = [labelOf(run, 'one', 1, { statement: 0 }), labelOf(run, 'one', 0.5, { statement: 1 })]
    expect(labelledAnswers(run, labels, 'relevancy').run.labels).toEqual([{ item: keyOf('one'), value }])
  })

  it('leaves out statements that do not count, and answers without one that does', () => {
    const labels = [
      labelOf(three, 'one', null, { statement: 0 }),
      labelOf(three, 'one', 0.5, { statement: 1 }),
      labelOf(three, 'two', null, { statement: 0 }),
    ]
    const { run, warnings } = labelledAnswers(three, labels, 'relevancy')
    expect(run.labels).toEqual([{ item: keyOf('one'), value: 0.5 }])
    expect(warnings).toContain(
      '1 answer in which somebody found nothing that counts for relevancy: not used.',
    )
  })

  it('does not use answers of which some statements have no label, and counts them', () => {
    const labels = [labelOf(three, 'one', 1, { statement: 0 }), labelOf(three, 'two', 1, { statement: 0 })]
    const { run, warnings } = labelledAnswers(three, labels, 'relevancy')
    expect(run.labels.map(({ item }) => item)).toEqual([keyOf('two')])
    expect(warnings).toContain('1 answer only partly labelled: not used.')
  })

  it('is one value a rater, and half an answer by one is not completed by another', () => {
    const labels = [
      labelOf(three, 'one', 1, { statement: 0 }),
      labelOf(three, 'one', 0, { statement: 1, rater: 'bob' }),
      labelOf(three, 'two', 1),
      labelOf(three, 'two', 0, { rater: 'bob' }),
    ]
    const { run } = labelledAnswers(three, labels, 'relevancy')
    expect(run.labels).toEqual([
      { item: keyOf('two'), value: 1 },
      { item: keyOf('two'), value: 0 },
    ])
  })

  it('is what was said last, and not what was taken back', () => {
    const undone = { ...labelOf(three, 'two', 0), kind: 'undone' } as const
    const valuesAfter = (...lines: Parameters<typeof labelledAnswers>[1]) =>
      labelledAnswers(three, lines, 'relevancy').run.labels.map(({ value }) => value)
    expect(valuesAfter(labelOf(three, 'two', 0), labelOf(three, 'two', 1))).toEqual([1])
    expect(valuesAfter(labelOf(three, 'two', 0), undone)).toEqual([])
    expect(valuesAfter(labelOf(three, 'two', 0), undone, labelOf(three, 'two', 0.5))).toEqual([0.5])
    expect(valuesAfter(labelOf(three, 'two', 0), { ...undone, rater: 'bob' })).toEqual([0])
  })

  it('is nothing for answers and statements that are others now', () => {
    const other = runOf([{ id: 'two', shares: [0.5, 0.6] }])
    const labels = [labelOf(three, 'two', 1), labelOf(three, 'one', 1)]
    const { run, warnings } = labelledAnswers(other, labels, 'relevancy')
    expect(run.labels).toEqual([])
    expect(warnings).toEqual([
      '1 label of answers that this run does not have, or has no score for: not used.',
      '1 label of answers, or parts of them, that have changed in this run: not used.',
    ])
    const otherText = labelOf(three, 'two', 1, { unit: { index: 0, text: 'Something else.' } })
    expect(labelledAnswers(three, [otherText], 'relevancy').run.labels).toEqual([])
  })

  it('counts for a run that scored the same answers again', () => {
    const again = runOf([{ id: 'two', shares: [0.7] }], relevancy, { id: 'run-2', rescored: 'run-1' })
    const { run, warnings } = labelledAnswers(again, [labelOf(three, 'two', 1)], 'relevancy')
    expect(run).toMatchObject({ items: [{ score: 0.7 }], labels: [{ value: 1 }] })
    expect(warnings).toEqual([])
  })

  it('has clusters where items belong together', () => {
    const run = runOf([
      { id: 'one', shares: [0.5], group: 'book' },
      { id: 'two', shares: [0.5] },
      { id: 'two', shares: [0.5], repeat: 2 },
    ])
    expect(labelledAnswers(run, [], 'relevancy').run.items).toEqual([
      { id: keyOf('one'), score: 0.5, cluster: 'book' },
      { id: keyOf('two'), score: 0.5, cluster: 'two' },
      { id: keyOf('two', 2), score: 0.5, cluster: 'two' },
    ])
  })

  it('warns where the scorer has another version, and says nothing where one is not known', () => {
    const warningsOf = (ofRun: string | undefined, ofLabel: string | undefined) => {
      const scorer = ofRun === undefined ? relevancy : { ...relevancy, version: ofRun }
      const run = runOf([{ id: 'two', shares: [0.4] }], scorer)
      const label = labelOf(run, 'two', 1, ofLabel === undefined ? {} : { scorerVersion: ofLabel })
      return labelledAnswers(run, [label], 'relevancy').warnings
    }
    expect(warningsOf('b2', 'a1').join()).toContain(
      'when relevancy had another version (a1; this run has b2): its judge, its task or its options have changed',
    )
    expect(warningsOf('b2', 'b2')).toEqual([])
    expect(warningsOf(undefined, 'a1')).toEqual([])
    expect(warningsOf('b2', undefined)).toEqual([])
  })

  it('warns where people were asked something else than the judge', () => {
    const item = { ...three.items[1], scores: { relevancy: { ...three.items[1]?.scores.relevancy } } }
    const evidence = [{ judge: 'j', task: 'statement-relevance/2' }]
    const run = {
      ...three,
      items: [{ ...item, scores: { relevancy: { ...item.scores.relevancy, evidence } } }],
    }
    const { warnings } = labelledAnswers(
      run as never,
      [labelOf(three, 'two', 1, { statement: 0 })],
      'relevancy',
    )
    expect(warnings.join()).toContain(
      'People were asked statement-relevance/1, but the judge of relevancy was asked statement-relevance/2',
    )
  })

  it('says of labels that users chose that no interval mends it, and leaves them out beside drawn ones', () => {
    const chosen = labelOf(three, 'two', 1, { selfSelected: true })
    const alone = labelledAnswers(three, [chosen], 'relevancy')
    expect(alone.selfSelected).toBe(true)
    expect(alone.warnings).toContain(selfSelectedWarning)
    const both = labelledAnswers(three, [chosen, labelOf(three, 'one', 0, { probability: 0.5 })], 'relevancy')
    expect(both.selfSelected).toBe(false)
    expect(both.run.labels).toEqual([{ item: keyOf('one'), value: 0, probability: 0.5 }])
  })

  it('asks for a scorer that the run has', () => {
    expect(() => labelledAnswers(three, [], 'tone')).toThrow('the run has no scorer "tone", only relevancy')
  })
})

describe('probabilities of labels', () => {
  const run = singleStatements(Array.from({ length: 200 }, (_, index) => ((index * 37) % 101) / 100))
  const label = (draw: DrawRecord, count: number): LabelRecord[] =>
    draw.answers.slice(0, count).map(({ itemId, probability }) => labelOf(run, itemId, 1, { probability }))

  it('are those of the draw, and smaller by what is not labelled yet', () => {
    const draw = drawAnswers(run, 'relevancy', { count: 50 }) as DrawRecord
    const all = labelledAnswers(run, [draw, ...label(draw, 50)], 'relevancy')
    expect(new Set(all.run.labels.map(({ probability }) => probability))).toEqual(new Set([0.25]))
    expect(all.warnings).toEqual([])
    const [unsure, ...given] = label(draw, 31) as [LabelRecord, ...LabelRecord[]]
    const lines = [draw, { ...unsure, kind: 'cannot say' } as never, ...given]
    const some = labelledAnswers(run, lines, 'relevancy')
    for (const { probability } of some.run.labels) expect(probability).toBeCloseTo(30 / 200, 12)
    expect(some.warnings.join()).toContain(
      'Drawn, but without a value yet: 20 answers (for 1 somebody could not decide)',
    )
  })

  it('are those of the last draw, also of what was labelled before it', () => {
    const draw = drawAnswers(run, 'relevancy', { count: 50 }) as DrawRecord
    const more = drawAnswers(run, 'relevancy', { count: 100 }, draw) as DrawRecord
    const lines = [draw, ...label(draw, 50), more, ...label(more, 100).slice(50)]
    const { run: labelled } = labelledAnswers(run, lines, 'relevancy')
    expect(labelled.labels).toHaveLength(100)
    expect(new Set(labelled.labels.map(({ probability }) => probability))).toEqual(new Set([0.5]))
  })

  it('are those of a draw from fewer answers where the run has more scores by now', () => {
    const few = singleStatements([0.1, 0.2, 0.4, 0.6, 0.8, 0.9])
    const draw = drawAnswers(few, 'relevancy', { count: 6, unit: 'answer' }) as DrawRecord
    const lines = [draw, ...few.items.map(({ itemId }, index) => labelOf(few, itemId, index % 2))]
    const more = singleStatements([0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.5, 0.7])
    const { run: labelled, warnings } = labelledAnswers(more, lines, 'relevancy')
    expect(labelled.labels.map(({ probability }) => probability)).toEqual(Array(6).fill(6 / 8))
    expect(warnings.join(' ')).toContain('from 6 scored answers, but this run has 8')
    expect(predictionPoweredMean(labelled)).toMatchObject({ items: 8, labels: 6 })
  })

  it('are those of the draw of the run itself, where labels of another with the same answers are there', () => {
    const run = singleStatements([0.1, 0.2, 0.4, 0.6, 0.8, 0.9])
    const other = { ...run, header: { ...run.header, id: 'run-2' } }
    const lines = [run, other].flatMap((of, value) => {
      const draw = drawAnswers(of, 'relevancy', { count: 3, seed: value + 1, unit: 'answer' }) as DrawRecord
      return [
        draw,
        ...draw.answers.map(({ itemId }) => labelOf(of, itemId, value, { rater: `of ${of.header.id}` })),
      ]
    })
    const [draw] = lines as [DrawRecord]
    const { given } = labelledAnswers(run, lines, 'relevancy')
    expect(
      given
        .filter(({ value }) => value === 0)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(draw.answers.map(({ itemId }) => keyOf(itemId)).sort())
    expect(labelledAnswers(run, lines.slice(4), 'relevancy').given).toHaveLength(3)
  })

  it('come with the strata of a draw by score, and without them where the scores have changed', () => {
    const draw = drawAnswers(run, 'relevancy', { count: 40, by: 'score' }) as DrawRecord
    const lines = [draw, ...label(draw, 40)]
    const { items } = labelledAnswers(run, lines, 'relevancy').run
    expect(new Set(items.map(({ stratum }) => stratum)).size).toBe(4)
    const other = { ...run, header: { ...run.header, id: 'run-2', rescored: 'run-1' } }
    const without = labelledAnswers(other, lines, 'relevancy').run
    expect(without.items.every(({ stratum }) => stratum === undefined)).toBe(true)
    expect(without.labels).toHaveLength(40)
  })

  it('make an estimate that is right where all is labelled, and near it by parts', () => {
    fc.assert(
      fc.property(fc.constantFrom('uniform', 'score'), fc.integer({ min: 1, max: 50 }), (by, seed) => {
        const truth = (id: string) => (Number(id.slice(1)) % 3 === 0 ? 1 : 0)
        const draw = drawAnswers(run, 'relevancy', { count: 120, by, seed }) as DrawRecord
        const labels = draw.answers.map(({ itemId }) => labelOf(run, itemId, truth(itemId)))
        const { people } = predictionPoweredMean(labelledAnswers(run, [draw, ...labels], 'relevancy').run)
        // A third of 200, within five standard errors of 120 of them.
        expect('value' in people && Math.abs(people.value - 66 / 200)).toBeLessThan(0.14)
      }),
      { numRuns: 30 },
    )
  })
})

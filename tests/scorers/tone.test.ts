import { describe, expect, it } from 'vitest'
import { createToneScorer } from '../../src/scorers/index.ts'

const squashed = (value: number) => value / Math.sqrt(1 + value * value)

describe('with a reference', () => {
  it.each([
    ['I love this wonderful product', 'I hate this horrible product', 0, 0.3],
    ['I love this', 'I hate this', 0, 0.3],
    ['This is good', 'This is not good', 0, 0.3],
    ['I love this wonderful product', 'A great and lovely thing', 0.9, 1],
    ['The report has ten pages.', 'The train arrives at noon.', 1, 1],
  ])('%j beside %j scores from %d to %d', async (output, groundTruth, least, most) => {
    const { score } = await createToneScorer().run({ input: 'Well?', output, groundTruth })
    expect(score).toBeGreaterThanOrEqual(least)
    expect(score).toBeLessThanOrEqual(most)
  })

  it('takes no blank ground truth for none', async () => {
    const run = { input: '?', output: 'I love this.', groundTruth: ' ' }
    expect((await createToneScorer().run(run)).notScorable?.reason).toBe('the ground truth is blank')
    expect((await createToneScorer({ referenceTone: 'I love this.' }).run(run)).score).toBe(1)
  })

  it('takes the reference tone before the ground truth, and tells the sentiments', async () => {
    const scorer = createToneScorer({ referenceTone: 'I love this', scale: 10 })
    const result = await scorer.run({ input: '?', output: 'I hate this', groundTruth: 'I hate this' })
    const [responseSentiment, referenceSentiment] = [squashed(-3), squashed(3)]
    const difference = referenceSentiment - responseSentiment
    expect(result.analyzeStepResult).toEqual({
      responseSentiment,
      referenceSentiment,
      difference,
      referenceIs: 'reference tone',
    })
    expect(result.score).toBeCloseTo(10 * (1 - difference / 2), 12)
    expect(result.reason).toMatchInlineSnapshot(
      `"The answer is more negative than the reference tone (−0.949 and 0.949, from −1 to 1): score 0.513 of 10."`,
    )
  })

  it('compares an empty answer as one without sentiment', async () => {
    const { score } = await createToneScorer({ referenceTone: 'I love this' }).run({ input: '?', output: '' })
    expect(score).toBeCloseTo(1 - squashed(3) / 2, 12)
  })
})

describe('without a reference', () => {
  it('scores 1 minus the variance over all sentences, the last without a full stop, too', async () => {
    const result = await createToneScorer().run({ input: '?', output: 'I love it. I hate it' })
    const variance = squashed(3) ** 2
    expect(result.analyzeStepResult).toEqual({
      avgSentiment: 0,
      sentimentVariance: expect.closeTo(variance, 12),
      sentences: 2,
    })
    expect(result.score).toBeCloseTo(1 - variance, 12)
  })

  it('cannot score an empty answer', async () => {
    const { notScorable } = await createToneScorer().run({ input: '?', output: '' })
    expect(notScorable?.reason).toBe('the answer is empty, and there is no reference')
  })
})

it.each([
  ['我讨厌这个产品，它太糟糕了。', undefined],
  ['I love this', '我讨厌这个产品，它太糟糕了。'],
  ['Ich finde dieses Produkt nicht gut, und das ist schade.', undefined],
])('cannot score %j beside %j: only English words are rated', async (output, groundTruth) => {
  const { notScorable } = await createToneScorer().run({ input: '?', output, groundTruth })
  expect(notScorable?.reason).toBe(
    `the answer${groundTruth ? ' or the reference' : ''} is not in English, and only English words are rated`,
  )
})

it('refuses a blank reference tone', () => {
  expect(() => createToneScorer({ referenceTone: ' ' })).toThrow(/referenceTone/)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  createFactualityScorer,
  type FactualityOptions,
  type FactualityVerdict,
  factualityQuestion,
  factualityTask,
} from '../../src/scorers/factuality.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check, expectInRange, someScale } from '../support/score-properties.ts'

const run = {
  input: 'Who built the tower and when?',
  output: 'Eiffel built it.',
  groundTruth: 'Eiffel built it in 1889.',
}
const verdicts = ['subset', 'superset', 'same', 'disagrees', 'immaterial'] as const
const scoreOf = (answer: GivenAnswer, options?: FactualityOptions) =>
  createFactualityScorer({ model: verdictJudge([answer]), options }).run(run)

describe('the formula', () => {
  it.each<[FactualityVerdict, number]>([
    ['subset', 0.4],
    ['superset', 0.6],
    ['same', 1],
    ['disagrees', 0],
    ['immaterial', 1],
  ])('gives %s a score of %d', async (choice, expected) => {
    expect((await scoreOf({ choice })).score).toBe(expected)
  })

  it('takes other weights under scores, and keeps those that are not named', async () => {
    const options = { scores: { subset: 0.7 }, scale: 10 }
    expect((await scoreOf({ choice: 'subset' }, options)).score).toBeCloseTo(7, 12)
    expect((await scoreOf({ choice: 'superset' }, options)).score).toBeCloseTo(6, 12)
  })

  it('counts a weight that is set, whatever the share', async () => {
    const { score, reason } = await scoreOf(
      { choice: 'disagrees', share: 0.05 },
      { scores: { disagrees: 0.2 } },
    )
    expect(score).toBe(0.2)
    expect(reason).toContain('disagrees with the ground truth')
    expect((await scoreOf({ choice: 'same', share: 0.97 }, { scores: { same: 0.9 } })).score).toBe(0.9)
    expect((await scoreOf({ choice: 'same', share: 0.7 }, { scores: { disagrees: 0.2 } })).score).toBe(0.7)
  })

  it('counts the share, or the expected score, where weighting is share', async () => {
    const weighting = 'share'
    expect((await scoreOf({ choice: 'same', share: 0.7 }, { weighting })).score).toBe(0.7)
    // How many facts there are is no degree of being right.
    expect((await scoreOf({ choice: 'subset', share: 0.7 }, { weighting })).score).toBe(0.4)
    const probabilities = { subset: 0.5, superset: 0, same: 0.5, disagrees: 0, immaterial: 0 }
    expect((await scoreOf({ choice: 'same', probabilities }, { weighting })).score).toBeCloseTo(0.7, 12)
  })
})

describe('over random verdicts and weights', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const someScores = fc.record({
    subset: fraction,
    superset: fraction,
    same: fraction,
    disagrees: fraction,
    immaterial: fraction,
  })

  it('the score is the weight of the verdict, scaled, and in range', async () => {
    await check(
      fc.asyncProperty(fc.constantFrom(...verdicts), someScores, someScale, async (choice, scores, scale) => {
        const { score } = await scoreOf({ choice }, { scores, scale })
        expect(score).toBeCloseTo(scores[choice] * scale, 9)
        expectInRange(score, scale)
      }),
    )
  })
})

describe('outcomes', () => {
  it('reads ground truth given as text, message, list of facts or object', async () => {
    const reference = async (groundTruth: unknown) => {
      const model = verdictJudge([{ choice: 'same' }])
      await createFactualityScorer({ model }).run({ ...run, groundTruth })
      return model.requests[0]?.state.reference
    }
    expect(await reference({ role: 'assistant', content: 'In 1889.' })).toBe('In 1889.')
    expect(await reference(['By Eiffel.', 'In 1889.'])).toBe('By Eiffel.\nIn 1889.')
    expect(await reference({ year: 1889 })).toBe('{"year":1889}')
    expect(await reference(1889)).toBe('1889')
  })
})

describe('the reason', () => {
  it('names the relation, its score and the judge’s words', async () => {
    expect((await scoreOf({ choice: 'subset', reason: 'the year is missing' })).reason).toMatchInlineSnapshot(
      `"The answer gives some of the facts in the ground truth, and none that conflict: score 0.4. Points lost on “Eiffel built it.” (only some of the facts: the year is missing)."`,
    )
  })

  it('loses no points on the same facts', async () => {
    expect((await scoreOf({ choice: 'same' })).reason).toMatchInlineSnapshot(
      `"The answer gives the facts in the ground truth: score 1."`,
    )
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([
    [{ scores: { subset: 1.1 } }, /options\.scores\.subset/],
    [{ scores: { same: Number.NaN } }, /options\.scores\.same/],
    [{ batchSize: 2 }, /batchSize/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const create = () => createFactualityScorer({ model: verdictJudge([]), options })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})

describe('the prompt', () => {
  const prompt = decisionPrompt({
    task: factualityTask,
    state: { reference: 'In 1889.', answers: { a1: 'In 1890.' } },
    questions: { a1: factualityQuestion },
  })

  it('of factuality, version 3', async () => {
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/factuality.txt')
    expect(factualityTask.version).toBe(3)
  })
})

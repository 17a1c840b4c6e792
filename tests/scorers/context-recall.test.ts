import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import { type ContextRecallOptions, createContextRecallScorer } from '../../src/scorers/context-recall.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'
import { agentRun, given, textOf, type verdicts } from './claim-run.ts'

const context = ['Something is so.']

async function score(answers: readonly GivenAnswer[], options?: ContextRecallOptions) {
  const scorer = createContextRecallScorer({ model: verdictJudge(answers), options: { context, ...options } })
  const run = { input: 'What is so?', output: 'Whatever.', groundTruth: textOf(answers.length) }
  const result = await scorer.run(run)
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[(typeof verdicts)[number][], ContextRecallOptions, number]>([
    [['yes', 'yes', 'unsure'], {}, 2 / 3],
    [['yes'], {}, 1],
    [['no'], {}, 0],
    [['yes', 'none', 'no'], {}, 0.5],
    [['yes', 'unsure'], { scale: 10 }, 5],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect((await score(given(...choices), options)).score).toBeCloseTo(expected, 12)
  })

  it('counts shares where weighting is share', async () => {
    const answers = [
      { choice: 'yes', share: 0.8 },
      { choice: 'unsure', share: 0.3 },
    ]
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(0.55, 12)
  })
})

describe('over random verdicts', () => {
  const someVerdicts = fc.array(fc.constantFrom('yes', 'no', 'unsure'), { minLength: 1, maxLength: 30 })

  it('a worse verdict never helps', async () => {
    await check(
      fc.asyncProperty(someVerdicts, fc.nat(), async (choices, at) => {
        const answers = choices.map((choice) => ({ choice }))
        const plain = await score(answers)
        const worse = await score(answers.with(at % answers.length, { choice: 'unsure' }))
        expect(worse.score).toBeLessThanOrEqual(plain.score + 1e-12)
      }),
    )
  })
})

describe('outcomes', () => {
  it('is not scorable where the ground truth makes no claims', async () => {
    expect((await score(given('none'))).notScorable?.reason).toBe('the ground truth makes no claims')
  })

  it('names what is not in English: not the answer, which plays no part', async () => {
    const run = { output: 'Built in 1889.', groundTruth: 'Der Turm wurde im Jahr 1889 fertig gebaut.' }
    const scorer = createContextRecallScorer({ model: embeddedJudge(), options: { context } })
    expect((await scorer.run(run)).notScorable?.reason).toMatch(/^the claims are not in English/)
  })

  it.each<[unknown, string]>([
    ['Built in 1889.', 'Built in 1889.'],
    [['Built in 1889.'], 'Built in 1889.'],
    [{ text: 'Built in 1889.' }, 'Built in 1889.'],
    [{ year: 1889 }, '{"year":1889}'],
    [1889, '1889'],
  ])('reads the ground truth %j', async (groundTruth, claim) => {
    const model = verdictJudge(given('yes'))
    await createContextRecallScorer({ model, options: { context } }).run({ output: 'x', groundTruth })
    expect(model.requests[0]?.state).toMatchObject({ claims: { claim1: claim } })
  })
})

describe('the context', () => {
  it('is what tools returned, in content.parts, where no option gives it', async () => {
    const model = verdictJudge(given('yes'))
    const run = { ...agentRun('I do not know.', ['Built 1887 to 1889.']), groundTruth: 'Built in 1889.' }
    expect((await createContextRecallScorer({ model }).run(run)).score).toBe(1)
    expect(model.requests[0]?.state).toEqual({
      question: 'When?',
      context: { c1: 'Built 1887 to 1889.' },
      claims: { claim1: 'Built in 1889.' },
    })
  })
})

describe('the reason', () => {
  it('states the score, the counts and what retrieval missed', async () => {
    const { reason } = await score([{ choice: 'yes' }, { choice: 'unsure', reason: 'none: silent' }])
    expect(reason).toMatchInlineSnapshot(
      `"Of 2 claims of the ground truth, 1 is supported by the context and 1 is not in it: score 0.5. Points lost on “Fact 1 is so.” (not in the context: silent)."`,
    )
  })
})

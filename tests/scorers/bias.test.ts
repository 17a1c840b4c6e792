import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import { type BiasOptions, biasQuestion, biasTask, createBiasScorer } from '../../src/scorers/bias.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'

type Verdict = 'yes' | 'no' | 'none'

const given = (...choices: Verdict[]): GivenAnswer[] => choices.map((choice) => ({ choice }))
const answerOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `View ${index} is held.`).join(' ')

async function score(answers: readonly GivenAnswer[], options?: BiasOptions) {
  const scorer = createBiasScorer({ model: verdictJudge(answers), options })
  const result = await scorer.run({ input: 'What do you think?', output: answerOf(answers.length) })
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[Verdict[], BiasOptions, number]>([
    [['yes'], {}, 1],
    [['no'], {}, 0],
    [['none', 'none'], {}, 0],
    [['yes', 'no', 'no', 'no'], {}, 0.25],
    [['yes', 'none', 'no', 'none'], {}, 0.5],
    [['yes', 'no', 'none'], { scale: 10 }, 5],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect((await score(given(...choices), options)).score).toBeCloseTo(expected, 12)
  })

  it('counts the shares of opinions where weighting is share, and not those of other statements', async () => {
    const answers = [
      { choice: 'yes', share: 0.9 },
      { choice: 'no', share: 0.2 },
      { choice: 'none', share: 0.1 },
    ]
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(0.6, 12)
    const page = [0.9, 0.2, 0.1, 0].map((share, index) => ({ choice: index === 0 ? 'yes' : 'no', share }))
    expect((await score([...page, ...answers.slice(2)], { weighting: 'share' })).score).toBeCloseTo(0.3, 12)
    // What readers may take for a biased opinion is one in doubt, whatever the judge called it.
    const doubted = { choice: 'none', share: 0.3 }
    expect((await score([...answers, doubted], { weighting: 'share' })).score).toBeCloseTo(0.5, 12)
    expect((await score([...answers, doubted], { weighting: 'verdict' })).score).toBe(0.5)
  })

  it('counts the probability of yes where the judge gives one', async () => {
    const answers = [{ choice: 'yes', probabilities: { yes: 0.7, no: 0.2, none: 0.1 } }]
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(0.7, 12)
  })
})

describe('over random verdicts', () => {
  const someVerdicts = fc.array(fc.constantFrom('yes', 'no', 'none'), {
    minLength: 1,
    maxLength: 30,
  })

  it('one more biased statement never lowers the score', async () => {
    await check(
      fc.asyncProperty(someVerdicts, fc.nat(), async (choices, at) => {
        const worse = await score(given(...choices.with(at % choices.length, 'yes')))
        expect(worse.score).toBeGreaterThanOrEqual((await score(given(...choices))).score - 1e-12)
      }),
    )
  })
})

describe('kinds', () => {
  it('are those that the reason of a biased opinion begins with', async () => {
    const { analyzeStepResult } = await score([
      { choice: 'yes', reason: 'Gender, racial: it looks down on women of one origin' },
      { choice: 'no', reason: 'political: but fair' },
      { choice: 'yes', reason: 'other: old people' },
      { choice: 'yes', reason: 'a geographical prejudice' },
      { choice: 'yes' },
    ])
    expect(analyzeStepResult?.verdicts.map(({ kinds }) => kinds)).toEqual([
      ['gender', 'racial'],
      [],
      [],
      ['geographical'],
      [],
    ])
  })
})

describe('outcomes', () => {
  it('is 0 where the judge finds no opinion', async () => {
    const { score: value, reason, analyzeStepResult } = await score(given('none'))
    expect([value, reason]).toEqual([0, 'The answer gives no opinion: score 0 (lower is better).'])
    expect(analyzeStepResult).toMatchObject({ verdicts: [], notCounted: [{ verdict: 'none' }] })
  })

  it('shows the judge the question and the conversation, for “Yes.” may be biased', async () => {
    const model = verdictJudge(given('yes'))
    await createBiasScorer({ model }).run({
      input: [
        { role: 'user', content: 'Tell me about drivers.' },
        { role: 'assistant', content: 'Gladly.' },
        { role: 'user', content: 'Do women drive worse?' },
      ],
      output: 'Yes.',
    })
    expect(model.requests[0]?.state).toMatchObject({
      question: 'Do women drive worse?',
      conversation: [{ text: 'Tell me about drivers.' }, { text: 'Gladly.' }],
    })
  })
})

describe('the reason', () => {
  it('names what raised the score, the worst first', async () => {
    const { reason } = await score([
      { choice: 'no' },
      { choice: 'yes', reason: 'gender: a stereotype' },
      { choice: 'none' },
    ])
    expect(reason).toMatchInlineSnapshot(
      `"Of 2 opinions, 1 is biased and 1 is not: score 0.5 (lower is better). Points come from “View 1 is held.” (biased: gender: a stereotype)."`,
    )
  })

  it('names nothing where nothing is biased, and what is in doubt', async () => {
    expect((await score(given('no', 'no'))).reason).toMatchInlineSnapshot(
      `"None of the 2 opinions is biased: score 0 (lower is better)."`,
    )
    const answers = [
      { choice: 'no', share: 0.1 },
      { choice: 'no', share: 0.4 },
      { choice: 'yes', share: 0.7 },
    ]
    expect((await score(answers, { weighting: 'share', scale: 10 })).reason).toMatchInlineSnapshot(
      `"Of 3 opinions, 1 is probably biased (0.7), 1 is not, and 1 is in doubt (0.4): score 3.667 of 10 (lower is better). Points come from “View 2 is held.” (probably biased, 0.7); “View 1 is held.” (in doubt, 0.4)."`,
    )
  })
})

describe('the prompt', () => {
  const request = {
    task: biasTask,
    state: { statements: { s1: 'They are all lazy.' } },
    questions: { s1: biasQuestion },
  }

  it('is version 3', async () => {
    await expect(promptText(decisionPrompt(request))).toMatchFileSnapshot('prompts/opinion-bias.txt')
    expect(biasTask.version).toBe(3)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  conversationQuestion,
  createMultiTurnJudgeScorer,
  multiTurnTask,
  type TurnVerdict,
  turnQuestion,
} from '../../src/scorers/multi-turn-judge.ts'
import { type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check, someScale } from '../support/score-properties.ts'

const criterion = 'Forecasts for London and for Paris.'
const turn = (content: string) => ({ role: 'assistant', content })
const output = [turn('London: rain.'), turn('Paris: sun.')]

function score(answers: { [id: string]: GivenAnswer }, options?: object, turns: unknown = output) {
  return createMultiTurnJudgeScorer({ model: judgeById(answers), criterion, options }).run({
    output: turns,
  })
}

describe('the formula', () => {
  it('is 1 where all turns together satisfy the criterion, though none does alone', async () => {
    const result = await score({ conversation: true, t1: 'part', t2: 'part' })
    expect(result.score).toBe(1)
    expect(result.analyzeStepResult?.verdicts?.map(({ verdict }) => verdict)).toEqual(['part', 'part'])
  })

  it('is 0 where they do not', async () => {
    expect((await score({ conversation: false, t1: 'part', t2: 'neither' })).score).toBe(0)
  })

  it('is scale or 0, whatever the verdicts on turns', async () => {
    const someVerdict = fc.constantFrom<TurnVerdict>('meets', 'part', 'breaks', 'neither')
    await check(
      fc.asyncProperty(
        fc.boolean(),
        someVerdict,
        someVerdict,
        someScale,
        async (conversation, t1, t2, scale) => {
          const result = await score({ conversation, t1, t2 }, { scale })
          expect(result.score).toBe(conversation ? scale : 0)
        },
      ),
    )
  })
})

describe('what is judged', () => {
  it('is every assistant turn with text, in order, and nothing that users or tools said', async () => {
    const model = judgeById({ conversation: true, t1: 'part', t2: 'part' })
    await createMultiTurnJudgeScorer({ model, criterion }).run({
      input: 'Plan my trip.',
      output: [
        { role: 'user', content: 'And London?' },
        turn('London: rain.'),
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: '1', toolName: 'weather', input: {} }],
        },
        turn('Paris: sun.'),
      ],
    })
    expect(model.requests[0]?.state).toEqual({ criterion, turns: { t1: 'London: rain.', t2: 'Paris: sun.' } })
    expect(model.requests).toHaveLength(1)
  })
})

describe('the reason', () => {
  it('gives verdict, criterion, the judge’s words and what each turn did', async () => {
    const { reason } = await score({
      conversation: { type: 'boolean', verdict: false, reason: 'Paris is missing.' },
      t1: 'part',
      t2: { type: 'choice', choice: 'neither', reason: 'small talk' },
    })
    expect(reason).toMatchInlineSnapshot(
      `"The conversation does not satisfy the criterion “Forecasts for London and for Paris.” (Paris is missing); of 2 assistant turns, 0 met it, 1 met part of it, 0 broke it: score 0. Points lost on “Paris: sun.” (has nothing to do with it: small talk); “London: rain.” (meets part of it)."`,
    )
  })

  it('loses no points where the criterion is satisfied', async () => {
    expect((await score({ conversation: true, t1: 'part', t2: 'part' })).reason).not.toContain('Points lost')
  })
})

describe('options', () => {
  it.each(['', '  '])('a criterion of %j is a TypeError', (blank) => {
    const create = () => createMultiTurnJudgeScorer({ model: judgeById({}), criterion: blank })
    expect(create).toThrow(new TypeError('createMultiTurnJudgeScorer: criterion: must not be blank'))
  })
})

describe('the prompt', () => {
  const prompt = decisionPrompt({
    task: multiTurnTask,
    state: { criterion, turns: { t1: 'London: rain.', t2: 'Paris: sun.' } },
    questions: { conversation: conversationQuestion, t1: turnQuestion, t2: turnQuestion },
  })

  it('of the criterion, version 1', async () => {
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/multi-turn-criterion.txt')
    expect(multiTurnTask.version).toBe(1)
  })
})

describe('what cannot be judged', () => {
  it.each<[unknown]>([
    [{ answer: 'Yes.' }],
    [42],
    [[turn('London: rain.'), null]],
    [[{ role: 'assistant', content: null }]],
  ])('is not scorable without a call: %j', async (turns) => {
    const result = await score({}, undefined, turns)
    expect(result.notScorable?.reason).toContain('no answer can be read from the output')
  })

  it('is a TypeError where the criterion has another name', () => {
    const config = { model: judgeById({}), criterion, criteria: criterion }
    expect(() => createMultiTurnJudgeScorer(config)).toThrow(/createMultiTurnJudgeScorer: .*"criteria"/)
  })
})

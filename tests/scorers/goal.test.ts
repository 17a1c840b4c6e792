import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../../src/evaluation.ts'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import { createGoalScorer, goalQuestion, goalTask } from '../../src/scorers/goal.ts'
import { fakeJudge, type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check, failureOf, someScale } from '../support/score-properties.ts'
import { talkingAgent } from '../support/talking-agent.ts'

type Verdict = 'reached' | 'open'

const goal = 'The refund is confirmed.'
const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const input = [user('I want a refund.')]
const output = [
  assistant('Which order?'),
  user('1042.'),
  {
    role: 'assistant',
    content: '',
    toolInvocations: [
      { state: 'result', toolCallId: 'a', toolName: 'refund', args: { order: 1042 }, result: 'done 40' },
    ],
  },
  assistant('It is refunded.'),
  user('Thanks.'),
  assistant('You are welcome.'),
]
const answersOf = (verdicts: readonly GivenAnswer[]) =>
  Object.fromEntries(verdicts.map((verdict, index) => [`t${index + 1}`, verdict]))
const score = (verdicts: readonly GivenAnswer[], options?: object) =>
  createGoalScorer({ model: judgeById(answersOf(verdicts)), goal, options }).run({ input, output })

describe('the formula', () => {
  it.each<[Verdict[], number, number | undefined]>([
    [['open', 'reached', 'reached'], 1, 2],
    [['reached', 'reached', 'reached'], 1, 1],
    [['open', 'open', 'reached'], 1, 3],
    [['open', 'open', 'open'], 0, undefined],
    [['open', 'reached', 'open'], 0, undefined],
    [['reached', 'open', 'reached'], 1, 3],
  ])('of %j is %d, shown by turn %s', async (verdicts, expected, turn) => {
    const result = await score(verdicts)
    expect(result.score).toBe(expected)
    expect(result.analyzeStepResult?.reachedAtTurn).toBe(turn)
  })

  it('is what the last turn counts, whatever the others do', async () => {
    const some = fc.array(fc.constantFrom('reached', 'open'), { minLength: 3, maxLength: 3 })
    await check(
      fc.asyncProperty(some, someScale, async (verdicts, scale) => {
        expect((await score(verdicts, { scale })).score).toBe(verdicts[2] === 'reached' ? scale : 0)
      }),
    )
  })

  it('is the share of the last turn where shares count', async () => {
    const verdicts = ['open', 'open', { choice: 'reached', share: 0.8 }].map((one) =>
      typeof one === 'string' ? { choice: one, share: 0.1 } : one,
    )
    expect((await score(verdicts, { weighting: 'share' })).score).toBeCloseTo(0.8, 12)
  })

  it('never comes of an unanswered turn', async () => {
    expect(await failureOf(score(['open', 'open']))).toMatchObject({ ids: ['t3'] })
  })
})

it('tells the turn that shows it, or what is missing', async () => {
  const reached = await score(['open', { choice: 'reached', reason: 'The tool refunded 40.' }, 'reached'])
  expect(reached.reason).toMatchInlineSnapshot(
    `"The goal “The refund is confirmed.” is reached at turn 2 of 3 (The tool refunded 40): score 1."`,
  )
  const found = {
    0.7: 'The goal “The refund is confirmed.” is probably reached',
    0.5: 'Whether the goal “The refund is confirmed.” is reached is in doubt',
    0.3: 'The goal “The refund is confirmed.” is probably not reached',
  }
  for (const [share, words] of Object.entries(found)) {
    const choice = {
      choice: share === '0.7' ? 'reached' : 'open',
      share: Number(share),
      reason: 'It says so.',
    }
    const { reason } = await score(['open', 'open', choice])
    expect(reason).toBe(`${words} (${share}: It says so): score ${share}.`)
  }
  const lost = await score(['open', 'reached', { choice: 'open', reason: 'It was taken back.' }])
  expect(lost.reason).toContain(
    'is not reached after 3 turns (It was taken back); it had been reached at turn 2',
  )
})

describe('what is judged', () => {
  it('is both sides of the whole conversation, turn by turn, with the tools', async () => {
    const model = fakeJudge({ answer: () => 'open' })
    await createGoalScorer({ model, goal }).run({
      input: [user('Hi.'), assistant('Hello.'), ...input],
      output,
    })
    expect(model.requests.map(({ state }) => state)).toEqual([
      {
        goal,
        conversation: {
          t1: { user: 'Hi.', assistant: 'Hello.' },
          t2: { user: 'I want a refund.', assistant: 'Which order?' },
          t3: {
            user: '1042.',
            assistant: 'It is refunded.',
            tools: [{ tool: 'refund', arguments: '{"order":1042}', result: 'done 40' }],
          },
          t4: { user: 'Thanks.', assistant: 'You are welcome.' },
        },
      },
    ])
  })

  it('is each of two turns with the same words by itself, by a judge that always says the same', async () => {
    const model = fakeJudge({ deterministic: true, answer: (_, id) => (id === 't2' ? 'reached' : 'open') })
    const same = [assistant('Done.'), user('Really?'), assistant('Done.')]
    expect((await createGoalScorer({ model, goal }).run({ input, output: same })).score).toBe(1)
  })

  it('is not scorable without a goal, and a blank one is refused', async () => {
    const result = await createGoalScorer({ model: judgeById({}) }).run({ input, output })
    expect(result.notScorable?.reason).toBe('there is no goal: give the item an until, or the scorer a goal')
    expect(() => createGoalScorer({ model: judgeById({}), goal: ' ' })).toThrow(
      /createGoalScorer: goal: must not be blank/,
    )
  })
})

it('judges a conversation of an evaluation as a whole, by the until of its item', async () => {
  const model = fakeJudge({ answer: (_, id) => (id === 't1' ? 'open' : 'reached') })
  const run = await evaluate({
    target: talkingAgent((said) => `I heard ${said.length}.`),
    data: [{ user: ['Refund me.', '1042.'], until: goal }],
    scorers: [createGoalScorer({ model })],
    repeats: 1,
  })
  expect(run.items[0]?.scores.goal).toMatchObject({ outcome: 'scored', score: 1, reachedAtTurn: 2 })
  expect(model.requests.map(({ state }) => state)).toEqual([
    {
      goal,
      conversation: {
        t1: { user: 'Refund me.', assistant: 'I heard 1.' },
        t2: { user: '1042.', assistant: 'I heard 3.' },
      },
    },
  ])
})

describe('the prompt', () => {
  it('of the goal, version 1', async () => {
    const prompt = decisionPrompt({
      task: goalTask,
      state: { goal, conversation: { t1: { user: 'Refund me.', assistant: 'Done.' } } },
      questions: { t1: goalQuestion },
    })
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/conversation-goal.txt')
    expect(goalTask.version).toBe(1)
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScorer, notScorable } from '@mastra/core/evals'
import { InMemoryStore } from '@mastra/core/storage'
import { Memory } from '@mastra/memory'
import { describe, expect, it } from 'vitest'
import type { EvaluationItem } from '../../../src/evaluation/dataset/item.ts'
import type { EvaluateOptions } from '../../../src/evaluation/evaluate-options.ts'
import {
  type EvaluationRun,
  evaluate,
  readDataset,
  readRun,
  rescore,
  totalCost,
} from '../../../src/evaluation.ts'
import type { AnyScorer } from '../../../src/run/scorer-entry.ts'
import {
  createAnswerRelevancyScorer,
  createCompletenessScorer,
  createPromptAlignmentScorerLLM,
  createToolCallAccuracyScorerCode,
  defineMetric,
} from '../../../src/scorers/index.ts'
import { readAnswer, readQuestion } from '../../../src/transcript/index.ts'
import { verdictJudge } from '../../support/fake-judge.ts'
import { plan, plannedAgent } from '../../support/planned-agent.ts'
import { talkingAgent } from '../../support/talking-agent.ts'
import { delay, folder, httpError, timeless } from '../support.ts'

const user = ['My order is 1042.', 'It is late.', 'Thank you.']

/** Says how many messages it was told, and the first and last of them. */
const heard = (said: readonly string[]) => `${said.length}: ${said[0]} … ${said.at(-1)}`

/** Scores 1 where question and answer belong together, and tells both. */
const pairs = createScorer<unknown, unknown>({ id: 'pairs', name: 'Pairs', description: 'pairs' })
  .generateScore(({ run }) =>
    readAnswer(run.output).endsWith(`user: ${readQuestion(run.input, run.output)}`) ? 1 : 0,
  )
  .generateReason(({ run }) => `${readQuestion(run.input, run.output)} > ${readAnswer(run.output)}`)

const settings = { scorers: [pairs], retryDelayInMs: 1, repeats: 1 }
const held = (options: Pick<EvaluateOptions, 'target'> & Partial<EvaluateOptions>) =>
  evaluate({ ...settings, data: [{ id: 'late', user }], ...options })
const only = ({ items }: EvaluationRun) => items[0] as NonNullable<(typeof items)[0]>
const answersOf = (run: EvaluationRun) => only(run).conversation?.turns.map(({ answer }) => answer)
const remembering = () =>
  talkingAgent(heard, new Memory({ storage: new InMemoryStore(), options: { lastMessages: 20 } }))

describe('a scripted conversation', () => {
  it('tells an agent without memory all that was said so far, and scores each turn', async () => {
    const run = await held({ target: talkingAgent(heard) })
    const record = only(run)
    expect(answersOf(run)).toEqual([
      '1: user: My order is 1042. … user: My order is 1042.',
      '3: user: My order is 1042. … user: It is late.',
      '5: user: My order is 1042. … user: Thank you.',
    ])
    expect(record.input).toEqual(user)
    expect(record.conversation?.turns.map((turn) => turn.user)).toEqual(user)
    const { pairs: score } = record.scores
    expect(score).toMatchObject({ outcome: 'scored', score: 1 })
    expect(score?.turns?.map((turn) => ('reason' in turn ? turn.reason : ''))).toEqual(
      user.map((said, index) => `${said} > ${answersOf(run)?.[index]}`),
    )
    expect(record.cost).toEqual({ calls: 3, usage: { inputTokens: 30, outputTokens: 6 }, money: undefined })
  })

  it('is held in a thread of its own by an agent with memory', async () => {
    const data: EvaluationItem[] = [
      { id: 'a', user: ['I am Ann.', 'Who am I?'] },
      { id: 'b', user: ['I am Bob.', 'Who am I?'] },
    ]
    const run = await held({ target: remembering(), data, repeats: 2 })
    expect(run.items.map(({ conversation }) => conversation?.turns.at(-1)?.answer)).toEqual([
      '3: user: I am Ann. … user: Who am I?',
      '3: user: I am Ann. … user: Who am I?',
      '3: user: I am Bob. … user: Who am I?',
      '3: user: I am Bob. … user: Who am I?',
    ])
    expect(run.items.map(({ scores }) => scores.pairs)).toEqual(
      Array(4).fill(expect.objectContaining({ outcome: 'scored', score: 1 })),
    )
  })

  it('is refused in a thread that all would share, and by what is no agent', async () => {
    const shared = held({ target: remembering(), targetOptions: { memory: { resource: 'r', thread: 't' } } })
    await expect(shared).rejects.toThrow(/memory.thread would put all conversations into one thread: leave/)
    for (const target of [() => 'x', 'recorded'] as const)
      await expect(held({ target })).rejects.toThrow(/an agent as the target|set a target that answers/)
  })

  it('is answered three times unless it is said how often', async () => {
    const target = talkingAgent(heard)
    const unset = await evaluate({ ...settings, target, data: [{ user }], repeats: undefined })
    expect([unset.header.repeats, unset.items.length]).toEqual([3, 3])
    const plain = await evaluate({ ...settings, target, data: [{ input: 'Hi' }], repeats: undefined })
    expect(plain.items).toHaveLength(1)
  })

  it('has the mean of its turns as score, and tells the worst turn and those without a score', async () => {
    const scores: Record<string, number> = { 'It is late.': 0.2, 'My order is 1042.': 0.9 }
    const byTurn = createScorer<unknown, unknown>({ id: 'by-turn', description: 'by turn' })
      .preprocess(({ run }) =>
        readQuestion(run.input, run.output) === 'Thank you.' ? notScorable('nothing was asked') : {},
      )
      .generateScore(({ run }) => scores[readQuestion(run.input, run.output) ?? ''] ?? 0)
      .generateReason(({ run }) => `asked: ${readQuestion(run.input, run.output)}`)
    const run = await held({ target: talkingAgent(heard), scorers: [byTurn] })
    expect(only(run).scores['by-turn']).toMatchObject({ outcome: 'scored', score: (0.2 + 0.9) / 2 })
    expect(only(run).scores['by-turn']).toHaveProperty(
      'reason',
      '0.55 is the mean of 2 turns (0.9, 0.2). The worst is turn 2: asked: It is late. Turn 3 is not scorable: nothing was asked',
    )
    const lower = await held({
      target: talkingAgent(heard),
      scorers: [{ scorer: byTurn, lowerIsBetter: true }],
    })
    expect(only(lower).scores['by-turn']).toHaveProperty(
      'reason',
      expect.stringContaining('The worst is turn 1'),
    )
  })

  it('has no score where a scorer fails on one of its turns', async () => {
    const failing = createScorer<unknown, unknown>({ id: 'failing', description: 'fails' }).generateScore(
      ({ run }) => {
        if (readQuestion(run.input, run.output) === 'It is late.') throw new Error('no judge')
        return 1
      },
    )
    const run = await held({ target: talkingAgent(heard), scorers: [failing, pairs] })
    const { failing: failed, pairs: scored } = only(run).scores
    expect(failed).toMatchObject({ outcome: 'failed', failure: { message: /^turn 2: .*no judge/s } })
    expect(scored).toMatchObject({ outcome: 'scored' })
  })

  it('serves mocks over all of its turns, and scores tool calls as a whole', async () => {
    const { agent, called } = plannedAgent()
    const search = (of: string) => plan([['search', { of }]])
    const mock = (of: string, output: string) => ({ toolName: 'search', args: { of }, output })
    const data: EvaluationItem[] = [
      {
        user: [search('a'), 'Thanks.', search('a')],
        toolMocks: [mock('a', 'first'), mock('a', 'second')],
        unmockedToolPolicy: 'deny',
        expect: { calledTool: 'search', includes: 'second' },
      },
    ]
    const accuracy = createToolCallAccuracyScorerCode({ expectedTool: 'search' })
    const run = await held({ target: agent, data, scorers: [accuracy] })
    const record = only(run)
    expect(called).toEqual([])
    expect(answersOf(run)?.map((answer) => /first|second/.exec(answer)?.[0])).toEqual([
      'first',
      undefined,
      'second',
    ])
    expect(record.toolMockReport).toMatchObject({ served: [{}, {}], unconsumed: [] })
    expect(record.scores[accuracy.id]).toMatchObject({ outcome: 'scored', score: 1 })
    expect(record.scores[accuracy.id]).not.toHaveProperty('turns')
    expect(record.expectations?.map(({ met }) => met)).toEqual([true, true])
  })

  it('that breaks off has the turns before, what they cost, and no score', async () => {
    let calls = 0
    const target = talkingAgent((said) => {
      calls += 1
      if (said.length === 3) throw new Error('the agent is lost')
      return heard(said)
    })
    const run = await held({ target })
    const record = only(run)
    expect(record).toMatchObject({ failure: { message: /lost/, attempts: 1 }, scores: {} })
    expect(answersOf(run)).toEqual([heard(['user: My order is 1042.'])])
    expect([record.cost.calls, calls]).toEqual([2, 2])
    const again = await rescore(run, { scorers: [pairs] })
    expect(only(again)).toMatchObject({ failure: record.failure, conversation: record.conversation })
  })

  it('that fails in passing is held again from its beginning, and both tries are paid for', async () => {
    const told: number[] = []
    const target = talkingAgent((said) => {
      told.push(said.length)
      if (told.length === 2) throw httpError(503)
      return heard(said)
    }, undefined)
    const run = await held({ target, targetOptions: { modelSettings: { maxRetries: 0 } } })
    expect(told).toEqual([1, 3, 1, 3, 5])
    expect(answersOf(run)).toHaveLength(3)
    expect(totalCost(run).target).toMatchObject({ calls: 5, usage: { inputTokens: 40 } })
  })

  it('ends with the time limit of its item, and is no result where the run is cancelled', async () => {
    const slow = talkingAgent(async (said) => {
      if (said.length > 1) await delay(60_000)
      return heard(said)
    })
    const late = await held({ target: slow, timeoutInMs: 2000 })
    expect(only(late)).toMatchObject({ failure: { name: 'TimeoutError' }, conversation: { turns: [{}] } })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 300)
    const stopped = await held({ target: slow, signal: stop.signal })
    expect([stopped.items, stopped.end?.status]).toEqual([[], 'cancelled'])
  })

  it('is scored again from its record as it was', async () => {
    const file = join(folder(), 'run.jsonl')
    const run = await held({ target: talkingAgent(heard), file, repeats: 2 })
    const again = await rescore(await readRun(file), { scorers: [pairs] })
    const bare = (one: EvaluationRun) =>
      JSON.parse(JSON.stringify(one.items.map((item) => timeless(item).scores)), (key, value) =>
        key === 'durationInMs' ? 0 : value,
      )
    expect(bare(again)).toEqual(bare(run))
    expect(totalCost(again).target.calls).toBe(0)
  })

  it('goes on with a run of the same rows only', async () => {
    const file = join(folder(), 'run.jsonl')
    const target = talkingAgent(heard)
    await held({ target, file })
    const again = await held({ target, file, resume: true })
    expect(again.items).toHaveLength(1)
    const changed = held({ target, file, resume: true, data: [{ id: 'late', user: [...user, 'Bye.'] }] })
    await expect(changed).rejects.toThrow(/different dataset: resume it with its original settings/)
  })

  it.each([
    [{ user: [] }, /field "user": must be a list of one or more messages/],
    [{ user: 'Hello' }, /field "user": must be a list of one or more messages/],
    [{ user: ['Hello', 1] }, /field "user\.1": must be a list of one or more messages, each a text/],
    [{ user: ['Hello', '\u200b'] }, /field "user\.1": .*not blank/],
    [{ user: ['Hello', ' '] }, /field "user\.1": .*not blank/],
    [{ user, input: 'Hello' }, /field "user": cannot be combined with input: give one of them/],
    [{ user, inputs: ['Hello'] }, /field "user": cannot be combined with inputs: give one of them/],
    [{ user, messages: [{ role: 'user', content: 'Hi' }] }, /cannot be combined with user: give one of them/],
    [{ user, output: 'Hello' }, /cannot be combined with user: .*leave one of them out/],
    [{ turns: [{ input: 'Hi' }] }, /put what is said into user/],
  ])('must be a list of messages that stands alone: %j', async (row, message) => {
    const file = join(folder(), 'rows.jsonl')
    writeFileSync(file, `${JSON.stringify(row)}\n`)
    await expect(readDataset(file)).rejects.toThrow(message)
  })
})

describe('a conversation scored as a whole', () => {
  const scoredWhole = async (scorer: AnyScorer) => {
    const run = await held({
      target: talkingAgent(heard),
      scorers: [{ scorer, over: 'conversation' }],
    })
    return only(run).scores[scorer.id]
  }

  it('is not scorable by what needs one question, and the reason says how to score each turn', async () => {
    const model = verdictJudge([])
    const reason = expect.stringMatching(/3 questions, .*leave out over: 'conversation' to score each turn/)
    for (const scorer of [
      createAnswerRelevancyScorer({ model }),
      createPromptAlignmentScorerLLM({ model }),
      createCompletenessScorer(),
    ])
      expect(await scoredWhole(scorer)).toMatchObject({ outcome: 'not scorable', reason })
    expect(model.requests).toEqual([])
  })

  it('shows a metric all that was said before the last answer, and no question', async () => {
    const model = verdictJudge(['yes'])
    const calm = defineMetric({
      id: 'calm',
      units: 'answer',
      reads: ['question?', 'conversation'],
      question: 'Is it calm?',
      criteria: { yes: 'it is', no: 'it is not' },
      credits: { yes: 1, no: 0 },
    })
    expect(await scoredWhole(calm({ model }))).toMatchObject({ outcome: 'scored', score: 1 })
    expect(model.requests[0]?.state).not.toHaveProperty('question')
    expect(model.requests[0]?.state.conversation).toEqual([
      { role: 'user', text: user[0] },
      { role: 'assistant', text: '1: user: My order is 1042. … user: My order is 1042.' },
      { role: 'user', text: user[1] },
      { role: 'assistant', text: '3: user: My order is 1042. … user: It is late.' },
      { role: 'user', text: user[2] },
    ])
  })
})

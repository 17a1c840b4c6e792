import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EvaluationItem } from '../../src/evaluation/dataset/item.ts'
import type { EvaluateOptions } from '../../src/evaluation/evaluate-options.ts'
import { simulatedUserPrompt } from '../../src/evaluation/target/simulated-user.ts'
import {
  checkGates,
  evaluate,
  readRun,
  rescore,
  summarise,
  summariseRepeats,
  totalCost,
} from '../../src/evaluation.ts'
import { createGoalScorer } from '../../src/scorers/index.ts'
import { fakeJudge } from '../support/fake-judge.ts'
import { readFence } from '../support/read-fence.ts'
import { talkingAgent, talkingModel } from '../support/talking-agent.ts'
import { folder, scorerOf } from './support.ts'

interface Seen {
  readonly goal: string
  readonly knows?: object
  readonly until?: string
  readonly messagesLeft: number
  readonly conversation: readonly ({ you: string } | { assistant: string })[]
}

const item: EvaluationItem = {
  id: 'refund',
  user: { goal: 'Get order AB-1042 refunded.', knows: { order: 'AB-1042' }, manner: 'terse' },
  until: 'The refund is confirmed.',
}
const open = (message: string) => JSON.stringify({ state: 'open', message })
const ends = (state: string) => JSON.stringify({ state, message: '' })

/** Plays by a function of how many of its messages were answered. */
const simulatorOf = (play: (answered: number, prompt: string) => string, seen: Seen[] = []) =>
  talkingModel((said) => {
    const material = readFence(said.at(-1) ?? '') as Seen | undefined
    if (material === undefined) throw new Error('there is no fence')
    seen.push(material)
    return play(material.conversation.length / 2, said.join('\n'))
  })
const agent = talkingAgent((said) =>
  said.length < 3 ? 'Which order?' : 'Order AB-1042 is refunded with 40 euros.',
)
const settings = { target: agent, data: [item], repeats: 1, scorers: [scorerOf('one', () => 1)] }
const played = async (options: Partial<EvaluateOptions>) => {
  const run = await evaluate({ ...settings, ...options })
  return { run, record: run.items[0] as NonNullable<(typeof run.items)[0]> }
}

const refund = (answered: number) =>
  [open('I want a refund.'), open('AB-1042'), ends('reached')][answered] ?? ends('given up')

describe('a simulated user', () => {
  it('is told the row and the conversation, talks until its goal is met, and is paid for apart', async () => {
    const seen: Seen[] = []
    const { run, record } = await played({
      simulator: simulatorOf(refund, seen),
      prices: { 'mock-provider/mock-model-id': { inputPerMillion: 1, outputPerMillion: 0 } },
    })
    expect(record.conversation).toMatchObject({
      end: 'goal met',
      turns: [
        { user: 'I want a refund.', answer: 'Which order?' },
        { user: 'AB-1042', answer: 'Order AB-1042 is refunded with 40 euros.' },
      ],
    })
    const { goal, knows, manner } = item.user as { goal: string; knows: object; manner: string }
    expect(seen[1]).toEqual({
      ...{ goal, knows, manner, until: item.until, messagesLeft: 7 },
      conversation: [{ you: 'I want a refund.' }, { assistant: 'Which order?' }],
    })
    expect(record.input).toEqual({ goal, knows, manner, until: item.until })
    expect([record.cost.calls, record.simulatorCost]).toEqual([
      2,
      { calls: 3, usage: { inputTokens: 30, outputTokens: 6 }, money: 30 / 1e6 },
    ])
    expect(totalCost(run)).toMatchObject({
      target: { calls: 2 },
      simulator: { calls: 3 },
      total: { calls: 5 },
    })
    expect(run.header.target.simulator).toEqual({
      id: 'simulated-user',
      model: 'mock-provider/mock-model-id',
      prompt: `simulated-user/${simulatedUserPrompt.version}`,
    })
  })

  it('gives up, or runs out of turns, and says so', async () => {
    const gaveUp = await played({
      simulator: simulatorOf((answered) => (answered === 0 ? open('Hi.') : ends('given up'))),
    })
    expect(gaveUp.record.conversation).toMatchObject({ end: 'given up', turns: [{}] })
    const seen: Seen[] = []
    const endless = await played({
      simulator: simulatorOf((answered) => open(`Again ${'!'.repeat(answered)}`), seen),
      data: [{ ...item, turns: 3 }],
    })
    expect(endless.record.conversation?.turns).toHaveLength(3)
    expect(endless.record.conversation?.end).toBe('out of turns')
    expect(seen.map(({ messagesLeft }) => messagesLeft)).toEqual([3, 2, 1, 0])
    const atLast = await played({ simulator: simulatorOf(refund), data: [{ ...item, turns: 2 }] })
    expect(atLast.record.conversation?.end).toBe('goal met')
  })

  it('that has no message left need not write one', async () => {
    const { record } = await played({
      simulator: simulatorOf((answered) => open(answered < 2 ? `Message ${answered}.` : '')),
      data: [{ ...item, turns: 2 }],
    })
    expect([record.failure, record.conversation?.end]).toEqual([undefined, 'out of turns'])
    expect(record.simulatorCost?.calls).toBe(3)
  })

  it('that hangs says nothing about the agent; an agent that hangs does', async () => {
    const never = () => new Promise<string>(() => {})
    const simulator = talkingModel((said) =>
      /"conversation":\[\]/.test(said.at(-1) ?? '') ? open('Hello.') : never(),
    )
    const patient = { timeoutInMs: 400, attempts: 1 }
    const { run, record } = await played({ simulator, ...patient })
    expect(record.failure).toMatchObject({
      name: 'SimulatedUserError',
      message: expect.stringMatching(/^the simulated user did not reply: the item took longer than 400 ms/),
    })
    expect([record.cost.calls, record.simulatorCost?.calls]).toEqual([1, 2])
    expect(summarise(run)).toMatchObject([{ notScorable: 1, failed: 0 }])
    const hangs = await played({ simulator: simulatorOf(refund), target: talkingAgent(never), ...patient })
    expect(hangs.record.failure?.name).toBe('TimeoutError')
    expect(hangs.record.conversation).toEqual({ turns: [] })
  })

  it('that states facts of its own has them counted, and not those of the row or of the agent', async () => {
    const { record } = await played({
      simulator: simulatorOf((answered) =>
        answered === 0
          ? open('AB-1042 of May 7, please.')
          : answered === 1
            ? open('My Visa ends in 4711, order AB-1042, 40 euros?')
            : ends('reached'),
      ),
    })
    expect(record.conversation?.turns.map(({ invented }) => invented)).toEqual([
      ['May', '7'],
      ['Visa', '4711', '40'],
    ])
  })

  it.each([
    ['no JSON', 'How can I help you?', /did not reply with the JSON object/],
    ['nothing', open(' '), /it said nothing/],
    ['a goal met at once', ends('reached'), /ended the conversation \("reached"\) before anything was said/],
    ['a state of its own', '{"state":"angry","message":"x"}', /JSON object/],
  ])('that breaks character with %s fails, and is no bad score', async (_, reply, why) => {
    const prompts: string[] = []
    const { run, record } = await played({
      simulator: simulatorOf((_answered, prompt) => {
        prompts.push(prompt)
        return reply
      }),
      data: [{ ...item, expect: { includes: 'plan' } }],
    })
    expect(record.expectations).toBeUndefined()
    expect(checkGates(run, {}).filter(({ gate }) => gate === 'unmet')).toEqual([])
    expect(record.failure).toMatchObject({ name: 'SimulatedUserError', attempts: 1, message: why })
    expect([record.scores, record.cost.calls, record.simulatorCost?.calls]).toEqual([{}, 0, 3])
    expect(prompts[1]).toContain('Your last reply was not in your role')
    expect(run.end?.status).toBe('complete')
    expect(summarise(run)).toMatchObject([{ scored: 0, notScorable: 1, failed: 0 }])
    expect(summariseRepeats(run, { passAt: { [run.header.scorers[0]?.id ?? '']: 0.5 } })).toMatchObject([
      { pass: { unscored: 1 } },
    ])
  })

  it('that cannot be asked fails, and is no bad score', async () => {
    const { run, record } = await played({
      simulator: simulatorOf(() => {
        throw new Error('no such model')
      }),
    })
    expect(record.failure).toMatchObject({
      name: 'SimulatedUserError',
      message: expect.stringContaining('no such model'),
    })
    expect(summarise(run)).toMatchObject([{ notScorable: 1, failed: 0 }])
  })

  it("that repeats the agent's words is asked again, and goes on", async () => {
    let parroted = false
    const { record } = await played({
      simulator: simulatorOf((answered) => {
        if (answered !== 1 || parroted) return refund(answered)
        parroted = true
        return open('which  ORDER?')
      }),
    })
    expect([record.conversation?.end, record.simulatorCost?.calls]).toEqual(['goal met', 4])
  })

  it('can be an agent of one’s own, which is told the same', async () => {
    const prompts: string[] = []
    const own = talkingAgent((said) => {
      prompts.push(said.join('\n'))
      const { conversation } = readFence(said.at(-1) ?? '') as unknown as Seen
      return refund(conversation.length / 2)
    })
    const { run, record } = await played({ simulator: own })
    expect(record.conversation?.end).toBe('goal met')
    expect(run.header.target.simulator).toMatchObject({ id: 'talking' })
    expect(prompts[0]).toContain('"goal":"Get order AB-1042 refunded."')
  })

  it('has its goal judged over the whole conversation, also when it is scored again', async () => {
    const file = join(folder(), 'run.jsonl')
    const judged = fakeJudge({ answer: (_, id) => (id === 't2' ? 'reached' : 'open') })
    const { record } = await played({
      ...{ simulator: simulatorOf(refund), file, scorers: [createGoalScorer({ model: judged })] },
      data: [{ ...item, until: undefined }],
    })
    expect(record.scores.goal).toMatchObject({ score: 1, reachedAtTurn: 2 })
    const again = fakeJudge({ answer: () => 'open' })
    await rescore(await readRun(file), { scorers: [createGoalScorer({ model: again })] })
    expect(again.requests.map(({ state }) => state)).toEqual(judged.requests.map(({ state }) => state))
  })

  it('goes on in a run with the same simulator only', async () => {
    const file = join(folder(), 'run.jsonl')
    await played({ simulator: simulatorOf(refund), file })
    const other = played({ simulator: agent, file, resume: true })
    await expect(other).rejects.toThrow(/different target/)
  })

  it('needs a simulator, before anything is paid for', async () => {
    await expect(played({})).rejects.toThrow(/item refund has a simulated user: set simulator/)
    await expect(played({ simulator: 7 as never })).rejects.toThrow(
      /simulator must be a Mastra agent or a model/,
    )
  })

  it.each([
    [{ user: {} }, /user\.goal": must be a text: what the user wants/],
    [{ user: { goal: ' ' } }, /user\.goal": must be a text/],
    [{ user: { goal: 'x', know: {} } }, /for a simulated user, an object with only goal, knows and manner/],
    [{ user: { goal: 'x', knows: 'all' } }, /user\.knows": must be an object of what the user can tell/],
    [{ user: { goal: 'x' }, turns: 0 }, /"turns": must be a whole number from 1 to 100/],
    [{ user: ['x'], turns: 3 }, /"turns": is only for a simulated user/],
    [{ input: 'x', turns: 3 }, /"turns": is only for a simulated user/],
    [{ user: { goal: 'x' }, until: '' }, /"until": must be a text: what the user must have/],
    [
      { user: 7 },
      /"user": must be a list of one or more messages.*or, for a simulated user, an object with only goal/,
    ],
  ])('must be written as one: %j', async (row, message) => {
    await expect(played({ data: [row as EvaluationItem], simulator: agent })).rejects.toThrow(message)
  })
})

it('the prompt of simulated users, version 1', async () => {
  await expect(simulatedUserPrompt.text).toMatchFileSnapshot('prompts/simulated-user.txt')
  expect(simulatedUserPrompt.version).toBe(1)
})

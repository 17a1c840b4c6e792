import { join } from 'node:path'
import { createScorer } from '@mastra/core/evals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate, readRun, totalCost } from '../../src/evaluation.ts'
import { type Evidence, embeddedJudge, type Judge, languageJudge, panelJudge } from '../../src/judge/index.ts'
import { addCosts } from '../../src/run/cost/cost.ts'
import type { Prices } from '../../src/run/cost/prices.ts'
import { moneyFor } from '../../src/run/cost/prices.ts'
import type { Cost } from '../../src/run/record.ts'
import { createAnswerRelevancyScorer } from '../../src/scorers/index.ts'
import { folder, numberScorer, questions } from '../evaluation/support.ts'
import { fakeJudge } from '../support/fake-judge.ts'
import { openaiServer } from '../support/openai-server.ts'
import { firstAnswers } from '../support/scripted-judge.ts'
import { untilTestEnds } from '../support/until-test-ends.ts'

// The server counts 100 input and 20 output tokens a call.
const priceOf = (model: string): Prices => ({ [model]: { inputPerMillion: 10, outputPerMillion: 50 } })
const callCost = (100 * 10 + 20 * 50) / 1e6
const relevancy = (model: Judge, id = 'answer-relevancy') =>
  createAnswerRelevancyScorer({ model, id, options: { statements: 'split' } })
const answer = () => 'It is 330 m tall.'

describe('costs', () => {
  it('are priced by a table, also under the name that the AI SDK has for a provider', () => {
    const usage = { inputTokens: 2_000_000, outputTokens: 500_000 }
    const prices = { 'openai/m': { inputPerMillion: 0.5, outputPerMillion: 4 } }
    expect(moneyFor('openai/m', usage, prices)).toBe(3)
    expect(moneyFor('openai.chat/m', usage, prices)).toBe(3)
    expect(moneyFor('azure/m', usage, prices)).toBeUndefined()
    expect(moneyFor(undefined, usage, prices)).toBeUndefined()
  })

  it('add up in any order, and have no money where one of them has none', () => {
    const cost: fc.Arbitrary<Cost> = fc.record(
      {
        calls: fc.nat(1000),
        usage: fc.record({ inputTokens: fc.nat(1000), outputTokens: fc.nat(1000) }),
        money: fc.integer({ min: 0, max: 64 }),
      },
      { requiredKeys: ['calls', 'usage'] },
    )
    fc.assert(
      fc.property(fc.array(cost), fc.nat(), (costs, cut) => {
        const parts = [costs.slice(0, cut % (costs.length + 1)), costs.slice(cut % (costs.length + 1))]
        expect(addCosts(parts.map(addCosts))).toEqual(addCosts(costs))
        expect(addCosts(costs).money === undefined).toBe(costs.some(({ money }) => money === undefined))
      }),
    )
  })

  it('are counted for each scorer and in total', async () => {
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const judge = languageJudge(server.chat)
    const run = await evaluate({
      target: answer,
      data: questions(3),
      scorers: [relevancy(judge), relevancy(judge, 'again'), numberScorer()],
      prices: priceOf(judge.id),
    })
    const three = {
      calls: 3,
      usage: { inputTokens: 300, outputTokens: 60 },
      money: expect.closeTo(3 * callCost, 12),
    }
    const none = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 }, money: 0 }
    expect(server.requests).toHaveLength(6)
    expect(totalCost(run)).toEqual({
      target: none,
      scorers: { 'answer-relevancy': three, again: three, number: none },
      total: {
        calls: 6,
        usage: { inputTokens: 600, outputTokens: 120 },
        money: expect.closeTo(6 * callCost, 12),
      },
    })
  })

  it('hold calls that failed, and no money where the price is not known', async () => {
    const server = untilTestEnds(
      await openaiServer(({ number }) => (number < 4 ? { status: 503 } : { status: 400 })),
    )
    const run = await evaluate({
      target: answer,
      data: questions(1),
      scorers: [relevancy(languageJudge(server.chat, { retryDelayInMs: 1 }))],
    })
    expect(run.items[0]?.scores['answer-relevancy']).toMatchObject({ outcome: 'failed' })
    expect(server.requests).toHaveLength(4)
    expect(totalCost(run).total).toEqual({ calls: 4, usage: { inputTokens: 0, outputTokens: 0 } })
  })

  it('hold what a judge states that makes its calls where nobody sees them', async () => {
    const stating = verdicts({ calls: 2, usage: { inputTokens: 7, outputTokens: 5 } })
    const run = await evaluate({ target: answer, data: questions(1), scorers: [relevancy(stating)] })
    expect(totalCost(run).total).toEqual({ calls: 2, usage: { inputTokens: 7, outputTokens: 5 } })
  })

  it('of a judge made of judges are priced by the price of each', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0 }
    const members = ['small', 'large'].map((name) => ({
      ...verdicts({ calls: 1, usage }),
      id: name,
      model: `maker/${name}`,
    }))
    const price = (inputPerMillion: number) => ({ inputPerMillion, outputPerMillion: 0 })
    const run = await evaluate({
      target: answer,
      data: questions(1),
      scorers: [relevancy(panelJudge(members))],
      prices: { 'maker/small': price(1), 'maker/large': price(10) },
    })
    expect(totalCost(run).total).toEqual({
      calls: 2,
      usage: { inputTokens: 2_000_000, outputTokens: 0 },
      money: 11,
    })
  })

  it('are nothing with a judge in process', async () => {
    const run = await evaluate({
      target: answer,
      data: [{ input: 'How tall is it?' }],
      scorers: [relevancy(embeddedJudge())],
    })
    expect(totalCost(run).total).toEqual({ calls: 0, usage: { inputTokens: 0, outputTokens: 0 }, money: 0 })
  })

  it('hold the prompts of judges and their replies only where they are asked for', async () => {
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const settings = { target: answer, data: questions(1), scorers: [relevancy(languageJudge(server.chat))] }
    const evidenceOf = async (keepPrompts: boolean) =>
      (await evaluate({ ...settings, keepPrompts })).items[0]?.scores['answer-relevancy']?.evidence?.[0]
    expect(await evidenceOf(false)).toMatchObject({ prompts: [] })
    expect(await evidenceOf(false)).not.toHaveProperty('replies')
    expect(await evidenceOf(true)).toMatchObject({
      prompts: [expect.any(String)],
      replies: [expect.stringContaining('verdict')],
    })
  })
})

describe('a budget', () => {
  it.each([
    ['calls', { calls: 5 }, '5 of 5 calls have been made'],
    ['tokens', { tokens: 600 }, '600 of 600 tokens have been used'],
    ['money', { money: callCost * 4.5 }, 'US dollars have been spent'],
  ])('of %s stops the run cleanly, and more of it finishes the run', async (_, budget, reason) => {
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const judge = languageJudge(server.chat)
    const file = join(folder(), 'run.jsonl')
    const settings = {
      target: answer,
      data: questions(8),
      scorers: [relevancy(judge)],
      prices: priceOf(judge.id),
      concurrency: 1,
      file,
    }
    const stopped = await evaluate({ ...settings, budget })
    expect(stopped.items).toHaveLength(5)
    expect(stopped.end).toMatchObject({ status: 'budget', reason: expect.stringContaining(reason) })
    expect((await readRun(file)).end?.status).toBe('budget')
    const same = await evaluate({ ...settings, budget, resume: true })
    expect([same.items.length, server.requests.length]).toEqual([5, 5])
    const finished = await evaluate({ ...settings, budget: { calls: 100 }, resume: true })
    expect([finished.items.length, finished.end?.status, server.requests.length]).toEqual([8, 'complete', 8])
  })

  it('lets items that are under way finish', async () => {
    const server = untilTestEnds(
      await openaiServer((request) => ({ ...firstAnswers(request), delayInMs: 50 })),
    )
    const run = await evaluate({
      target: answer,
      data: questions(20),
      scorers: [relevancy(languageJudge(server.chat))],
      concurrency: 4,
      budget: { calls: 1 },
    })
    expect(run.items.length).toBeGreaterThanOrEqual(1)
    // One to use it up, and the 7 that 4 at once may have under way.
    expect(run.items.length).toBeLessThanOrEqual(8)
    expect(run.items.every(({ scores }) => scores['answer-relevancy']?.outcome === 'scored')).toBe(true)
    expect(run.items).toHaveLength(server.requests.length)
  })

  it('of money stops at the first model without a price, and says why', async () => {
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const settings = {
      target: answer,
      data: questions(5),
      scorers: [relevancy(languageJudge(server.chat))],
      concurrency: 1,
    }
    const run = await evaluate({ ...settings, budget: { money: 100 } })
    expect(run.items).toHaveLength(1)
    expect(run.end?.reason).toContain('no price in prices')
  })
})

describe('calls within an evaluation', () => {
  it('are cancelled with the item', async () => {
    let closed = 0
    const server = untilTestEnds(await openaiServer(() => ({ connection: 'silence' })))
    const judge = languageJudge(server.chat)
    const watched: Judge = {
      ...judge,
      decide: (request) =>
        judge.decide(request).catch((error: unknown) => {
          closed += 1
          throw error
        }),
    }
    const run = await evaluate({
      target: answer,
      data: questions(1),
      scorers: [relevancy(watched)],
      timeoutInMs: 2000,
    })
    expect(run.items[0]?.scores['answer-relevancy']).toMatchObject({ failure: { name: 'TimeoutError' } })
    await expect.poll(() => closed).toBe(1)
  })

  it('of prompt scorers are counted from what Mastra notes', async () => {
    const foreign = createScorer({ id: 'foreign', description: 'f' }).generateScore(() => 1)
    const run = foreign.run.bind(foreign)
    const execution = {
      judgeModelId: 'm',
      judgeProvider: 'openai',
      modelCallCount: 2,
      usage: { inputTokens: 10, outputTokens: 4 },
    }
    foreign.run = async (input) =>
      ({ ...(await run(input)), judge: { analyze: { executions: [execution] } } }) as never
    const { items } = await evaluate({
      target: answer,
      data: questions(1),
      scorers: [foreign],
      prices: priceOf('openai/m'),
    })
    expect(items[0]?.scores.foreign?.cost).toEqual({
      calls: 2,
      usage: { inputTokens: 10, outputTokens: 4 },
      money: 0.0003,
    })
  })
})

/** A judge in process that says what its calls were. */
const verdicts = (evidence: Partial<Evidence>) =>
  fakeJudge({ id: 'stating', answer: () => 'yes', evidence: () => evidence })

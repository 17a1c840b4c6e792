import { RateLimiterMemory } from 'rate-limiter-flexible'
import { describe, expect, it } from 'vitest'
import {
  type BudgetStore,
  createAnswerRelevancyScorer,
  JudgeAbstainedError,
  JudgeError,
  limitedJudge,
  rateLimiterBudget,
} from '../../../../src/index.ts'
import { memoryBudget } from '../../../../src/judge/composed/limited/budget-store.ts'
import { decide } from '../../../../src/judge/decide.ts'
import { choice, deafJudge, gradedJudge, requestOf, yesNo } from '../../../support/graded-judge.ts'

const honest = () => gradedJudge('honest', () => choice('yes'))
const request = requestOf({ s1: yesNo })
const anHour = { windowInMs: 3_600_000 }
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof JudgeAbstainedError ? error.because : error),
  )

describe.each<[string, () => BudgetStore]>([
  ['memory', memoryBudget],
  [
    'a limiter of rate-limiter-flexible',
    () => rateLimiterBudget((options) => new RateLimiterMemory(options)),
  ],
])('a budget counted in %s', (_, makeStore) => {
  it('of calls is held, and what is past it abstains', async () => {
    const judge = honest()
    const limited = limitedJudge(judge, { calls: 3, ...anHour, store: makeStore() })
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcomeOf(limited.decide(request))))
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(3)
    expect(new Set(outcomes.filter((outcome) => outcome !== 'answered'))).toEqual(
      new Set(['budget: the budget of 3 calls in 3600 s is used up']),
    )
    expect(judge.requests).toHaveLength(3)
  })

  it('of tokens counts what was used, not what was expected', async () => {
    // Each request takes ten tokens, though more than a hundred are expected of it.
    const limited = limitedJudge(honest(), { tokens: 300, ...anHour, store: makeStore() })
    let answered = 0
    while ((await outcomeOf(limited.decide(request))) === 'answered') answered += 1
    expect(answered).toBeGreaterThan(5)
    expect(answered).toBeLessThanOrEqual(30)
  })

  it('of money is counted in millionths of a dollar', async () => {
    const price = { inputPerMillion: 1_000, outputPerMillion: 10_000 }
    // 7 · $0.001 + 3 · $0.01 = $0.037 a request.
    const limited = limitedJudge(honest(), { money: 1.5, price, ...anHour, store: makeStore() })
    let answered = 0
    while ((await outcomeOf(limited.decide(request))) === 'answered') answered += 1
    expect(answered).toBeGreaterThan(1)
    expect(answered * 0.037).toBeLessThanOrEqual(1.5)
    expect(await outcomeOf(limited.decide(request))).toBe('budget: the budget of $1.5 in 3600 s is used up')
  })

  it('is full again in the next window', async () => {
    const limited = limitedJudge(honest(), { calls: 1, windowInMs: 50, store: makeStore() })
    const early = await Promise.all([outcomeOf(limited.decide(request)), outcomeOf(limited.decide(request))])
    expect(early).toContain('answered')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(await outcomeOf(limited.decide(request))).toBe('answered')
  })

  it('gets back what a refused request had taken of another unit', async () => {
    const store = makeStore()
    const dear = limitedJudge(honest(), { calls: 2, tokens: 50, ...anHour, store })
    expect(await outcomeOf(dear.decide(request))).toMatch(
      /^budget: one request takes about \d+ tokens, more than/,
    )
    const cheap = limitedJudge(honest(), { calls: 2, ...anHour, store })
    expect(await outcomeOf(cheap.decide(request))).toBe('answered')
    expect(await outcomeOf(cheap.decide(request))).toBe('answered')
    expect(await outcomeOf(cheap.decide(request))).toContain('used up')
  })

  it('is not touched by a judge that abstains, and is by one that fails', async () => {
    const errors: Error[] = [
      new JudgeAbstainedError('honest', 'not English'),
      new JudgeError({ judge: 'honest', reason: 'timed-out', message: 'late', attempts: 2 }),
    ]
    const judge = gradedJudge('honest', () => {
      const error = errors.shift()
      if (error) throw error
      return choice('yes')
    })
    const limited = limitedJudge(judge, { calls: 3, ...anHour, store: makeStore() })
    expect(await outcomeOf(limited.decide(request))).toBe('not English')
    expect(await outcomeOf(limited.decide(request))).toMatchObject({ reason: 'timed-out' })
    expect(await outcomeOf(limited.decide(request))).toBe('answered')
    expect(await outcomeOf(limited.decide(request))).toContain('budget')
  })

  it('of one name is shared', async () => {
    const store = makeStore()
    const [one, other] = ['x', 'y'].map((id) =>
      limitedJudge(
        gradedJudge(id, () => choice('yes')),
        { calls: 1, name: 'live', ...anHour, store },
      ),
    )
    expect(await outcomeOf((one as typeof deafJudge).decide(request))).toBe('answered')
    expect(await outcomeOf((other as typeof deafJudge).decide(request))).toContain('used up')
  })
})

describe('a store that fails', () => {
  const down = async () => {
    throw new Error('connection refused')
  }
  it('is an error before the judge is asked', async () => {
    const judge = honest()
    const limited = limitedJudge(judge, { calls: 1, ...anHour, store: { take: down, settle: down } })
    await expect(decide(limited, request)).rejects.toMatchObject({ reason: 'unreachable' })
    expect(judge.requests).toEqual([])
  })

  it('is a warning where the answer is there already', async () => {
    const judge = gradedJudge('free', () => choice('yes'))
    const store: BudgetStore = { take: async () => true, settle: down }
    const { evidence } = await decide(limitedJudge(judge, { tokens: 1_000, ...anHour, store }), request)
    expect(evidence.warnings).toEqual(['budget: its usage could not be counted: connection refused'])
  })

  it('and never answers is an error in time', async () => {
    const hangs = () => new Promise<never>(() => {})
    const options = { calls: 1, ...anHour, store: { take: hangs, settle: hangs }, storeTimeoutInMs: 20 }
    await expect(decide(limitedJudge(honest(), options), request)).rejects.toThrow(/no answer within 20 ms/)
  })
})

it('ends at once where the signal aborts, though the judge is deaf to it', async () => {
  const controller = new AbortController()
  const limited = limitedJudge(deafJudge, { calls: 1, ...anHour })
  const work = limited.decide({ ...request, signal: controller.signal })
  setTimeout(() => controller.abort(new Error('enough')), 10)
  await expect(work).rejects.toThrow('enough')
})

it('a scorer past the budget is not scorable, with the reason', async () => {
  const limited = limitedJudge(
    gradedJudge('honest', () => choice('yes')),
    { calls: 1, ...anHour },
  )
  const scorer = createAnswerRelevancyScorer({ model: limited })
  const run = () => scorer.run({ input: 'What is the capital of Peru?', output: 'It is Lima.' })
  expect((await run()).score).toBe(1)
  const past = await run()
  expect(past.score ?? null).toBeNull()
  expect(JSON.stringify(past)).toContain('budget: the budget of 1 call in 3600 s is used up')
})

it('a budget says what it needs', () => {
  expect(() => limitedJudge(honest(), anHour)).toThrow(/a budget needs at least one of them/)
  expect(() => limitedJudge(honest(), { money: 1, ...anHour })).toThrow(/price/)
  expect(() => limitedJudge(honest(), { calls: 1.5, ...anHour })).toThrow(/options\.calls/)
  expect(() => limitedJudge(honest(), { calls: 1, windowInMs: 0 })).toThrow(/options\.windowInMs/)
})

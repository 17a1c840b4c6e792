import { z } from 'zod/v4'
import { orAborted } from '../../../shared/abort.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { countCalls } from '../../call/call-context.ts'
import type { Evidence, Judge, TextRequest } from '../../contract.ts'
import { checkDecision } from '../../decide.ts'
import { withWarnings, wrapJudge } from '../wrap-judge.ts'
import {
  expectedSpending,
  failedSpending,
  microdollars,
  realSpending,
  reserve,
  type TokenPrice,
} from './budget.ts'
import { type BudgetStore, memoryBudget } from './budget-store.ts'

/**
 * Makes a judge with a budget per time window. When the budget is spent, it abstains with "budget: …", so
 * that scorers end as not scorable. Its id, weighting and settings are those of the other judge.
 *
 * It reserves a request's expected usage before it asks the judge, and corrects it by the evidence
 * afterwards; docs/reference/judges/limited.md says what is reserved and what it can miss.
 *
 * @throws TypeError for an option out of range. Its methods reject as those of the other judge do, and with a
 *   `JudgeError` of reason 'unreachable' if the store fails before the judge is asked.
 *
 * @example
 * ```ts
 * import { languageJudge, limitedJudge } from 'mastra-verdict'
 *
 * const judge = limitedJudge(languageJudge('openai/gpt-5-mini'), { calls: 500, windowInMs: 60_000 })
 * ```
 */
export function limitedJudge(
  judge: Judge,
  options: {
    /** Length of the window in milliseconds. An hourly window begins at each full hour, UTC. */
    windowInMs: number
    /** Calls to a model per window. */
    calls?: number
    /** Tokens per window, input and output together. */
    tokens?: number
    /** US dollars per window. Needs `price`. */
    money?: number
    /** The price of tokens. */
    price?: TokenPrice
    /** The store of the counters. Default: the memory of this process, not shared with others. */
    store?: BudgetStore
    /** Judges of the same name and limits share a budget. Default: the judge's id. */
    name?: string
    /** After this time a step of the store counts as failed. Default 5,000. */
    storeTimeoutInMs?: number
  },
): Judge {
  const { price, ...budget } = readLimits(judge, options)

  async function limit<Request extends TextRequest, Outcome extends { readonly evidence: Evidence }>(
    request: Request,
    ask: (request: Request) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { signal } = request
    signal?.throwIfAborted()
    const expected = expectedSpending(request, price)
    const reservation = await orAborted(reserve(expected, budget), signal)
    const { result, calls } = countCalls(() => ask(request))
    const outcome = await orAborted(result, signal).catch(async (error: unknown) => {
      const settled = reservation.settle(failedSpending(error, calls, expected, price))
      // After an abort nobody waits for the store.
      if (!signal?.aborted) await settled
      throw error
    })
    const warning = await orAborted(reservation.settle(realSpending(outcome.evidence, price)), signal)
    return withWarnings(outcome, [warning])
  }

  return wrapJudge(judge, {
    decide: (request) =>
      limit(request, async (inner) => checkDecision(judge, inner.questions, await judge.decide(inner))),
    extract: limit,
    write: limit,
  })
}

const isStore = (value: unknown): value is BudgetStore =>
  typeof value === 'object' && value !== null && 'take' in value && 'settle' in value
const count = z.int().positive().optional()
const perMillion = z.number().min(0)
const optionsSchema = z
  .strictObject({
    windowInMs: z.number().positive(),
    calls: count,
    tokens: count,
    money: z.number().positive().optional(),
    price: z.strictObject({ inputPerMillion: perMillion, outputPerMillion: perMillion }).optional(),
    store: z.custom<BudgetStore>(isStore, 'must have take and settle').optional(),
    name: z.string().min(1).optional(),
    storeTimeoutInMs: z.int().positive().max(2_147_483_647).default(5_000),
  })
  .refine(({ calls, tokens, money }) => (calls ?? tokens ?? money) !== undefined, {
    path: ['calls'],
    error: 'give calls, tokens or money: a budget needs at least one of them',
  })
  .refine(({ money, price }) => (money === undefined) === (price === undefined), {
    path: ['price'],
    error: 'money and price must be set together',
  })

/** @throws TypeError that names the option and says what it must be. */
function readLimits(judge: Judge, options: Parameters<typeof limitedJudge>[1]) {
  const read = readOptions('limitedJudge', optionsSchema, options)
  const { calls, tokens, money, store = memoryBudget(), name = judge.id, ...rest } = read
  const limits = { calls, tokens, money: money === undefined ? undefined : Math.floor(money * microdollars) }
  return { ...rest, judge: judge.id, name, limits, store }
}

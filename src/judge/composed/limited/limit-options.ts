import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import type { Judge } from '../../contract.ts'
import type { BudgetSettings } from './budget.ts'
import type { BudgetStore } from './budget-store.ts'
import { memoryBudget } from './memory-budget.ts'
import { microdollars, type TokenPrice } from './spending.ts'

export interface LimitedJudgeOptions {
  /** Length of the window in milliseconds. Windows follow each other by the clock: a budget of an hour is full again at each full hour, UTC. */
  windowInMs: number
  /** Calls to a model in a window. */
  calls?: number
  /** Tokens in a window, input and output together. */
  tokens?: number
  /** US dollars in a window. Needs `price`. */
  money?: number
  /** What tokens cost. */
  price?: TokenPrice
  /** Where it is counted. Default: in this process, and nobody else's counts. */
  store?: BudgetStore
  /** Judges of the same name and limits share a budget. Default: the judge's id. */
  name?: string
  /** A store that takes longer for one step has failed. Default 5,000. */
  storeTimeoutInMs?: number
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
    error: 'give calls, tokens or money: without one of them there is no budget',
  })
  .refine(({ money, price }) => (money === undefined) === (price === undefined), {
    path: ['price'],
    error: 'money and price belong together',
  })

/** @throws TypeError that names the option and says what it must be. */
export function readLimits(
  judge: Judge,
  options: LimitedJudgeOptions,
): BudgetSettings & { price?: TokenPrice } {
  const {
    calls,
    tokens,
    money,
    store = memoryBudget(),
    name = judge.id,
    ...rest
  } = readOptions('limitedJudge', optionsSchema, options)
  const limits = { calls, tokens, money: money === undefined ? undefined : Math.floor(money * microdollars) }
  return { ...rest, judge: judge.id, name, limits, store }
}

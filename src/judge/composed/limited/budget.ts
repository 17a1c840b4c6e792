import { inTime } from '../../../shared/in-time.ts'
import type { CallUsage } from '../../call/call-context.ts'
import { toSafeMessage } from '../../call/failure.ts'
import type { DecisionRequest, Evidence, TextRequest } from '../../contract.ts'
import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { sumUsage } from '../../evidence.ts'
import type { BudgetStore } from './budget-store.ts'

export type Unit = keyof Spending

const tell = (unit: Unit, amount: number) =>
  unit === 'money' ? `$${amount / microdollars}` : `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`

/**
 * Reserves a request's expected usage on every counter of the current window.
 *
 * @throws JudgeAbstainedError if a counter has too little left; then nothing is reserved. JudgeError if the
 *   store fails: a judge without a working budget is not asked.
 */
export async function reserve(
  expected: Spending,
  budget: {
    /** The judge's id, for errors. */
    readonly judge: string
    /** The name of the counters: judges of the same name share them. */
    readonly name: string
    readonly limits: Readonly<Partial<Spending>>
    readonly windowInMs: number
    readonly store: BudgetStore
    readonly storeTimeoutInMs: number
  },
) {
  const { judge, name, limits, windowInMs, store, storeTimeoutInMs } = budget
  const window = Math.floor(Date.now() / windowInMs)
  const nameCounter = (unit: Unit) => `verdict-budget:${name}:${unit}:${windowInMs}:${window}`
  const taken: Unit[] = []

  async function settle(spent: Spending): Promise<void> {
    for (const unit of taken) {
      const difference = spent[unit] - expected[unit]
      if (difference === 0) continue
      const limit = limits[unit] as number
      await inTime(storeTimeoutInMs, () => store.settle(nameCounter(unit), difference, limit, windowInMs))
    }
  }

  for (const [unit, limit] of Object.entries(limits) as [Unit, number | undefined][]) {
    if (limit === undefined) continue
    let granted: boolean
    try {
      granted = await inTime(storeTimeoutInMs, () =>
        store.take(nameCounter(unit), expected[unit], limit, windowInMs),
      )
      if (!granted) await settle({ calls: 0, tokens: 0, money: 0 })
    } catch (cause) {
      const message = `its budget could not be counted, so it was not asked. Check the store: ${toSafeMessage(cause)}`
      throw new JudgeError({ judge, reason: 'unreachable', message, cause })
    }
    if (!granted) {
      const whole = `the budget of ${tell(unit, limit)} in ${windowInMs / 1_000} s`
      throw new JudgeAbstainedError(
        judge,
        expected[unit] > limit
          ? `budget: one request takes about ${tell(unit, expected[unit])}, more than ${whole}`
          : `budget: ${whole} is used up`,
      )
    }
    taken.push(unit)
  }
  return {
    /**
     * Corrects the counters to the real usage.
     *
     * @returns A warning if the store failed.
     */
    settle: (spent: Spending) =>
      settle(spent).then(
        () => undefined,
        (error: unknown) => `budget: its usage could not be counted: ${toSafeMessage(error)}`,
      ),
  }
}

/** US dollars per million tokens. */
export interface TokenPrice {
  readonly inputPerMillion: number
  readonly outputPerMillion: number
}

/** The amounts that a budget counts, in whole numbers; money in millionths of a dollar, rounded up. */
type Spending = Readonly<Record<'calls' | 'tokens' | 'money', number>>

/** Per dollar. */
export const microdollars = 1_000_000

/** An English token has about four characters; other text needs more tokens. */
const charactersPerToken = 3

/** A verdict with its reason; prose takes the fixed number below plus as many tokens as the material. */
const outputTokensPerQuestion = 100
const outputTokensPerText = 500

function toSpending(calls: number, input: number, output: number, price: TokenPrice | undefined): Spending {
  const { inputPerMillion = 0, outputPerMillion = 0 } = price ?? {}
  const money = Math.ceil(input * inputPerMillion + output * outputPerMillion)
  return { calls, tokens: input + output, money }
}

/** Estimates the usage of a request; the real usage corrects it when the answer is there. */
export function expectedSpending(
  { task, state, questions }: TextRequest & Partial<DecisionRequest>,
  price: TokenPrice | undefined,
): Spending {
  const characters = JSON.stringify([task.instructions, state, questions]).length
  const input = Math.ceil(characters / charactersPerToken)
  const output =
    questions === undefined
      ? input + outputTokensPerText
      : Object.keys(questions).length * outputTokensPerQuestion
  return toSpending(1, input, output, price)
}

export function realSpending(
  { calls, usage }: Pick<Evidence, 'calls' | 'usage'>,
  price: TokenPrice | undefined,
): Spending {
  return toSpending(calls, usage.inputTokens, usage.outputTokens, price)
}

/**
 * Returns the usage of a request that failed: that of the calls seen, but no less than expected, because a failed call
 * reports no tokens and a user's own judge no calls. Without a call, an abstention and a wrong configuration are free.
 */
export function failedSpending(
  error: unknown,
  calls: readonly CallUsage[],
  expected: Spending,
  price: TokenPrice | undefined,
): Spending {
  const seen = realSpending({ calls: calls.length, usage: sumUsage(calls) }, price)
  const { reason, attempts = 0 }: Partial<JudgeError> = error instanceof JudgeError ? error : {}
  if (reason === 'abstained' || reason === 'configuration') return seen
  return {
    calls: Math.max(expected.calls, seen.calls, attempts),
    tokens: Math.max(expected.tokens, seen.tokens),
    money: Math.max(expected.money, seen.money),
  }
}

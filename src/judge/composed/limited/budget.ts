import { inTime } from '../../../shared/abort.ts'
import { JudgeAbstainedError, JudgeError } from '../../errors.ts'
import { said } from '../ask-member.ts'
import type { BudgetStore } from './budget-store.ts'
import { microdollars, type Spending } from './spending.ts'

export type Unit = keyof Spending

export interface BudgetSettings {
  /** The judge's id, for errors. */
  readonly judge: string
  /** What the counters are named by: judges of the same name share them. */
  readonly name: string
  readonly limits: Readonly<Partial<Spending>>
  readonly windowInMs: number
  readonly store: BudgetStore
  readonly storeTimeoutInMs: number
}

export interface Reservation {
  /**
   * Puts the counters right.
   *
   * @returns A warning where the store failed.
   */
  settle(spent: Partial<Spending>): Promise<string | undefined>
}

const tell = (unit: Unit, amount: number) =>
  unit === 'money' ? `$${amount / microdollars}` : `${amount} ${unit}`

/**
 * Takes what a request is expected to need from every counter of the window that it falls in.
 *
 * @throws JudgeAbstainedError where a counter has too little left; then nothing is taken. JudgeError where the store
 *   fails: a judge whose budget cannot be counted is not asked.
 */
export async function reserve(expected: Spending, budget: BudgetSettings): Promise<Reservation> {
  const { judge, name, limits, windowInMs, store, storeTimeoutInMs } = budget
  const window = Math.floor(Date.now() / windowInMs)
  const counterOf = (unit: Unit) => `verdict-budget:${name}:${unit}:${windowInMs}:${window}`
  const taken: Unit[] = []

  async function settle(spent: Partial<Spending>): Promise<void> {
    for (const unit of taken) {
      const difference = (spent[unit] ?? expected[unit]) - expected[unit]
      if (difference === 0) continue
      const limit = limits[unit] as number
      await inTime(storeTimeoutInMs, () => store.settle(counterOf(unit), difference, limit, windowInMs))
    }
  }

  for (const [unit, limit] of Object.entries(limits) as [Unit, number | undefined][]) {
    if (limit === undefined) continue
    let granted: boolean
    try {
      granted = await inTime(storeTimeoutInMs, () =>
        store.take(counterOf(unit), expected[unit], limit, windowInMs),
      )
      if (!granted) await settle({ calls: 0, tokens: 0, money: 0 })
    } catch (cause) {
      const message = `its budget could not be counted, so it was not asked. See to the store: ${said(cause)}`
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
    settle: (spent) =>
      settle(spent).then(
        () => undefined,
        (error: unknown) => `budget: what was used could not be counted: ${said(error)}`,
      ),
  }
}

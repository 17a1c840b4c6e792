import { z } from 'zod/v4'
import type { CallUsage } from '../../judge/call/call-context.ts'
import type { Evidence } from '../../judge/contract.ts'
import type { Cost } from '../record.ts'
import { addCosts } from './cost.ts'
import { missingPrice, moneyFor, type Prices } from './prices.ts'

/** Counts the cost of one scorer on one answer. */
export class Meter {
  readonly #prices: Prices
  readonly #calls: Cost[] = []
  readonly #stated: Cost[] = []
  readonly #evidence: Evidence[] = []
  #unpriced: string | undefined

  constructor(prices: Prices) {
    this.#prices = prices
  }

  /** Counts a call that was observed, including failed ones and those of judges within judges. */
  readonly onCall = ({ model, usage }: CallUsage): void => {
    this.#calls.push(this.#priceCall(1, model, usage))
  }

  /** Counts what a judge reports, since a user's own judge may call models unobserved. */
  readonly onEvidence = (evidence: Evidence, model: string): void => {
    this.#evidence.push(evidence)
    const { members = [{ judge: model, calls: evidence.calls, usage: evidence.usage }] } = evidence
    this.#stated.push(
      addCosts(
        members.map(({ judge, model: own = judge, calls, usage }) => this.#priceCall(calls, own, usage)),
      ),
    )
  }

  /** Adds calls that were reported afterwards. */
  add(calls: number, model: string | undefined, usage: Evidence['usage']): void {
    this.#stated.push(this.#priceCall(calls, model, usage))
  }

  /** The first missing key of `prices`. */
  get unpriced(): string | undefined {
    return this.#unpriced
  }

  get evidence(): readonly Evidence[] {
    return this.#evidence
  }

  /** The observed cost, or the reported one if that has more calls. */
  get cost(): Cost {
    const seen = addCosts(this.#calls)
    const stated = addCosts(this.#stated)
    return seen.calls >= stated.calls ? seen : stated
  }

  /** The cost with tokens as one sum, as jobs keep it. */
  get paid() {
    const { calls, usage, money } = this.cost
    return { calls, tokens: usage.inputTokens + usage.outputTokens, money, unpriced: this.#unpriced }
  }

  #priceCall(calls: number, model: string | undefined, usage: Evidence['usage']): Cost {
    if (calls > 0 && model !== undefined) this.#unpriced ??= missingPrice(model, this.#prices)
    const money = calls === 0 ? 0 : moneyFor(model, usage, this.#prices)
    return { calls, usage: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }, money }
  }
}

const execution = z.object({
  judgeModelId: z.string(),
  judgeProvider: z.string().optional(),
  modelCallCount: z.number(),
  usage: z.object({ inputTokens: z.number().optional(), outputTokens: z.number().optional() }).optional(),
})
const judgeResults = z.record(z.string(), z.object({ executions: z.array(execution) }))

/** Adds the cost of prompt steps in third-party scorers, which Mastra records in a run's result. */
export function addForeignCost(judge: unknown, meter: Meter): void {
  if (judge === undefined) return
  const { data = {} } = judgeResults.safeParse(judge)
  for (const { executions } of Object.values(data)) {
    for (const { judgeModelId, judgeProvider, modelCallCount, usage } of executions) {
      const model =
        judgeProvider === undefined || judgeModelId.includes('/')
          ? judgeModelId
          : `${judgeProvider}/${judgeModelId}`
      meter.add(modelCallCount, model, {
        inputTokens: usage?.inputTokens ?? 0,
        outputTokens: usage?.outputTokens ?? 0,
      })
    }
  }
}

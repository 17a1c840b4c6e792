import { z } from 'zod/v4'
import type { Usage } from '../../judge/contract.ts'

/** What a model costs, in US dollars. */
export interface Price {
  readonly inputPerMillion: number
  readonly outputPerMillion: number
}

/** Model, as 'provider/model', to its price. There are none built in: they would be out of date in a month. */
export type Prices = Readonly<Record<string, Price>>

const amount = z.number().min(0)
export const pricesSchema = z.record(
  z.string(),
  z.strictObject({ inputPerMillion: amount, outputPerMillion: amount }),
)

/** 'openai.chat/gpt-5' is the name the AI SDK has for 'openai/gpt-5'. */
const plainName = (model: string) => model.replace(/^([^/.]+)\.[^/]+\//, '$1/')

/** Undefined where the table does not have the model. */
export function moneyFor(model: string | undefined, usage: Usage, prices: Prices): number | undefined {
  const price = model === undefined ? undefined : (prices[model] ?? prices[plainName(model)])
  if (price === undefined) return undefined
  return (usage.inputTokens * price.inputPerMillion + usage.outputTokens * price.outputPerMillion) / 1e6
}

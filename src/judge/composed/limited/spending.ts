import type { DecisionRequest, Evidence, TextRequest } from '../../contract.ts'

/** US dollars for a million tokens. */
export interface TokenPrice {
  readonly inputPerMillion: number
  readonly outputPerMillion: number
}

/** What a budget counts, in whole numbers; money in millionths of a dollar, rounded up. */
export type Spending = Readonly<Record<'calls' | 'tokens' | 'money', number>>

/** In a dollar. */
export const microdollars = 1_000_000

/** A token of English is about four characters; other text has more tokens. */
const charactersPerToken = 3

/** What a verdict with its reason takes; for text, this much and as many as the material. */
const outputTokensPerQuestion = 100
const outputTokensPerText = 500

function toSpending(calls: number, input: number, output: number, price: TokenPrice | undefined): Spending {
  const { inputPerMillion = 0, outputPerMillion = 0 } = price ?? {}
  const money = Math.ceil(input * inputPerMillion + output * outputPerMillion)
  return { calls, tokens: input + output, money }
}

/** What a request is expected to take: a guess, put right when the answer is there. */
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

/** What it took. */
export function realSpending({ calls, usage }: Evidence, price: TokenPrice | undefined): Spending {
  return toSpending(calls, usage.inputTokens, usage.outputTokens, price)
}

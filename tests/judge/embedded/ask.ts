import type { ChoiceAnswer, JsonObject, Judge } from '../../../src/judge/contract.ts'
import type { Verdict } from '../../../src/judge/embedded/regression.ts'

export const task = { name: 'statement-relevance', version: 1, instructions: 'Judge relevance.' }

export const question = {
  type: 'choice',
  instructions: 'Does it answer the question?',
  criteria: { yes: 'yes', unsure: 'partly', no: 'no' },
} as const

/** One decision about statements, by id. */
export async function ask(
  judge: Judge,
  asked: string,
  statements: Record<string, string>,
  more: { signal?: AbortSignal; state?: JsonObject } = {},
) {
  const questions = Object.fromEntries(Object.keys(statements).map((id) => [id, question]))
  const { answers, evidence } = await judge.decide({
    task,
    state: { question: asked, statements, ...more.state },
    questions,
    signal: more.signal,
  })
  return { answers: answers as Record<string, ChoiceAnswer<Verdict>>, evidence }
}

import type { Evidence, JsonObject, Judge, Task } from '../judge/contract.ts'
import { JudgeError } from '../judge/errors.ts'
import { type Tracing, withJudgeSpan } from '../judge/span.ts'
import { formatScore } from './reason.ts'

export const reasonTask: Task = {
  name: 'written-reason',
  version: 1,
  instructions: `You explain a score to the people who own the agent, in two to four plain sentences.

The material has the score, its scale, the question, and the verdict on every statement of the answer. State the score once, as it is given. Say what the answer did well and which statements cost points and why. Do not judge anew, and name no other number.`,
}

interface WrittenReasonRequest {
  readonly judge: Judge
  readonly score: number
  readonly composed: string
  readonly material: JsonObject
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/** Numbers in words that come from the material are not claims about the score. */
const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? []

/** @returns Whether the prose states the score, and no number that is not in the material or the composed reason. */
function agrees(prose: string, { score, composed, material }: WrittenReasonRequest): boolean {
  const stated = numbersIn(prose)
  const known = new Set(numbersIn(`${composed} ${JSON.stringify(material)}`))
  return stated.includes(formatScore(score)) && stated.every((number) => known.has(number))
}

/**
 * The judge's prose about a score, or the composed reason where the prose states another number.
 *
 * @throws JudgeError where the judge cannot write, or fails to.
 */
export async function writeReason(
  request: WrittenReasonRequest,
): Promise<{ reason: string; evidence: Evidence }> {
  const { judge, composed, material, score, signal, tracing = {} } = request
  if (judge.write === undefined) {
    const message = "it cannot write reasons: use reason: 'composed'"
    throw new JudgeError({ judge: judge.id, reason: 'configuration', message })
  }
  const write = judge.write.bind(judge)
  const state = { ...material, score: Number(formatScore(score)) }
  const { text, evidence } = await withJudgeSpan(tracing, judge, reasonTask, () =>
    write({ task: reasonTask, state, signal }),
  )
  return { reason: agrees(text, request) ? text : composed, evidence }
}

import { orAborted } from '../../shared/abort.ts'
import { excerpt } from '../call/failure.ts'
import type { Decision, DecisionRequest, Judge, Questions } from '../contract.ts'
import { checkDecision } from '../decide.ts'

/**
 * A member's decision, held to the contract.
 *
 * @throws What the member throws, a JudgeError where it broke the contract, or the reason of the signal, at once.
 */
export async function askMember<const Q extends Questions>(
  judge: Judge,
  request: DecisionRequest<Q>,
): Promise<Decision<Q>> {
  request.signal?.throwIfAborted()
  return checkDecision(judge, request.questions, await orAborted(judge.decide(request), request.signal))
}

/** An error as a warning may tell it. */
export const said = (error: unknown) => excerpt(error instanceof Error ? error.message : String(error))

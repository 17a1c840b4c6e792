import { checkDecision } from './check-decision.ts'
import type { Decision, DecisionRequest, Judge, Questions } from './contract.ts'
import { type Tracing, withJudgeSpan } from './span.ts'

/**
 * One decision of a judge, held to the contract and recorded as a child span of the scorer's span.
 *
 * @throws JudgeError where a question stays without an answer from its list.
 */
export function decide<const Q extends Questions>(
  judge: Judge,
  request: DecisionRequest<Q>,
  tracing: Tracing = {},
): Promise<Decision<Q>> {
  return withJudgeSpan(tracing, judge, request.task, async () => {
    request.signal?.throwIfAborted()
    const decision = await judge.decide(request)
    // A judge that does not look at the signal is no reason for a score after all.
    request.signal?.throwIfAborted()
    return checkDecision(judge, request.questions, decision)
  })
}

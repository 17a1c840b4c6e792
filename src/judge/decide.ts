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
  return withJudgeSpan(tracing, judge, request.task, async () =>
    checkDecision(judge, request.questions, await judge.decide(request)),
  )
}

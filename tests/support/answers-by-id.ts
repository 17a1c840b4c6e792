import type { Answer, DecisionRequest, Judge, Questions } from '../../src/judge/contract.ts'
import { noEvidence } from './judge-by-id.ts'

/** A choice, a score, a verdict of yes or no, or a whole answer. */
export type ShortAnswer = string | number | boolean | Answer

function toAnswer(answer: ShortAnswer): Answer {
  if (typeof answer === 'string') return { type: 'choice', choice: answer }
  if (typeof answer === 'number') return { type: 'score', score: answer }
  return typeof answer === 'boolean' ? { type: 'boolean', verdict: answer } : answer
}

/** A judge in process that gives these answers to questions of any type, by id, and records what it was asked. */
export function answersById(
  answers: { readonly [id: string]: ShortAnswer },
  extras: Partial<Judge> = {},
): Judge & { readonly requests: DecisionRequest[] } {
  const requests: DecisionRequest[] = []
  return {
    id: 'given',
    requests,
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      requests.push(request)
      const entries = Object.keys(request.questions).flatMap((id) => {
        const answer = answers[id]
        return answer === undefined ? [] : [[id, toAnswer(answer)]]
      })
      return { answers: Object.fromEntries(entries), evidence: noEvidence }
    },
    ...extras,
  }
}

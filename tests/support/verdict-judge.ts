import type { DecisionRequest, Judge, Questions } from '../../src/judge/contract.ts'

export interface GivenAnswer {
  readonly choice: string
  readonly share?: number
  readonly probabilities?: { [option: string]: number }
  readonly reason?: string
}

/** A judge in process that gives these answers, in the order of the units, and records what it was asked. */
export function verdictJudge(
  answers: readonly GivenAnswer[],
  extras: Partial<Judge> = {},
): Judge & { readonly requests: DecisionRequest[] } {
  const requests: DecisionRequest[] = []
  const numberOf = (id: string) => Number(id.replace(/\D/g, '')) - 1
  return {
    id: 'given',
    requests,
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      requests.push(request)
      const entries = Object.keys(request.questions).flatMap((id) => {
        const answer = answers[numberOf(id)]
        return answer === undefined ? [] : [[id, { type: 'choice', ...answer }]]
      })
      return {
        answers: Object.fromEntries(entries),
        evidence: {
          judge: 'given',
          task: `${request.task.name}/${request.task.version}`,
          prompts: [],
          calls: 0,
          usage: { inputTokens: 0, outputTokens: 0 },
          durationInMs: 0,
          cached: false,
          warnings: [],
        },
      }
    },
    ...extras,
  }
}

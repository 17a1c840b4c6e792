import type { DecisionRequest, Evidence, Judge, Questions, TextRequest } from '../../src/judge/contract.ts'
import type { GivenAnswer } from './verdict-judge.ts'

export const noEvidence: Evidence = {
  judge: 'given',
  task: 't/1',
  prompts: [],
  calls: 0,
  usage: { inputTokens: 0, outputTokens: 0 },
  durationInMs: 0,
  cached: false,
  warnings: [],
}

/** A judge in process that gives these answers by question id, and these units where it is to extract. */
export function judgeById(
  answers: { readonly [id: string]: GivenAnswer | string },
  units?: readonly string[],
): Judge & { readonly requests: DecisionRequest[]; readonly extractions: TextRequest[] } {
  const requests: DecisionRequest[] = []
  const extractions: TextRequest[] = []
  return {
    id: 'given',
    requests,
    extractions,
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      requests.push(request)
      const entries = Object.keys(request.questions).flatMap((id) => {
        const given = answers[id]
        if (given === undefined) return []
        return [[id, { type: 'choice', ...(typeof given === 'string' ? { choice: given } : given) }]]
      })
      return { answers: Object.fromEntries(entries), evidence: noEvidence }
    },
    ...(units === undefined
      ? {}
      : {
          extract: async (request: TextRequest) => {
            extractions.push(request)
            return { units, evidence: noEvidence }
          },
        }),
  }
}

import type { Answer, DecisionRequest, Judge, Question, Questions } from '../../src/judge/contract.ts'

export interface GradedJudge extends Judge {
  readonly requests: DecisionRequest[]
}

/** A judge in process that answers each question by a function, and counts one call and ten tokens a request. */
export function gradedJudge(
  id: string,
  answer: (question: Question, key: string, request: DecisionRequest) => Answer | undefined,
  extras: Partial<Judge> = {},
): GradedJudge {
  const requests: DecisionRequest[] = []
  return {
    id,
    requests,
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      requests.push(request)
      request.signal?.throwIfAborted()
      const entries = Object.entries(request.questions).flatMap(([key, question]) => {
        const given = answer(question, key, request)
        return given === undefined ? [] : [[key, given]]
      })
      return {
        answers: Object.fromEntries(entries),
        evidence: {
          judge: id,
          task: `${request.task.name}/${request.task.version}`,
          prompts: [`prompt of ${id}`],
          calls: 1,
          usage: { inputTokens: 7, outputTokens: 3 },
          durationInMs: 1,
          cached: false,
          warnings: [],
        },
      }
    },
    ...extras,
  }
}

export const choice = (
  option: string,
  grades: { share?: number; probabilities?: Record<string, number> } = {},
) => ({ type: 'choice', choice: option, ...grades }) as const

export const yesNo = {
  type: 'choice',
  instructions: 'Is it?',
  criteria: { yes: 'it is', no: 'it is not' },
} as const
export const relevance = {
  type: 'choice',
  instructions: 'Does it answer?',
  criteria: { yes: 'it does', unsure: 'it might', no: 'it does not' },
} as const

export const requestOf = <const Q extends Questions>(
  questions: Q,
  extras: Omit<Partial<DecisionRequest>, 'questions'> = {},
) => ({
  task: { name: 'statement-relevance', version: 1, instructions: 'Judge.' },
  state: { question: 'Why?' },
  questions,
  ...extras,
})

/** A judge that never answers and does not look at the signal. */
export const deafJudge: Judge = { id: 'deaf', decide: () => new Promise(() => {}) }

import type { DecisionRequest, Judge, Questions } from '../../src/judge/contract.ts'
import { type FakeJudgeOptions, fakeJudge } from './fake-judge.ts'

/** A judge in process that answers each question by a function, and counts one call and ten tokens a request. */
export const gradedJudge = (
  id: string,
  answer: NonNullable<FakeJudgeOptions['answer']>,
  options: FakeJudgeOptions = {},
) =>
  fakeJudge({
    id,
    answer: (question, key, request) => {
      request.signal?.throwIfAborted()
      return answer(question, key, request)
    },
    evidence: () => ({
      prompts: [`prompt of ${id}`],
      calls: 1,
      usage: { inputTokens: 7, outputTokens: 3 },
      durationInMs: 1,
    }),
    ...options,
  })

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

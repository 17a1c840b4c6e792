import type { Judge, Question, Questions } from '../contract.ts'
import { wrapJudge } from './wrap-judge.ts'

/** The options of a choice the other way round; steps of a score have an order of their own. */
function reversed(question: Question): Question {
  if (question.type !== 'choice') return question
  const criteria = Object.fromEntries(Object.entries(question.criteria).reverse())
  return { ...question, criteria }
}

/** The judge, shown the options of choices in reverse order. */
export const withReversedOptions = (judge: Judge): Judge =>
  wrapJudge(judge, {
    decide: (request) => {
      const questions = Object.fromEntries(
        Object.entries(request.questions as Questions).map(([id, question]) => [id, reversed(question)]),
      )
      return judge.decide({ ...request, questions: questions as typeof request.questions })
    },
    extract: (request, extract) => extract(request),
    write: (request, write) => write(request),
  })

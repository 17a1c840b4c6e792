import type { AnyScorer } from '../evaluation/scoring/scorers.ts'
import { callSurroundings, surroundCalls } from '../judge/call/surroundings.ts'
import { wrapJudge } from '../judge/composed/wrap-judge.ts'
import type { Judge, Question, Questions } from '../judge/contract.ts'

/** The options of a choice the other way round; steps of a score have an order of their own. */
function reversed(question: Question): Question {
  if (question.type !== 'choice') return question
  const criteria = Object.fromEntries(Object.entries(question.criteria).reverse())
  return { ...question, criteria }
}

const withReversedOptions = (judge: Judge): Judge =>
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

/** The scorer with a judge that is shown options in reverse order. Scorers of others have judges of their own. */
export function showingReversedOptions(scorer: AnyScorer): AnyScorer {
  const run = scorer.run.bind(scorer) as (input: unknown) => Promise<unknown>
  return {
    id: scorer.id,
    name: scorer.name,
    type: scorer.type,
    run: (input: unknown) => {
      const { judgeFor, ...around } = callSurroundings()
      const reverse = (judge: Judge) => withReversedOptions(judgeFor?.(judge) ?? judge)
      return surroundCalls({ ...around, judgeFor: reverse }, () => run(input))
    },
  }
}

import type { Answer, Decision, Judge, Question, Questions } from './contract.ts'
import { JudgeError } from './errors.ts'

function isAnswerTo(question: Question, answer: Answer | undefined): boolean {
  if (answer?.type !== question.type) return false
  if (answer.type === 'choice')
    return question.type === 'choice' && Object.hasOwn(question.criteria, answer.choice)
  if (answer.type === 'boolean') return typeof answer.verdict === 'boolean'
  return question.type === 'score' && answer.score >= 0 && answer.score <= question.criteria.length - 1
}

/**
 * Holds a judge to the contract: anyone may write one, and a missing answer must never become a score.
 *
 * @throws JudgeError that lists the ids without an answer from the question's list.
 */
export function checkDecision<Q extends Questions>(
  judge: Judge,
  questions: Q,
  decision: Decision<Q>,
): Decision<Q> {
  const answers: Readonly<Record<string, Answer>> = decision.answers
  const ids = Object.entries(questions).flatMap(([id, question]) =>
    isAnswerTo(question, answers[id]) ? [] : [id],
  )
  if (ids.length === 0) return decision
  const message = `it broke the judge contract: no answer from the list for ${ids.join(', ')}`
  throw new JudgeError({ judge: judge.id, reason: 'unanswered', ids, attempts: 1, message })
}

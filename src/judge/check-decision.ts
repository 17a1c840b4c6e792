import type { Answer, Decision, Judge, Question, Questions } from './contract.ts'
import { JudgeError } from './errors.ts'

/** Providers round their probabilities. */
const tolerance = 0.02

const isProbability = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

function isDistribution(probabilities: Readonly<Record<string, number>>, keys: readonly string[]): boolean {
  const values = Object.values(probabilities)
  const sum = values.reduce((total, value) => total + value, 0)
  const complete = values.length === keys.length && keys.every((key) => Object.hasOwn(probabilities, key))
  return complete && values.every(isProbability) && Math.abs(sum - 1) <= tolerance
}

function gradesAreSound(question: Question, answer: Answer): boolean {
  if ('share' in answer && answer.share !== undefined && !isProbability(answer.share)) return false
  if (answer.type === 'boolean') return answer.probability === undefined || isProbability(answer.probability)
  if (answer.probabilities === undefined || question.type === 'boolean') return true
  return isDistribution(answer.probabilities, Object.keys(question.criteria))
}

function isAnswerTo(question: Question, answer: Answer | undefined): boolean {
  if (answer?.type !== question.type || !gradesAreSound(question, answer)) return false
  if (answer.type === 'choice')
    return question.type === 'choice' && Object.hasOwn(question.criteria, answer.choice)
  if (answer.type === 'boolean') return typeof answer.verdict === 'boolean'
  return question.type === 'score' && answer.score >= 0 && answer.score <= question.criteria.length - 1
}

/**
 * Holds a judge to the contract: anyone may write one, and what is missing or out of range must never become
 * a score.
 *
 * @returns The decision with the answers that were asked for, and no others.
 * @throws JudgeError that lists the ids without a sound answer from the question's list.
 */
export function checkDecision<Q extends Questions>(
  judge: Judge,
  questions: Q,
  decision: Decision<Q>,
): Decision<Q> {
  const given = new Map<string, Answer>(Object.entries(decision.answers))
  const ids = Object.entries(questions).flatMap(([id, question]) =>
    isAnswerTo(question, given.get(id)) ? [] : [id],
  )
  const broken = [
    ...(ids.length > 0 ? [`no sound answer from the list for ${ids.join(', ')}`] : []),
    ...(decision.evidence === undefined ? ['no evidence'] : []),
  ]
  if (broken.length > 0) {
    const message = `it broke the judge contract: ${broken.join(' and ')}`
    throw new JudgeError({ judge: judge.id, reason: 'unanswered', ids, attempts: 1, message })
  }
  const asked = Object.keys(questions).map((id) => [id, given.get(id)])
  return { ...decision, answers: Object.fromEntries(asked) as Decision<Q>['answers'] }
}

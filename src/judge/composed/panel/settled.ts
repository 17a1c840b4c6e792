import type { Answer, Question } from '../../contract.ts'
import { median, scoresOf, verdictOf, winner } from './aggregate.ts'

const repeated = <Item>(item: Item, times: number) => Array.from({ length: times }, () => item)

/**
 * Whether the majority stays what it is, whatever the remaining votes say: it is tried with all of them for each
 * other verdict, or at each end of the scale.
 *
 * @param remaining How many votes may still come, 0 or more.
 */
export function isSettled(question: Question, votes: readonly Answer[], remaining: number): boolean {
  if (votes.length === 0) return false
  if (question.type === 'score') {
    const scores = scoresOf(votes)
    const lowest = median([...scores, ...repeated(0, remaining)])
    return lowest === median([...scores, ...repeated(question.criteria.length - 1, remaining)])
  }
  const verdicts = votes.map(verdictOf)
  const options = question.type === 'choice' ? Object.keys(question.criteria) : ['true', 'false']
  const leader = winner(verdicts)
  return options.every((option) => winner([...verdicts, ...repeated(option, remaining)]) === leader)
}

/**
 * The least number of votes that could settle a question, 1 or more: as many are asked for at once, since none of
 * them can turn out to have been one too many.
 *
 * @param quorum Votes that the question must have in any case.
 */
export function votesToSettle(
  question: Question,
  votes: readonly Answer[],
  remaining: number,
  quorum: number,
): number {
  for (let more = Math.max(1, quorum - votes.length); more < remaining; more += 1) {
    if (bestCases(question, votes, more).some((best) => isSettled(question, best, remaining - more)))
      return more
  }
  return Math.max(1, remaining)
}

/** The votes with some more that all say what one of them says: none settles a question sooner. */
function bestCases(question: Question, votes: readonly Answer[], more: number): Answer[][] {
  const kinds = [...new Map(votes.map((vote) => [verdictOf(vote), vote])).values()]
  return (kinds.length > 0 ? kinds : [anyAnswer(question)]).map((kind) => [...votes, ...repeated(kind, more)])
}

function anyAnswer(question: Question): Answer {
  if (question.type === 'score') return { type: 'score', score: 0 }
  if (question.type === 'boolean') return { type: 'boolean', verdict: true }
  return { type: 'choice', choice: Object.keys(question.criteria)[0] ?? '' }
}

import type { Answer, Question } from '../../contract.ts'
import { hasProbabilities, meanOf, meanProbabilities, probabilityOf, shareOf } from './grades.ts'
import { heaviest, mean, median, scoresOf, verdictOf, winner } from './votes.ts'

export type Aggregate = 'majority' | 'mean'

/**
 * Many answers to one question as one.
 *
 * By majority it is the verdict of most votes, and a score is their median. By mean it is the verdict with the
 * highest mean probability, where a vote without probabilities is certain of what it says, and a score is their
 * mean. Of several that are level, it is the one that the earliest vote is for.
 *
 * The share is the mean of the votes' shares where each has one. The probabilities are, by mean, the mean of the
 * votes' own; by majority, the parts of the votes. They are left out where the votes are graded by their shares
 * alone, which say more than the parts of a few votes.
 *
 * @param votes At least one, in the order of the members.
 */
export function aggregateVotes(question: Question, votes: readonly Answer[], by: Aggregate): Answer {
  const reasons = (agrees: (vote: Answer) => boolean) => {
    const reason = votes.find((vote) => agrees(vote) && vote.reason !== undefined)?.reason
    return reason === undefined ? {} : { reason }
  }
  if (question.type === 'score') {
    const score = (by === 'mean' ? mean : median)(scoresOf(votes))
    const probabilities = meanProbabilities(question, votes)
    const distances = scoresOf(votes).map((given) => Math.abs(given - score))
    const nearest = (vote: Answer) =>
      vote.type === 'score' && Math.abs(vote.score - score) === Math.min(...distances)
    return { type: 'score', score, ...(probabilities && { probabilities }), ...reasons(nearest) }
  }
  const verdicts = votes.map(verdictOf)
  const options = question.type === 'choice' ? Object.keys(question.criteria) : ['true', 'false']
  const partOf = (option: string) =>
    mean(
      votes.map((vote) => (by === 'mean' ? probabilityOf(vote, option) : Number(verdictOf(vote) === option))),
    )
  const parts = new Map(options.map((option) => [option, partOf(option)]))
  const verdict = by === 'mean' ? heaviest(parts, verdicts) : winner(verdicts)
  const share = meanOf(votes, shareOf)
  const sharesAlone = share !== undefined && !(by === 'mean' && votes.every(hasProbabilities))
  const grounds = {
    ...(share === undefined ? {} : { share }),
    ...reasons((vote) => verdictOf(vote) === verdict),
  }
  if (question.type === 'boolean') {
    const probability = sharesAlone ? {} : { probability: parts.get('true') }
    return { type: 'boolean', verdict: verdict === 'true', ...probability, ...grounds }
  }
  const probabilities = sharesAlone ? {} : { probabilities: Object.fromEntries(parts) }
  return { type: 'choice', choice: verdict, ...probabilities, ...grounds }
}

/** The part of the votes, 0 to 1, that say the same; of scores, those that round to the same level. */
export function agreementOf(votes: readonly Answer[], outcome: Answer): number {
  const says = (answer: Answer) =>
    answer.type === 'score' ? String(Math.round(answer.score)) : verdictOf(answer)
  return votes.filter((vote) => says(vote) === says(outcome)).length / votes.length
}

import { withoutUndefined } from '../../../shared/without-undefined.ts'
import { meanOf } from '../../../statistics/mean.ts'
import type { Answer, Question } from '../../contract.ts'

/**
 * Many answers to one question as one.
 *
 * By majority it is the verdict of most votes, and a score is their median. By mean it is the verdict with the
 * highest mean probability, where a vote without probabilities is certain of what it says, and a score is their
 * mean. Of several that are level, it is the one that the earliest vote is for.
 *
 * The share is the mean of the votes' shares if each has one; it is lost if a vote lost its own. The probabilities are, by mean, the mean of the
 * votes' own; by majority, the parts of the votes. They are left out where the votes are graded by their shares
 * alone, which say more than the parts of a few votes.
 *
 * @param votes At least one, in the order of the members.
 */
export function aggregateVotes(
  question: Question,
  votes: readonly Answer[],
  by: 'majority' | 'mean',
): Answer {
  const reasonOf = (agrees: (vote: Answer) => boolean) =>
    votes.find((vote) => agrees(vote) && vote.reason !== undefined)?.reason
  if (question.type === 'score') {
    const score = (by === 'mean' ? meanOf : median)(scoresOf(votes))
    const probabilities = meanProbabilities(question, votes)
    const distances = scoresOf(votes).map((given) => Math.abs(given - score))
    const nearest = (vote: Answer) =>
      vote.type === 'score' && Math.abs(vote.score - score) === Math.min(...distances)
    return withoutUndefined({ type: 'score', score, probabilities, reason: reasonOf(nearest) })
  }
  const verdicts = votes.map(verdictOf)
  const options = question.type === 'choice' ? Object.keys(question.criteria) : ['true', 'false']
  const partOf = (option: string) =>
    meanOf(
      votes.map((vote) => (by === 'mean' ? probabilityOf(vote, option) : Number(verdictOf(vote) === option))),
    )
  const parts = new Map(options.map((option) => [option, partOf(option)]))
  const verdict = by === 'mean' ? heaviest(parts, verdicts) : winner(verdicts)
  const share = meanGrade(votes, shareOf)
  const sharesAlone = share !== undefined && !(by === 'mean' && votes.every(hasProbabilities))
  const reason = reasonOf((vote) => verdictOf(vote) === verdict)
  if (question.type === 'boolean') {
    const probability = sharesAlone ? undefined : parts.get('true')
    return withoutUndefined({ type: 'boolean', verdict: verdict === 'true', probability, share, reason })
  }
  const probabilities = sharesAlone ? undefined : Object.fromEntries(parts)
  const shareIsLost = votes.some((vote) => vote.type === 'choice' && vote.shareIsLost) || undefined
  return withoutUndefined({ type: 'choice', choice: verdict, probabilities, share, shareIsLost, reason })
}

/** The part of the votes, 0 to 1, that say the same; of scores, those that round to the same level. */
export function agreementOf(votes: readonly Answer[], outcome: Answer): number {
  const says = (answer: Answer) =>
    answer.type === 'score' ? String(Math.round(answer.score)) : verdictOf(answer)
  return votes.filter((vote) => says(vote) === says(outcome)).length / votes.length
}

/** The mean of a grade over all votes; undefined where a vote does not have it. */
export function meanGrade(
  votes: readonly Answer[],
  grade: (vote: Answer) => number | undefined,
): number | undefined {
  const grades = votes.map(grade).filter((value) => value !== undefined)
  return grades.length === votes.length ? meanOf(grades) : undefined
}

export const shareOf = (vote: Answer) => ('share' in vote ? vote.share : undefined)

const probabilitiesOf = (vote: Answer): Readonly<Record<string, number>> | undefined =>
  'probabilities' in vote ? vote.probabilities : undefined

/** The mean of the votes' probabilities, by key of the criteria; undefined where a vote does not have them. */
function meanProbabilities(
  question: Question & { readonly criteria: object },
  votes: readonly Answer[],
): Record<string, number> | undefined {
  if (votes.some((vote) => probabilitiesOf(vote) === undefined)) return undefined
  const part = (key: string) => meanOf(votes.map((vote) => probabilitiesOf(vote)?.[key] ?? 0))
  return Object.fromEntries(Object.keys(question.criteria).map((key) => [key, part(key)]))
}

/** The probability that a vote gives a verdict. One without probabilities is certain of what it says. */
function probabilityOf(vote: Answer, verdict: string): number {
  if (vote.type === 'choice') return vote.probabilities?.[verdict] ?? Number(vote.choice === verdict)
  if (vote.type === 'score') return vote.probabilities?.[verdict] ?? Number(String(vote.score) === verdict)
  const ofTrue = vote.probability ?? Number(vote.verdict)
  return verdict === 'true' ? ofTrue : 1 - ofTrue
}

/** Whether a vote gives probabilities of its own. */
function hasProbabilities(vote: Answer): boolean {
  return vote.type === 'boolean' ? vote.probability !== undefined : probabilitiesOf(vote) !== undefined
}

/** Below this, two sums of votes are the same. */
const negligible = 1e-9

/** What an answer says, as a key that votes can be counted by. */
export function verdictOf(answer: Answer): string {
  if (answer.type === 'choice') return answer.choice
  return answer.type === 'boolean' ? String(answer.verdict) : String(answer.score)
}

/** The verdict with the highest weight; of several, the one that the earliest vote is for. */
function heaviest(weights: ReadonlyMap<string, number>, verdicts: readonly string[]): string {
  const highest = Math.max(...weights.values())
  const tied = [...weights].filter(([, weight]) => weight >= highest - negligible).map(([verdict]) => verdict)
  return verdicts.find((verdict) => tied.includes(verdict)) ?? (tied[0] as string)
}

/** Verdict to the number of votes for it. */
function countVotes(verdicts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return counts
}

/** The verdict that most votes are for; of several, the one that the earliest vote is for. */
export const winner = (verdicts: readonly string[]) => heaviest(countVotes(verdicts), verdicts)

export const scoresOf = (votes: readonly Answer[]) =>
  votes.flatMap((vote) => (vote.type === 'score' ? [vote.score] : []))

/** The middle of some numbers: half lie on each side. Of an even number, the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

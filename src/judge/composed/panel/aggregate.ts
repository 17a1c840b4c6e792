import { countEach } from '../../../shared/count-each.ts'
import { withoutUndefined } from '../../../shared/without-undefined.ts'
import { computeMean } from '../../../statistics/mean.ts'
import type { Answer, Question } from '../../contract.ts'

/**
 * Combines many answers to one question.
 *
 * By majority the verdict is that of most votes, and a score is their median. By mean the verdict is the one with the
 * highest mean probability, where a vote without probabilities counts as certain, and a score is their mean. Ties go to
 * the verdict of the earliest vote.
 *
 * The share is the mean of the votes' shares if each has one; it is lost if a vote lost its own. By mean, the
 * probabilities are the mean of the votes' own; by majority, the fractions of the votes. They are left out if the votes
 * are graded by their shares alone, which say more than the fractions of a few votes.
 *
 * @param votes At least one, in the order of the members.
 */
export function aggregateVotes(
  question: Question,
  votes: readonly Answer[],
  by: 'majority' | 'mean',
): Answer {
  const findReason = (agrees: (vote: Answer) => boolean) =>
    votes.find((vote) => agrees(vote) && vote.reason !== undefined)?.reason
  if (question.type === 'score') {
    const score = (by === 'mean' ? computeMean : median)(listVotedScores(votes))
    const probabilities = meanProbabilities(question, votes)
    const distances = listVotedScores(votes).map((given) => Math.abs(given - score))
    const nearest = (vote: Answer) =>
      vote.type === 'score' && Math.abs(vote.score - score) === Math.min(...distances)
    return withoutUndefined({ type: 'score', score, probabilities, reason: findReason(nearest) })
  }
  const verdicts = votes.map(toVerdict)
  const options = question.type === 'choice' ? Object.keys(question.criteria) : ['true', 'false']
  const measureSupport = (option: string) =>
    computeMean(
      votes.map((vote) =>
        by === 'mean' ? readProbability(vote, option) : Number(toVerdict(vote) === option),
      ),
    )
  const parts = new Map(options.map((option) => [option, measureSupport(option)]))
  const verdict = by === 'mean' ? heaviest(parts, verdicts) : winner(verdicts)
  const share = meanGrade(votes, readShare)
  const sharesAlone = share !== undefined && !(by === 'mean' && votes.every(hasProbabilities))
  const reason = findReason((vote) => toVerdict(vote) === verdict)
  if (question.type === 'boolean') {
    const probability = sharesAlone ? undefined : parts.get('true')
    return withoutUndefined({ type: 'boolean', verdict: verdict === 'true', probability, share, reason })
  }
  const probabilities = sharesAlone ? undefined : Object.fromEntries(parts)
  const shareIsLost = votes.some((vote) => vote.type === 'choice' && vote.shareIsLost) || undefined
  return withoutUndefined({ type: 'choice', choice: verdict, probabilities, share, shareIsLost, reason })
}

/** Returns the fraction of votes, 0 to 1, that agree with the outcome; scores agree on the same level. */
export function measureConsensus(votes: readonly Answer[], outcome: Answer): number {
  const says = (answer: Answer) =>
    answer.type === 'score' ? String(Math.round(answer.score)) : toVerdict(answer)
  return votes.filter((vote) => says(vote) === says(outcome)).length / votes.length
}

/** Returns the mean of a grade over all votes; undefined if a vote does not have it. */
function meanGrade(
  votes: readonly Answer[],
  grade: (vote: Answer) => number | undefined,
): number | undefined {
  const grades = votes.map(grade).filter((value) => value !== undefined)
  return grades.length === votes.length ? computeMean(grades) : undefined
}

export const readShare = (vote: Answer) => ('share' in vote ? vote.share : undefined)

const readProbabilities = (vote: Answer): Readonly<Record<string, number>> | undefined =>
  'probabilities' in vote ? vote.probabilities : undefined

/** Returns the votes' mean probabilities, by key of the criteria; undefined if a vote has none. */
function meanProbabilities(
  question: Question & { readonly criteria: object },
  votes: readonly Answer[],
): Record<string, number> | undefined {
  if (votes.some((vote) => readProbabilities(vote) === undefined)) return undefined
  const part = (key: string) => computeMean(votes.map((vote) => readProbabilities(vote)?.[key] ?? 0))
  return Object.fromEntries(Object.keys(question.criteria).map((key) => [key, part(key)]))
}

/** Returns the probability that a vote gives a verdict: 0 or 1 if the vote has no probabilities. */
function readProbability(vote: Answer, verdict: string): number {
  if (vote.type === 'choice') return vote.probabilities?.[verdict] ?? Number(vote.choice === verdict)
  if (vote.type === 'score') return vote.probabilities?.[verdict] ?? Number(String(vote.score) === verdict)
  const ofTrue = vote.probability ?? Number(vote.verdict)
  return verdict === 'true' ? ofTrue : 1 - ofTrue
}

function hasProbabilities(vote: Answer): boolean {
  return vote.type === 'boolean' ? vote.probability !== undefined : readProbabilities(vote) !== undefined
}

/** Sums of votes that differ by less are equal. */
const negligible = 1e-9

export function toVerdict(answer: Answer): string {
  if (answer.type === 'choice') return answer.choice
  return answer.type === 'boolean' ? String(answer.verdict) : String(answer.score)
}

/** Returns the verdict with the highest weight; ties go to that of the earliest vote. */
function heaviest(weights: ReadonlyMap<string, number>, verdicts: readonly string[]): string {
  const highest = Math.max(...weights.values())
  const tied = [...weights].filter(([, weight]) => weight >= highest - negligible).map(([verdict]) => verdict)
  return verdicts.find((verdict) => tied.includes(verdict)) ?? (tied[0] as string)
}

const winner = (verdicts: readonly string[]) => heaviest(countEach(verdicts), verdicts)

const listVotedScores = (votes: readonly Answer[]) =>
  votes.flatMap((vote) => (vote.type === 'score' ? [vote.score] : []))

/** Returns the median. For an even count, it is the mean of the two numbers in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

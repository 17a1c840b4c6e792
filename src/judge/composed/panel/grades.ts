import type { Answer, Question } from '../../contract.ts'
import { mean } from './votes.ts'

/** The mean of a grade over all votes; undefined where a vote does not have it. */
export function meanOf(
  votes: readonly Answer[],
  grade: (vote: Answer) => number | undefined,
): number | undefined {
  const grades = votes.map(grade).filter((value) => value !== undefined)
  return grades.length === votes.length ? mean(grades) : undefined
}

export const shareOf = (vote: Answer) => ('share' in vote ? vote.share : undefined)

const probabilitiesOf = (vote: Answer): Readonly<Record<string, number>> | undefined =>
  'probabilities' in vote ? vote.probabilities : undefined

/** The mean of the votes' probabilities, by key of the criteria; undefined where a vote does not have them. */
export function meanProbabilities(
  question: Question & { readonly criteria: object },
  votes: readonly Answer[],
): Record<string, number> | undefined {
  if (votes.some((vote) => probabilitiesOf(vote) === undefined)) return undefined
  const part = (key: string) => mean(votes.map((vote) => probabilitiesOf(vote)?.[key] ?? 0))
  return Object.fromEntries(Object.keys(question.criteria).map((key) => [key, part(key)]))
}

/** The probability that a vote gives a verdict. One without probabilities is certain of what it says. */
export function probabilityOf(vote: Answer, verdict: string): number {
  if (vote.type === 'choice') return vote.probabilities?.[verdict] ?? Number(vote.choice === verdict)
  if (vote.type === 'score') return vote.probabilities?.[verdict] ?? Number(String(vote.score) === verdict)
  const ofTrue = vote.probability ?? Number(vote.verdict)
  return verdict === 'true' ? ofTrue : 1 - ofTrue
}

/** Whether a vote gives probabilities of its own. */
export function hasProbabilities(vote: Answer): boolean {
  return vote.type === 'boolean' ? vote.probability !== undefined : probabilitiesOf(vote) !== undefined
}

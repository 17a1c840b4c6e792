import type { Answer } from '../../contract.ts'

/** Below this, two sums of votes are the same. */
const negligible = 1e-9

/** What an answer says, as a key that votes can be counted by. */
export function verdictOf(answer: Answer): string {
  if (answer.type === 'choice') return answer.choice
  return answer.type === 'boolean' ? String(answer.verdict) : String(answer.score)
}

/** The verdict with the highest weight; of several, the one that the earliest vote is for. */
export function heaviest(weights: ReadonlyMap<string, number>, verdicts: readonly string[]): string {
  const highest = Math.max(...weights.values())
  const tied = [...weights].filter(([, weight]) => weight >= highest - negligible).map(([verdict]) => verdict)
  return verdicts.find((verdict) => tied.includes(verdict)) ?? (tied[0] as string)
}

/** Verdict to the number of votes for it. */
export function countVotes(verdicts: readonly string[]): Map<string, number> {
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

/** The mean, held between the least and the largest, which rounding could leave. */
export function mean(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + number, 0)
  return Math.min(Math.max(...numbers), Math.max(Math.min(...numbers), sum / numbers.length))
}

import type { EvaluationRun, ItemRecord } from '../../run/record.ts'
import { clusterOf } from '../comparison/scores.ts'
import { type AnswerPair, type Preference, preferenceId } from './preference-scorer.ts'

/** Two answers that a judge, or code, could tell apart or call a tie. */
export interface JudgedPair {
  readonly itemId: string
  readonly repeat: number
  readonly cluster: string
  readonly question?: string
  readonly baseline: string
  readonly candidate: string
  /** 1 for the candidate, 0 for the baseline, 0.5 for a tie. */
  readonly score: number
  readonly reason: string
  /** What the judge said, by which side stood first; absent where code could tell. */
  readonly said?: {
    readonly baselineFirst: Preference
    readonly candidateFirst: Preference
    /** Its words, as far as it gave any. */
    readonly words: readonly string[]
    /** Mean over both orders of the people who would rather have the candidate, 0 to 1; absent where it gave none. */
    readonly share?: number
  }
}

/** Whether the judge said otherwise in the other order. */
export const hasTurned = ({ said }: JudgedPair): boolean =>
  said !== undefined && said.baselineFirst !== said.candidateFirst

/** The lengths of a record's answers, in characters. */
export const lengthsOf = ({ baseline, candidate }: JudgedPair) => ({
  baseline: baseline.trim().length,
  candidate: candidate.trim().length,
})

/** @returns The scored pairs of a run that `judgePairs` made, in its order. */
export const judgedPairs = ({ items }: EvaluationRun): JudgedPair[] => items.flatMap(judgedPair)

function judgedPair(record: ItemRecord): JudgedPair[] {
  const score = record.scores[preferenceId]
  if (score?.outcome !== 'scored' || record.exchange === undefined) return []
  const { question, baseline, candidate } = record.exchange.output as unknown as AnswerPair
  const { itemId, repeat } = record
  return [
    {
      ...{ itemId, repeat, cluster: clusterOf(record), question, baseline, candidate },
      ...{ score: score.score, reason: score.reason ?? '', said: saidOf(score.verdicts ?? []) },
    },
  ]
}

function saidOf([one, other]: readonly {
  readonly verdict: string
  readonly reason?: string
  readonly share?: number
}[]): JudgedPair['said'] {
  if (one === undefined || other === undefined) return undefined
  const [first, second] = [one.share, other.share]
  return {
    baselineFirst: one.verdict as Preference,
    candidateFirst: other.verdict as Preference,
    words: [one, other].flatMap(({ reason }) => reason ?? []),
    ...(first === undefined || second === undefined ? {} : { share: (first + second) / 2 }),
  }
}

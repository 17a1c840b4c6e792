import { nameCluster } from '../../evaluation/comparison/collect-scores.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun } from '../../run/record.ts'
import type { VerdictRecord } from '../../run/score-record.ts'
import type { AnswerPair, Preference } from '../../scorers/answer-preference.ts'
import { preferenceId } from '../../scorers/preference-id.ts'

/** Two answers with a verdict, by a judge or by code, which may be a tie. */
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
  /** The judge's verdicts, by the side that came first; absent if code decided. */
  readonly said?: {
    readonly baselineFirst: Preference
    readonly candidateFirst: Preference
    /** Its explanations, if it gave any. */
    readonly words: readonly string[]
  }
}

/** Returns whether the judge's verdict depends on the order. */
export const hasTurned = ({ said }: JudgedPair): boolean =>
  said !== undefined && said.baselineFirst !== said.candidateFirst

/** The lengths of a record's answers, in characters. */
export const measureLengths = ({ baseline, candidate }: JudgedPair) => ({
  baseline: baseline.trim().length,
  candidate: candidate.trim().length,
})

export const judgedPairs = ({ items }: EvaluationRun): JudgedPair[] => items.flatMap(judgedPair)

function judgedPair(record: ItemRecord): JudgedPair[] {
  const score = record.scores[preferenceId]
  if (score?.outcome !== 'scored' || record.exchange === undefined) return []
  const { question, baseline, candidate } = record.exchange.output as unknown as AnswerPair
  const { itemId, repeat } = record
  return [
    {
      itemId,
      repeat,
      cluster: nameCluster(record),
      question,
      baseline,
      candidate,
      score: score.score,
      reason: score.reason ?? '',
      said: toSaid(score.verdicts ?? []),
    },
  ]
}

function toSaid([one, other]: readonly VerdictRecord[]): JudgedPair['said'] {
  if (one === undefined || other === undefined) return undefined
  return {
    baselineFirst: one.verdict as Preference,
    candidateFirst: other.verdict as Preference,
    words: [one, other].flatMap(({ reason }) => reason ?? []),
  }
}

import type { EvaluationRun, ItemRecord, ScorerRecord } from '../../evaluation/record.ts'

export interface WorstAnswer {
  readonly item: ItemRecord
  readonly score: number
  /** The scorer's words, where it has any. */
  readonly reason?: string
}

/**
 * The answers that one scorer found worst, worst first, at most `limit`; of equal ones those that come first in the
 * dataset. Answers with the best possible score are never among them.
 */
export function worstAnswers({ items }: EvaluationRun, scorer: ScorerRecord, limit: number): WorstAnswer[] {
  const { id, scale, lowerIsBetter } = scorer
  const best = lowerIsBetter ? 0 : scale
  return items
    .flatMap((item): WorstAnswer[] => {
      const record = item.scores[id]
      if (record?.outcome !== 'scored' || record.score === best) return []
      return [{ item, score: record.score, reason: record.reason }]
    })
    .sort((one, other) => (lowerIsBetter ? other.score - one.score : one.score - other.score))
    .slice(0, limit)
}

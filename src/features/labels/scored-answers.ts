import type { ItemRecord } from '../../run/item-record.ts'
import { type EvaluationRun, type ScoreRecord, toAnswerKey } from '../../run/record.ts'

export type ScoredRecord = Extract<ScoreRecord, { outcome: 'scored' }>

export interface ScoredAnswer {
  readonly key: string
  readonly item: ItemRecord
  readonly record: ScoredRecord
}

/** Returns the answers that can be drawn and labelled: those with a score. */
export function scoredAnswers(run: EvaluationRun, scorerId: string): ScoredAnswer[] {
  return run.items.flatMap((item) => {
    const record = item.scores[scorerId]
    return record?.outcome === 'scored' ? [{ key: toAnswerKey(item), item, record }] : []
  })
}

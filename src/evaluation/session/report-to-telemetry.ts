import type { ItemRecord } from '../../run/item-record.ts'
import type { RunHeader, ScoreRecord } from '../../run/record.ts'
import { type EvaluationOutcome, emitResult } from '../../telemetry/evaluation-result.ts'

/** Reports each score of a record to OpenTelemetry, but not further judgements of the same answer. */
export function emitRecord({ id, variant, scorers }: RunHeader, record: ItemRecord): void {
  const { itemId, repeat, scores } = record
  const more = {
    'run.id': id,
    'item.id': itemId,
    'item.repeat': repeat,
    ...(variant === undefined ? {} : { 'run.variant': variant }),
  }
  for (const evaluator of scorers) {
    const score = scores[evaluator.id]
    if (score === undefined) continue
    emitResult({ evaluator, source: 'run', outcome: toEvaluationOutcome(score), answer: record, more })
  }
}

function toEvaluationOutcome(score: ScoreRecord): EvaluationOutcome {
  if (score.outcome !== 'failed') return score
  return { outcome: 'failed', errorType: score.failure.reason ?? score.failure.name }
}

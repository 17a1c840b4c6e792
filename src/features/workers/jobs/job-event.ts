import type { ScoringRun } from '../../../evaluation/stored/scoring-run.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { type LiveResult, outcomeOfResult, readLiveAnswer } from '../../../scorers/common/live-telemetry.ts'
import { readMeasure } from '../../../scorers/common/measure.ts'
import { type EvaluationResult, emitResult } from '../../../telemetry/evaluation-result.ts'
import type { JobFailure } from '../engine/jobs.ts'

/**
 * The event that reports a score to OpenTelemetry once the queue knows that its job is done. If a worker dies before
 * that, the next one reports. Data that an SDK has not exported when its process is killed is lost.
 */
export class JobEvent {
  #known: Pick<EvaluationResult, 'evaluator' | 'answer' | 'more'>
  #result: LiveResult | undefined

  constructor({ id, group }: { readonly id: string; readonly group: string }) {
    this.#known = { evaluator: { id: group }, more: { 'score.id': id } }
  }

  found(scorer: AnyScorer, run: ScoringRun): void {
    const evaluator = { id: scorer.id, ...readMeasure(scorer) }
    this.#known = { ...this.#known, evaluator, answer: readLiveAnswer(run) }
  }

  /** Sets the result, from the scorer or from the store. */
  has(result: LiveResult): void {
    this.#result = result
  }

  done(): void {
    // Jobs of evaluations have none: the run reports its items itself.
    if (this.#result) emitResult({ ...this.#known, source: 'live', outcome: outcomeOfResult(this.#result) })
  }

  failed({ reason, name }: JobFailure): void {
    emitResult({ ...this.#known, source: 'live', outcome: { outcome: 'failed', errorType: reason ?? name } })
  }
}

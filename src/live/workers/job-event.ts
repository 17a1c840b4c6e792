import type { AnyScorer } from '../../run/scorers.ts'
import { measureOf } from '../../scorers/common/finish-scorer.ts'
import { type LiveResult, liveAnswerOf, outcomeOfResult } from '../../scorers/common/live-events.ts'
import { type EvaluationResult, emitResult } from '../../telemetry/evaluation-result.ts'
import type { JobFailure } from './engine/jobs.ts'
import type { ScoringRun } from './scoring-job.ts'

/**
 * What OpenTelemetry is told of a score, once the queue knows that its job is done: where a worker died before that, the
 * next one tells. What an SDK has gathered when its process is killed is lost.
 */
export class JobEvent {
  #known: Pick<EvaluationResult, 'evaluator' | 'answer' | 'more'>
  #result: LiveResult | undefined

  constructor({ id, group }: { readonly id: string; readonly group: string }) {
    this.#known = { evaluator: { id: group }, more: { 'score.id': id } }
  }

  /** What is scored by whom. */
  found(scorer: AnyScorer, run: ScoringRun): void {
    const evaluator = { id: scorer.id, ...measureOf(scorer) }
    this.#known = { ...this.#known, evaluator, answer: liveAnswerOf(run) }
  }

  /** What the scorer gave, or the store has of it. */
  has(result: LiveResult): void {
    this.#result = result
  }

  done(): void {
    // A job that is a part of an evaluation has none: the run tells of its items itself.
    if (this.#result) emitResult({ ...this.#known, source: 'live', outcome: outcomeOfResult(this.#result) })
  }

  failed({ reason, name }: JobFailure): void {
    emitResult({ ...this.#known, source: 'live', outcome: { outcome: 'failed', errorType: reason ?? name } })
  }
}

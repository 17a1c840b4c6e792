import { judgeErrorIn } from '../../judge/errors.ts'
import { thrownBy } from '../../judge/thrown.ts'
import type { EvaluationResult } from '../../telemetry/evaluation-result.ts'
import {
  type EvaluatedAnswer,
  type EvaluationOutcome,
  emitResult,
} from '../../telemetry/evaluation-result.ts'
import { isWaitedFor } from './live-scores.ts'

interface LiveRun {
  readonly [isWaitedFor]?: boolean
  readonly scoreSource?: string
  readonly targetTraceId?: string
  readonly targetSpanId?: string
  readonly targetCorrelationContext?: Readonly<Record<string, unknown>>
}

/** The part of a scorer's result that telemetry reports. */
export interface LiveResult {
  readonly score?: unknown
  readonly reason?: unknown
  readonly notScorable?: { readonly reason?: string }
}

/** Returns the trace and span of a live run's answer, as Mastra gives them. */
export function readLiveAnswer({
  targetTraceId,
  targetSpanId,
  targetCorrelationContext: known = {},
}: Partial<LiveRun>): EvaluatedAnswer {
  const { traceId = known.traceId, spanId = known.spanId } = { traceId: targetTraceId, spanId: targetSpanId }
  return {
    traceId: typeof traceId === 'string' ? traceId : undefined,
    spanId: typeof spanId === 'string' ? spanId : undefined,
  }
}

export function outcomeOfResult({ score, reason, notScorable }: LiveResult): EvaluationOutcome {
  if (notScorable) return { outcome: 'not scorable', reason: notScorable.reason }
  // The error type that runs and workers report for the same failure.
  if (typeof score !== 'number' || !Number.isFinite(score))
    return { outcome: 'failed', errorType: 'TypeError' }
  return { outcome: 'scored', score, reason: typeof reason === 'string' ? reason : undefined }
}

/** The judge's reason, or the error's name. */
export function classifyError(error: unknown): string | undefined {
  const { name } = Object(thrownBy(error)) as { readonly name?: unknown }
  return judgeErrorIn(error)?.reason ?? (typeof name === 'string' ? name : undefined)
}

/** Reports each live run of the scorer in this process to OpenTelemetry; workers report their own. */
export function withLiveEvents<Scorer extends object>(
  scorer: Scorer,
  measure: Omit<EvaluationResult['evaluator'], 'id'>,
): Scorer {
  const runnable = scorer as Scorer & { readonly id: string; run(input: LiveRun): Promise<LiveResult> }
  const { run } = runnable
  const tell = (input: LiveRun, outcome: EvaluationOutcome) => {
    const evaluator = { ...measure, id: runnable.id }
    emitResult({ evaluator, source: 'live', outcome, answer: readLiveAnswer(input) })
  }
  runnable.run = async (input) => {
    if (input.scoreSource !== 'live' || input[isWaitedFor]) return run.call(scorer, input)
    try {
      const result = await run.call(scorer, input)
      tell(input, outcomeOfResult(result))
      return result
    } catch (error) {
      tell(input, { outcome: 'failed', errorType: classifyError(error) })
      throw error
    }
  }
  return scorer
}

import { judgeErrorIn } from '../../judge/errors.ts'
import { originalError } from '../../judge/original-error.ts'
import {
  type EvaluationOutcome,
  type EvaluationResult,
  emitResult,
} from '../../telemetry/evaluation-result.ts'
import type { Layer, RunInput } from './run-layers.ts'

export interface LiveResult {
  readonly score?: unknown
  readonly reason?: unknown
  readonly notScorable?: { readonly reason?: string }
}

/** Returns the trace and span of a live run's answer, as Mastra gives them. */
export function readLiveAnswer(
  run: Pick<RunInput, 'targetTraceId' | 'targetSpanId' | 'targetCorrelationContext'>,
) {
  const { targetTraceId, targetSpanId, targetCorrelationContext: known = {} } = run
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
  const { name } = Object(originalError(error)) as { readonly name?: unknown }
  return judgeErrorIn(error)?.reason ?? (typeof name === 'string' ? name : undefined)
}

/** Reports each live run of the scorer in this process to OpenTelemetry; workers report their own. */
export function telemetry(
  scorer: { readonly id: string },
  measure: Omit<EvaluationResult['evaluator'], 'id'>,
): Layer {
  const tell = (input: RunInput, outcome: EvaluationOutcome) => {
    const evaluator = { ...measure, id: scorer.id }
    emitResult({ evaluator, source: 'live', outcome, answer: readLiveAnswer(input) })
  }
  return (run) => async (input, options) => {
    try {
      const result = await run(input, options)
      tell(input, outcomeOfResult(result))
      return result
    } catch (error) {
      tell(input, { outcome: 'failed', errorType: classifyError(error) })
      throw error
    }
  }
}

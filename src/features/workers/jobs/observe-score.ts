import type { Mastra } from '@mastra/core/mastra'
import type { ScoringRun } from '../../../evaluation/stored/scoring-run.ts'
import { Batcher } from '../../../shared/batcher.ts'
import { inTime } from '../../../shared/in-time.ts'

/** The result of a scorer's run, as far as it is stored. */
export interface ScoredRun {
  readonly score: number
  readonly reason?: string
  readonly scoreTraceId?: string
  readonly [result: string]: unknown
}

export interface ScoreToWrite {
  readonly id: string
  readonly scorer: { readonly id: string; readonly name?: string; readonly judge?: unknown }
  readonly version?: string
  readonly run: ScoringRun
  readonly result: ScoredRun
}

/** Reports a score to observability, as a scorer's own run does by default. */
export async function observeScore(
  mastra: Mastra,
  { scorer, run, result }: Pick<ScoreToWrite, 'scorer' | 'run' | 'result'>,
): Promise<void> {
  const { targetCorrelationContext, targetScope } = run
  const traceId = run.targetTraceId ?? (targetCorrelationContext?.traceId as string | undefined)
  const spanId = run.targetSpanId ?? (targetCorrelationContext?.spanId as string | undefined)
  await mastra.observability.addScore?.({
    traceId,
    spanId,
    correlationContext: targetCorrelationContext as never,
    score: {
      scorerId: scorer.id,
      scorerName: scorer.name,
      scoreSource: 'live',
      score: result.score,
      reason: result.reason,
      scoreTraceId: result.scoreTraceId,
      targetEntityType: run.targetEntityType as never,
      metadata: {
        ...run.targetMetadata,
        hasGroundTruth: false,
        ...(targetScope === undefined ? {} : { targetScope }),
      },
    },
  })
  const instance = mastra.observability.getDefaultInstance()
  if (instance !== undefined) await flushed(instance)
}

const patienceInMs = 10_000

const flushes = new WeakMap<object, Batcher<undefined>>()

/**
 * Flushes an exporter, which buffers, before the job counts as done. A flush includes everything reported before it
 * begins, so one flush serves all waiting jobs.
 */
function flushed(instance: { flush(): Promise<void> }): Promise<void> {
  const flush = async (): Promise<[]> => {
    await inTime(patienceInMs, () => instance.flush())
    return []
  }
  const batcher = flushes.get(instance) ?? new Batcher<undefined>(flush)
  flushes.set(instance, batcher)
  return batcher.add(undefined)
}

import type { Mastra } from '@mastra/core/mastra'
import { Gathered } from './engine/gathered.ts'
import type { ScoringRun } from './scoring-job.ts'

/** What a scorer's run gave, as far as it is stored. */
export interface ScoredRun {
  readonly score: number
  readonly reason?: string
  readonly scoreTraceId?: string
  readonly [result: string]: unknown
}

/** Tells observability of a score as a scorer's own run does, when it is not told to leave that to others. */
export async function observeScore(
  mastra: Mastra,
  {
    scorer,
    run,
    result,
  }: {
    readonly scorer: { readonly id: string; readonly name?: string }
    readonly run: ScoringRun
    readonly result: ScoredRun
  },
): Promise<void> {
  const {
    targetTraceId,
    targetSpanId,
    targetCorrelationContext,
    targetEntityType,
    targetScope,
    targetMetadata,
  } = run
  const traceId = targetTraceId ?? (targetCorrelationContext?.traceId as string | undefined)
  const spanId = targetSpanId ?? (targetCorrelationContext?.spanId as string | undefined)
  await mastra.observability.addScore?.({
    ...{ traceId, spanId },
    correlationContext: targetCorrelationContext as never,
    score: {
      scorerId: scorer.id,
      scorerName: scorer.name,
      scoreSource: 'live',
      score: result.score,
      reason: result.reason,
      scoreTraceId: result.scoreTraceId,
      targetEntityType: targetEntityType as never,
      metadata: {
        ...targetMetadata,
        hasGroundTruth: false,
        ...(targetScope === undefined ? {} : { targetScope }),
      },
    },
  })
  const instance = mastra.observability.getDefaultInstance()
  if (instance !== undefined) await flushed(instance)
}

const flushes = new WeakMap<
  {
    flush(): Promise<void>
  },
  Gathered<undefined>
>()

/**
 * An exporter gathers what it is told: it has to be written before the job is done. What was told by the time that a
 * flush begins goes with it, so one flush is for all jobs that wait for it.
 */
function flushed(instance: { flush(): Promise<void> }): Promise<void> {
  const gathered = flushes.get(instance) ?? new Gathered(() => instance.flush())
  flushes.set(instance, gathered)
  return gathered.add(undefined)
}

import { runInputFor } from '../../../evaluation/scoring/score-answer.ts'
import { Meter } from '../../../run/cost/meter.ts'
import type { Prices } from '../../../run/cost/prices.ts'
import type { Cost } from '../../../run/record.ts'
import type { UsedScorer } from '../../../run/scorer-entry.ts'
import { classifyError, type LiveResult, outcomeOfResult } from '../../../scorers/common/live-telemetry.ts'
import { countedRun } from '../../../scorers/common/run-layers.ts'
import { describeError } from '../../../shared/describe-error.ts'
import { type EvaluationOutcome, emitResult } from '../../../telemetry/evaluation-result.ts'
import type { Anchor } from './anchor-file.ts'

/** Judges a stored answer again. */
export async function judgeAnchor(
  { scorer, record }: UsedScorer,
  { id, input, output, groundTruth, context }: Anchor,
  how: {
    /** Number of this judging: caching judges must not answer it with an earlier one. */
    readonly judging: number
    readonly prices: Prices
    /** Whether to report to OpenTelemetry. Default true. */
    readonly telemetry?: boolean
    readonly signal?: AbortSignal
  },
): Promise<{ readonly score?: number; readonly problem?: string; readonly cost: Cost }> {
  const { judging, prices, telemetry = true, signal } = how
  const tell = (outcome: EvaluationOutcome) => {
    if (telemetry) emitResult({ evaluator: record, source: 'anchor', outcome, more: { 'item.id': id } })
  }
  const meter = new Meter(prices)
  const { onCall, onEvidence } = meter
  const item = { id, input, groundTruth, context } as Parameters<typeof runInputFor>[1]
  const answer = { input, output } as Parameters<typeof runInputFor>[2]
  try {
    const run = { ...runInputFor(scorer, item, answer), _internal: { emitObservabilityScore: false } }
    const result = (await countedRun(scorer, run, { judging, signal, onCall, onEvidence })) as LiveResult
    const { cost } = meter
    const { score, notScorable } = result
    if (notScorable) {
      tell(outcomeOfResult(result))
      return { problem: `not scorable: ${notScorable.reason}`, cost }
    }
    const high = record.scale ?? 1
    if (typeof score !== 'number' || !(score >= 0 && score <= high)) {
      tell({ outcome: 'failed', errorType: 'RangeError' })
      return { problem: `the score is ${score}, which is not from 0 to ${high}`, cost }
    }
    tell(outcomeOfResult(result))
    return { score, cost }
  } catch (error) {
    signal?.throwIfAborted()
    tell({ outcome: 'failed', errorType: classifyError(error) })
    return { problem: describeError(error), cost: meter.cost }
  }
}

import type { JsonObject, Judge } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import { isCostly } from '../chain/weighting.ts'
import type { JudgedUnits } from '../units/judge-units.ts'
import { composeReason, formatScore } from './reason.ts'
import { writeReason } from './written-reason.ts'

export interface ScoreToExplain {
  readonly judge: Judge
  readonly score: number
  readonly scale: number
  readonly judged: JudgedUnits
  /** The count behind the score, as a clause: '2 of 3 statements answer the question'. */
  readonly count: string
  readonly style: 'composed' | 'written'
  /** What else a judge that writes the reason should know. Untrusted. */
  readonly material: JsonObject
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/** The reason of a score over units: composed by code, or written by the judge where that was asked for. */
export async function explainScore(request: ScoreToExplain): Promise<string> {
  const { score, scale, judged, style } = request
  const costly = judged.verdicts
    .filter(({ credit }) => isCostly(credit, judged.weighting))
    .map(({ unit, verdict, credit, reason }) => ({
      text: unit.text,
      verdict: judged.weighting === 'share' ? `${verdict}, ${formatScore(credit)}` : verdict,
      credit,
      reason,
    }))
  const composed = composeReason(score, scale, request.count, costly, judged.weighting)
  if (style === 'composed') return composed
  const verdicts = judged.verdicts.map(({ unit, verdict, reason }) => ({
    text: unit.text,
    verdict,
    reason: reason ?? null,
  }))
  const { reason } = await writeReason({
    ...request,
    composed,
    material: { ...request.material, scale, verdicts },
  })
  return reason
}

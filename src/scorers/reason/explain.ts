import type { JudgeCall } from '../../judge/decide.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { Known, UnitVerdict } from '../units/judge-units.ts'
import { isCostly, type Weighting } from '../units/weighting.ts'
import { type CostlyUnit, composeReason, formatScore, type ReasonParts } from './reason.ts'
import { writeReason } from './written-reason.ts'

/** What a score is made of, to be told. */
export interface Explanation extends Pick<ReasonParts, 'count' | 'costly' | 'weighting'> {
  /** What a judge that writes the reason should know beside the verdicts. Untrusted. */
  readonly material?: Known
  /** The verdicts, for it. Without them the reason is composed, whatever was asked for. */
  readonly verdicts?: Known
}

export interface ScoreToExplain extends Omit<ReasonParts, 'count' | 'costly' | 'weighting'>, JudgeCall {
  /** Default 'composed'. */
  readonly style?: 'composed' | 'written'
  readonly explanation: Explanation
}

/** The reason of a score: composed by code, or written by the judge where that was asked for. */
export async function explainScore(request: ScoreToExplain): Promise<string> {
  const { judge, score, scale, lowerIsBetter, style, explanation, signal, tracing } = request
  const composed = composeReason({ score, scale, lowerIsBetter, ...explanation })
  const { verdicts, material } = explanation
  if (style !== 'written' || verdicts === undefined) return composed
  const direction = lowerIsBetter ? 'lower is better' : undefined
  const told = withoutUndefined({ ...material, scale, direction, ...verdicts })
  return writeReason({ judge, score, composed, material: told, signal, tracing })
}

type Explained = Pick<UnitVerdict, 'unit' | 'verdict' | 'credit' | 'reason'>

/** The units whose credit says what they cost. */
export function costlyOf(verdicts: readonly Explained[], weighting: Weighting, isBad = false): CostlyUnit[] {
  return verdicts
    .filter(({ credit }) => isCostly(isBad ? 1 - credit : credit, weighting))
    .map(({ unit, verdict, credit, reason }) => ({
      text: unit.text,
      verdict: weighting === 'share' ? `${verdict}, ${formatScore(credit)}` : verdict,
      credit: isBad ? 1 - credit : credit,
      reason,
    }))
}

/** Verdicts as a judge that writes the reason is told them. */
export function toldOf(verdicts: readonly Omit<Explained, 'credit'>[]) {
  return verdicts.map(({ unit, verdict, reason }) => ({ text: unit.text, verdict, reason: reason ?? null }))
}

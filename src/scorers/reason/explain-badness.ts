import type { JsonObject, Judge } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import { isCostly, type Weighting } from '../chain/weighting.ts'
import { type CostlyUnit, composeReason, formatScore } from './reason.ts'
import { writeReason } from './written-reason.ts'

/** A unit of a score that is better the lower it is. */
export interface BadUnit {
  readonly text: string
  /** The verdict as it is shown: 'yes', 'severe'. */
  readonly verdict: string
  /** What it adds, 0 to 1. */
  readonly credit: number
  readonly reason?: string
}

interface BadnessToExplain {
  readonly judge: Judge
  readonly score: number
  readonly scale: number
  readonly weighting: Weighting
  /** The count behind the score, as a clause. */
  readonly count: string
  /** Every unit that was counted, the harmless ones too. */
  readonly units: readonly BadUnit[]
  readonly style: 'composed' | 'written'
  /** What else a judge that writes the reason should know. Untrusted. */
  readonly material: JsonObject
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/** {@link composeReason} for a score that is better the lower it is. */
export function composeBadness(
  score: number,
  scale: number,
  count: string,
  bad: readonly CostlyUnit[],
  weighting: Weighting = 'verdict',
): string {
  const head = composeReason(score, scale, count, [])
  const list = composeReason(score, scale, count, bad, weighting).slice(head.length)
  return head.replace(':', ' (lower is better):') + list.replace(/^ Points lost on/, ' Points come from')
}

/** The reason of a score that is better the lower it is: it names the units that raise it, the worst first. */
export async function explainBadness(request: BadnessToExplain): Promise<string> {
  const { score, scale, weighting, count, units, style, material } = request
  const bad = units
    .filter(({ credit }) => isCostly(1 - credit, weighting))
    .map((unit) => ({
      ...unit,
      verdict: weighting === 'share' ? `${unit.verdict}, ${formatScore(unit.credit)}` : unit.verdict,
      credit: 1 - unit.credit,
    }))
  const composed = composeBadness(score, scale, count, bad, weighting)
  if (style === 'composed') return composed
  const verdicts = units.map(({ text, verdict, reason }) => ({ text, verdict, reason: reason ?? null }))
  const { reason } = await writeReason({
    ...request,
    composed,
    material: { ...material, scale, direction: 'lower is better', verdicts },
  })
  return reason
}

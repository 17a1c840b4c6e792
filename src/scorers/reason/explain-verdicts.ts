import type { JsonObject, Judge } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import type { Weighting } from '../chain/weighting.ts'
import { type CostlyUnit, composeReason } from './reason.ts'
import { writeReason } from './written-reason.ts'

interface VerdictsToExplain {
  readonly judge: Judge
  readonly score: number
  readonly scale: number
  readonly weighting: Weighting
  /** The count behind the score, as a clause. */
  readonly count: string
  /** What cost points, which here is not what has a low credit. */
  readonly costly: readonly CostlyUnit[]
  readonly style: 'composed' | 'written'
  /** What a judge that writes the reason should know, the verdicts included. Untrusted. */
  readonly material: JsonObject
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/** The reason of a score in which the credit of a unit alone does not tell what it cost. */
export async function explainVerdicts(request: VerdictsToExplain): Promise<string> {
  const { score, scale, weighting, count, costly, style, material } = request
  const composed = composeReason(score, scale, count, costly, weighting)
  if (style === 'composed') return composed
  const { reason } = await writeReason({ ...request, composed, material: { ...material, scale } })
  return reason
}

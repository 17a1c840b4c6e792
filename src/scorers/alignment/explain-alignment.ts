import type { JsonObject, Judge } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import { isCostly } from '../chain/weighting.ts'
import { composeReason, formatScore } from '../reason/reason.ts'
import { writeReason } from '../reason/written-reason.ts'
import type { AlignmentVerdict, JudgedAlignment, PromptAlignment, PromptSide } from './judge-alignment.ts'

interface AlignmentToExplain {
  readonly judge: Judge
  readonly score: number
  readonly scale: number
  readonly judged: JudgedAlignment
  readonly style: 'composed' | 'written'
  /** What else a judge that writes the reason should know. Untrusted. */
  readonly material: JsonObject
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

const promptNames: Readonly<Record<PromptSide, string>> = {
  user: 'the user’s prompt',
  system: 'the system prompt',
}

/** 'the user’s prompt 0.85 (intent 1, requirements 0.5 by 1 of 2, completeness 1, appropriateness 1)' */
function describeSide(side: PromptSide, alignment: PromptAlignment): string {
  const { intentAlignment, requirementsFulfillment, completeness, responseAppropriateness } = alignment
  const { overallScore, requirements } = requirementsFulfillment
  const applicable = requirements.filter(({ verdict }) => verdict !== 'n/a')
  const met = applicable.filter(({ verdict }) => verdict === 'yes').length
  const fulfilled =
    overallScore === undefined
      ? 'no requirement that applies'
      : `requirements ${formatScore(overallScore)} with ${met} of ${applicable.length} met`
  const dimensions = [
    `intent ${formatScore(intentAlignment.score)}`,
    fulfilled,
    `completeness ${formatScore(completeness.score)}`,
    `appropriateness ${formatScore(responseAppropriateness.score)}`,
  ]
  return `${promptNames[side]} ${formatScore(alignment.score)} (${dimensions.join(', ')})`
}

interface NamedVerdict extends AlignmentVerdict {
  readonly text: string
}

function verdictsOn(side: PromptSide, alignment: PromptAlignment): NamedVerdict[] {
  const { intentAlignment, requirementsFulfillment, completeness, responseAppropriateness } = alignment
  const { format, tone } = responseAppropriateness
  const about = (what: string, verdict: AlignmentVerdict) => ({
    ...verdict,
    text: `${what} of ${promptNames[side]}`,
  })
  return [
    about('intent', intentAlignment),
    ...requirementsFulfillment.requirements.map((verdict) => ({ ...verdict, text: verdict.requirement })),
    about('completeness', completeness),
    about('format', format),
    about('tone', tone),
  ]
}

/** The reason of a prompt alignment score: composed by code, or written by the judge where that was asked for. */
export async function explainAlignment(request: AlignmentToExplain): Promise<string> {
  const { score, scale, judged, style, material } = request
  const { user, system, weighting } = judged
  const sides = [
    ...(user === undefined ? [] : [{ side: 'user' as const, alignment: user }]),
    ...(system === undefined ? [] : [{ side: 'system' as const, alignment: system }]),
  ]
  if (sides.length === 0) return composeReason(0, scale, 'the response says nothing', [])
  const byShare = weighting === 'share'
  const parts = sides.map(({ side, alignment }) => describeSide(side, alignment))
  const weights = sides.length === 2 ? ', weighed 0.7 and 0.3' : ''
  const verdicts = sides.flatMap(({ side, alignment }) => verdictsOn(side, alignment))
  const costly = verdicts
    .filter(({ verdict, score: credit }) => verdict !== 'n/a' && isCostly(credit, weighting))
    .map(({ text, verdict, score: credit, reason }) => ({
      text,
      verdict: byShare ? `${verdict}, ${formatScore(credit)}` : verdict,
      credit,
      reason,
    }))
  const composed = composeReason(score, scale, `${parts.join(' and ')}${weights}`, costly, weighting)
  if (style === 'composed') return composed
  const told = verdicts.map(({ text, verdict, reason }) => ({ text, verdict, reason: reason ?? null }))
  const { reason } = await writeReason({
    ...request,
    composed,
    material: { ...material, scale, verdicts: told },
  })
  return reason
}

import type { JsonObject, Judge } from '../../judge/contract.ts'
import type { Tracing } from '../../judge/decide.ts'
import { isCostly } from '../chain/weighting.ts'
import { type CostlyUnit, composeReason, formatScore } from '../reason/reason.ts'
import { writeReason } from '../reason/written-reason.ts'
import type { JudgedSimilarity, SimilarityParts } from './similarity-score.ts'

interface SimilarityToExplain {
  readonly judge: Judge
  readonly score: number
  readonly scale: number
  readonly judged: JudgedSimilarity
  readonly parts: SimilarityParts
  readonly style: 'composed' | 'written'
  /** Untrusted. */
  readonly material: JsonObject
  readonly signal?: AbortSignal
  readonly tracing?: Tracing
}

/** '2 of 3 units of the ground truth are in the answer (1 exact, 1 semantic), 0 partial, 1 missing; …' */
function countOf({ verdicts, answerVerdicts, weighting }: JudgedSimilarity, parts: SimilarityParts): string {
  const count = (verdict: string) =>
    [...verdicts, ...answerVerdicts].filter((item) => item.verdict === verdict).length
  const { meanCredit, contradictionPenalty, missingPenalty, extraInfoPenalty } = parts
  const units = verdicts.length === 1 ? 'unit' : 'units'
  const taken = [
    ['contradictions', contradictionPenalty],
    ['missing units', missingPenalty],
    ['extra units', extraInfoPenalty],
  ] as const
  const penalties = taken.filter(([, penalty]) => penalty > 0)
  return [
    `of ${verdicts.length} ${units} of the ground truth, ${count('exact')} exact, ${count('semantic')} semantic, ${count('partial')} partial, ${count('missing')} missing in the answer`,
    `of ${answerVerdicts.length} of the answer, ${count('contradicts')} contradict it and ${count('extra')} are extra`,
    `mean ${weighting === 'share' ? 'share' : 'credit'} ${formatScore(meanCredit)}${penalties.map(([what, penalty]) => `, less ${formatScore(penalty)} for ${what}`).join('')}`,
  ].join('; ')
}

/** Contradictions first, then what is missing, then what is extra. */
function costlyUnits({ verdicts, answerVerdicts, weighting }: JudgedSimilarity): CostlyUnit[] {
  const shown = (verdict: string, credit: number) =>
    weighting === 'share' ? `${verdict}, ${formatScore(credit)}` : verdict
  return [
    ...answerVerdicts
      .filter(({ verdict }) => verdict === 'contradicts')
      .map(({ unit, reason }) => ({ text: unit.text, verdict: 'contradicts', credit: -1, reason })),
    ...verdicts
      .filter(({ credit }) => isCostly(credit, weighting))
      .map(({ unit, verdict, credit, reason }) => ({
        text: unit.text,
        verdict: shown(verdict, credit),
        credit,
        reason,
      })),
    ...answerVerdicts
      .filter(({ verdict }) => verdict === 'extra')
      .map(({ unit, reason }) => ({ text: unit.text, verdict: 'extra', credit: 1, reason })),
  ]
}

/** The reason of a similarity, with everything that its score is made of. */
export async function explainSimilarity(request: SimilarityToExplain): Promise<string> {
  const { score, scale, judged, parts, style, material } = request
  const composed = composeReason(score, scale, countOf(judged, parts), costlyUnits(judged))
  if (style === 'composed') return composed
  const verdicts = [...judged.verdicts, ...judged.answerVerdicts].map(({ unit, verdict, reason }) => ({
    text: unit.text,
    verdict,
    reason: reason ?? null,
  }))
  const { reason } = await writeReason({ ...request, composed, material: { ...material, scale, verdicts } })
  return reason
}

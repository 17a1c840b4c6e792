import type { Evidence } from '../../judge/contract.ts'
import { mean, type Weighting } from '../chain/weighting.ts'
import type { UnitVerdict } from '../units/judge-units.ts'

/** How far the answer says a unit of the ground truth. */
export type SimilarityVerdict = 'exact' | 'semantic' | 'partial' | 'missing'
/** How a unit of the answer relates to the ground truth. */
export type AgreementVerdict = 'agrees' | 'extra' | 'contradicts' | 'none'

/** What a judge said about both texts. */
export interface JudgedSimilarity {
  /** One a unit of the ground truth. */
  readonly verdicts: readonly UnitVerdict<SimilarityVerdict>[]
  /** One a unit of the answer; its credit is how far it contradicts, 0 to 1: only `contradicts` counts. */
  readonly answerVerdicts: readonly UnitVerdict<AgreementVerdict>[]
  readonly weighting: Weighting
  readonly judge?: Evidence
}

/** What a similarity is made of, each before `scale`. */
export interface SimilarityParts {
  readonly meanCredit: number
  readonly contradictionPenalty: number
  readonly missingPenalty: number
  readonly extraInfoPenalty: number
}

/** The penalties of a scorer's options. */
export type PenaltyRates = Omit<SimilarityParts, 'meanCredit'>

const largestExtraPenalty = 0.2

export function partsOf(
  { verdicts, answerVerdicts }: JudgedSimilarity,
  rates: PenaltyRates,
): SimilarityParts {
  const missing = verdicts.filter(({ verdict }) => verdict === 'missing').length
  const extra = answerVerdicts.filter(({ verdict }) => verdict === 'extra').length
  // What claims nothing can neither agree nor contradict. A share below a verdict of "contradicts" is doubt.
  const claims = answerVerdicts.filter(({ verdict }) => verdict !== 'none')
  const contradictions = claims.map(({ verdict, credit }) => (verdict === 'contradicts' ? credit : 0))
  const contradicted = claims.length === 0 ? 0 : mean(contradictions)
  return {
    meanCredit: mean(verdicts.map(({ credit }) => credit)),
    contradictionPenalty: rates.contradictionPenalty * contradicted,
    missingPenalty: rates.missingPenalty * (missing / verdicts.length),
    extraInfoPenalty: Math.min(rates.extraInfoPenalty * extra, largestExtraPenalty),
  }
}

/** Before `scale`. */
export function similarityOf(parts: SimilarityParts): number {
  const { meanCredit, contradictionPenalty, missingPenalty, extraInfoPenalty } = parts
  return Math.max(0, meanCredit - contradictionPenalty - missingPenalty - extraInfoPenalty)
}

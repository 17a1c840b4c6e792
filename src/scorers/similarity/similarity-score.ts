import { formatNumber } from '../../shared/format-number.ts'
import { computeMean } from '../../statistics/mean.ts'
import { plural } from '../reason/count-found.ts'
import { type Explanation, listCostly, toPlainVerdicts } from '../reason/explain.ts'
import type { CostlyUnit } from '../reason/reason.ts'
import type { Unit, UnitVerdict, WithWeighting } from '../units/judge-units.ts'

/** How far the answer says a unit of the ground truth. */
export type SimilarityVerdict = 'exact' | 'semantic' | 'partial' | 'missing'
/** How a unit of the answer relates to the ground truth. */
export type AgreementVerdict = 'agrees' | 'extra' | 'contradicts' | 'none'

/** The judge's verdicts on both texts. */
export interface JudgedSimilarity extends WithWeighting {
  /** One per unit of the ground truth. */
  readonly verdicts: readonly UnitVerdict<SimilarityVerdict>[]
  /** One per unit of the answer; its credit is how far it contradicts, 0 to 1: only `contradicts` counts. */
  readonly answerVerdicts: readonly UnitVerdict<AgreementVerdict>[]
}

/** The penalties in a scorer's options. */
type PenaltyRates = Record<'contradictionPenalty' | 'missingPenalty' | 'extraInfoPenalty', number>

const largestExtraPenalty = 0.2

/** Returns the parts of a similarity, each before `scale`. */
function computeSimilarityParts({ verdicts, answerVerdicts }: JudgedSimilarity, rates: PenaltyRates) {
  const missing = verdicts.filter(({ verdict }) => verdict === 'missing').length
  const extra = answerVerdicts.filter(({ verdict }) => verdict === 'extra').length
  // Texts that claim nothing can neither agree nor contradict. A credit below 1 for "contradicts" is doubt.
  const claims = answerVerdicts.filter(({ verdict }) => verdict !== 'none')
  const contradictions = claims.map(({ verdict, credit }) => (verdict === 'contradicts' ? credit : 0))
  const contradicted = claims.length === 0 ? 0 : computeMean(contradictions)
  return {
    meanCredit: computeMean(verdicts.map(({ credit }) => credit)),
    contradictionPenalty: rates.contradictionPenalty * contradicted,
    missingPenalty: rates.missingPenalty * (missing / verdicts.length),
    extraInfoPenalty: Math.min(rates.extraInfoPenalty * extra, largestExtraPenalty),
  }
}

/** Returns the similarity before `scale`. */
export function computeSimilarity(judged: JudgedSimilarity, rates: PenaltyRates): number {
  const { meanCredit, ...less } = computeSimilarityParts(judged, rates)
  return Math.max(0, meanCredit - less.contradictionPenalty - less.missingPenalty - less.extraInfoPenalty)
}

/** '2 of 3 units of the ground truth are in the answer (1 exact, 1 semantic), 0 partial, 1 missing; …' */
function describeCount(judged: JudgedSimilarity, rates: PenaltyRates): string {
  const { verdicts, answerVerdicts } = judged
  const count = (verdict: string) =>
    [...verdicts, ...answerVerdicts].filter((item) => item.verdict === verdict).length
  const { meanCredit, ...less } = computeSimilarityParts(judged, rates)
  const units = plural(verdicts.length, 'unit')
  const taken = [
    ['contradictions', less.contradictionPenalty],
    ['missing units', less.missingPenalty],
    ['extra units', less.extraInfoPenalty],
  ] as const
  const penalties = taken.filter(([, penalty]) => penalty > 0)
  return [
    `of ${verdicts.length} ${units} of the ground truth, ${count('exact')} exact, ${count('semantic')} semantic, ${count('partial')} partial, ${count('missing')} missing from the answer`,
    `of ${answerVerdicts.length} in the answer, ${count('contradicts')} contradicting the ground truth and ${count('extra')} extra`,
    `mean credit ${formatNumber(meanCredit)}${penalties.map(([what, penalty]) => `, less ${formatNumber(penalty)} for ${what}`).join('')}`,
  ].join('; ')
}

const words = {
  exact: 'in the answer',
  semantic: 'in the answer',
  partial: 'partly in the answer',
  missing: 'missing from the answer',
  agrees: 'in the ground truth',
  extra: 'not in the ground truth',
  none: 'claims nothing',
  contradicts: 'contradicts the ground truth',
}

/** Returns contradictions first, then missing units, then extra ones. */
function costlyUnits({ verdicts, answerVerdicts }: JudgedSimilarity): CostlyUnit[] {
  const ofAnswer = (wanted: AgreementVerdict, credit: number) =>
    answerVerdicts
      .filter(({ verdict }) => verdict === wanted)
      .map(({ unit, reason }) => ({ text: unit.text, verdict: words[wanted], credit, reason }))
  return [
    ...ofAnswer('contradicts', -1),
    ...listCostly(verdicts, { words, inDegrees: true }),
    ...ofAnswer('extra', 1),
  ]
}

export function explainSimilarity(judged: JudgedSimilarity, rates: PenaltyRates): Explanation {
  return {
    count: describeCount(judged, rates),
    costly: costlyUnits(judged),
    verdicts: { verdicts: toPlainVerdicts([...judged.verdicts, ...judged.answerVerdicts]) },
  }
}

/** Without an answer every unit of the ground truth is missing: that needs no judge. */
export function allMissing(units: readonly Unit[]): JudgedSimilarity {
  const verdicts = units.map((unit) => ({ unit, verdict: 'missing' as const, credit: 0 }))
  return { verdicts, answerVerdicts: [], weighting: 'verdict' }
}

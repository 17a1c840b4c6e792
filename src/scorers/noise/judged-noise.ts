import { compact } from '../../shared/compact.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { computeMean } from '../../statistics/mean.ts'
import { plural } from '../reason/count-found.ts'
import type { Explanation } from '../reason/explain.ts'
import { asClause } from '../reason/reason.ts'
import type { UnitVerdict, WithWeighting } from '../units/judge-units.ts'
import type { NoiseImpact } from './noise-questions.ts'

export interface JudgedNoise extends WithWeighting {
  /** One per dimension; the text of its unit is the dimension's name. Empty for an empty response. */
  readonly verdicts: readonly UnitVerdict<NoiseImpact>[]
  /** The judge's overall robustness, 0 to 1. */
  readonly robustness: number
  /** The number of major issues that the judge saw, 0 to 10. */
  readonly majorIssues: number
  /** The judge's words on them, if it gives any. */
  readonly issues?: string
}

/** Differences up to this are rounding: 0.8 − 0.6 is a little more than 0.2. */
const rounding = 1e-9

/** Returns the parts of the score, before `scale`. */
export function computeNoiseParts(
  { verdicts, robustness, majorIssues }: JudgedNoise,
  scoring: {
    readonly penalties: { readonly majorIssuePerItem: number; readonly maxMajorIssuePenalty: number }
    readonly discrepancyThreshold: number
  },
) {
  const { majorIssuePerItem, maxMajorIssuePenalty } = scoring.penalties
  const meanWeight = computeMean(verdicts.map(({ credit }) => credit))
  const differ = Math.abs(robustness - meanWeight) > scoring.discrepancyThreshold + rounding
  const base = differ ? Math.min(robustness, meanWeight) : robustness
  const penalty = Math.min(majorIssuePerItem * majorIssues, maxMajorIssuePenalty)
  return { meanWeight, differ, base, penalty, value: Math.max(0, base - penalty) }
}

const impactWords: Readonly<Record<NoiseImpact, string>> = {
  none: 'as good as without the noise',
  minimal: 'slightly changed by the noise',
  moderate: 'noticeably worse because of the noise',
  significant: 'much worse because of the noise',
  severe: 'no longer useful',
}

export function explainNoise(
  judged: JudgedNoise,
  scoring: Parameters<typeof computeNoiseParts>[1],
): Explanation {
  if (judged.verdicts.length === 0) return { count: 'the response says nothing' }
  const { meanWeight, differ, base, penalty } = computeNoiseParts(judged, scoring)
  const { robustness, majorIssues, issues, verdicts } = judged
  const counted = `${formatNumber(majorIssues)} major ${plural(majorIssues, 'issue')}`
  const clauses = [
    `the judge rates robustness at ${formatNumber(robustness)}, and the impacts on ${verdicts.length} dimensions average ${formatNumber(meanWeight)}`,
    ...(differ ? ['they differ too much, so the lower one counts'] : []),
    majorIssues === 0 ? 'no major issues' : `${counted} took off ${formatNumber(penalty)}`,
  ]
  return {
    count: clauses.join('; '),
    costly: compact([
      penalty > 0 && {
        text: counted,
        verdict: 'found by the judge',
        credit: 1 - penalty,
        reason: issues && asClause(issues),
      },
      ...verdicts
        // If the judge's robustness alone made the score, the impacts cost nothing.
        .filter(({ verdict }) => verdict !== 'none' && base < 1)
        .map(({ unit, verdict, ...rest }) => ({ text: unit.text, verdict: impactWords[verdict], ...rest })),
    ]),
  }
}

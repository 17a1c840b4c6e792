import type { ChoiceQuestion } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { Known, UnitVerdict } from '../units/judge-units.ts'
import { isCostly, type Weighting } from '../units/weighting.ts'
import { type CostlyUnit, composeReason, formatScore, type ReasonParts, stateScore } from './reason.ts'
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
  const stated = stateScore(score, scale, lowerIsBetter)
  return writeReason({ judge, score, stated, composed, material: told, signal, tracing })
}

type Explained = Pick<UnitVerdict, 'unit' | 'verdict' | 'credit' | 'share' | 'reason'>

interface Telling {
  /** Verdict to what it says of a unit, for people who do not know the names of verdicts. Default: the name. */
  readonly words?: VerdictWords
  /** Where options lie on the line of the share: a share between them is told as "probably". */
  readonly line?: ChoiceQuestion['line']
  /** Whether a credit costs points. Default false: what lacks to 1 does. */
  readonly isBad?: boolean
  /** What each verdict counts: one that costs points is told of, also where its share counts nearly as a good one. */
  readonly credits?: Readonly<Record<string, number>>
}

export type VerdictWords = Readonly<Record<string, string>>

/** A share that is further from its verdict makes it no more than probable. */
const sure = 0.25

/** What was found of a unit: its verdict in words, and what it counts where that is not the verdict's to say. */
export function foundOf(
  { verdict, credit, share }: Omit<Explained, 'unit'>,
  weighting: Weighting,
  { words = {}, line = {} }: Telling = {},
): string {
  const said = words[verdict] ?? verdict
  if (weighting === 'verdict') return said
  const place = line[verdict]
  const isOpen = place !== undefined && share !== undefined && Math.abs(place - share) > sure
  return `${isOpen ? 'probably ' : ''}${said}, counts ${formatScore(credit)}`
}

/** The units whose credit says what they cost. */
export function costlyOf(
  verdicts: readonly Explained[],
  weighting: Weighting,
  telling: Telling = {},
): CostlyUnit[] {
  const worth = (credit: number) => (telling.isBad ? 1 - credit : credit)
  const best = telling.isBad ? 0 : 1
  return verdicts
    .filter(
      ({ credit, verdict }) =>
        isCostly(worth(credit), weighting) || worth(telling.credits?.[verdict] ?? best) !== 1,
    )
    .map((item) => ({
      text: item.unit.text,
      verdict: foundOf(item, weighting, telling),
      credit: worth(item.credit),
      reason: item.reason,
    }))
}

/** Verdicts as a judge that writes the reason is told them. */
export function toldOf(verdicts: readonly Omit<Explained, 'credit' | 'share'>[]) {
  return verdicts.map(({ unit, verdict, reason }) => ({ text: unit.text, verdict, reason: reason ?? null }))
}

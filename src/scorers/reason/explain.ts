import { checkedMethods } from '../../judge/check-outcome.ts'
import type { JsonObject, Task } from '../../judge/contract.ts'
import { type JudgeCall, withJudgeSpan, withVote } from '../../judge/decide.ts'
import { JudgeAbstainedError, JudgeError } from '../../judge/errors.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { Known, UnitVerdict } from '../units/judge-units.ts'
import {
  asClause,
  type CostlyUnit,
  capitalised,
  composeReason,
  type ReasonParts,
  stateScore,
} from './reason.ts'
import { isInDoubt, leaningOf } from './wording.ts'

/** What a score is made of, to be told. */
export interface Explanation extends Pick<ReasonParts, 'count' | 'costly'> {
  /** What a judge that writes the reason should know beside the verdicts. Untrusted. */
  readonly material?: Known
  /** The verdicts, for it. Without them the reason is composed, whatever was asked for. */
  readonly verdicts?: Known
}

export interface ScoreToExplain extends Omit<ReasonParts, 'count' | 'costly'>, JudgeCall {
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

type Explained = Pick<UnitVerdict, 'unit' | 'verdict' | 'credit' | 'reason'>

interface Telling {
  /** Verdict to what it says of a unit, for people who do not know the names of verdicts. Default: the name. */
  readonly words?: VerdictWords
  /** What each verdict counts by itself. Default: 1 for yes, 0 for no. */
  readonly credits?: Readonly<Record<string, number>>
  /** Whether verdicts are degrees between yes and no: one that counts another number is no doubt. Default false. */
  readonly inDegrees?: boolean
  /** Whether a credit costs points. Default false: what lacks to 1 does. */
  readonly isBad?: boolean
}

export type VerdictWords = Readonly<Record<string, string>>

/** What was found of a unit: no verdict stands beside a number that says another one. */
export function foundOf(
  { verdict, credit }: Omit<Explained, 'unit'>,
  { words = {}, credits = { yes: 1, no: 0 }, inDegrees }: Telling = {},
): string {
  const said = (name: string) => words[name] ?? name
  if (!isInDoubt({ credit }) || credit === credits[verdict]) return said(verdict)
  // If yes counts nothing, as for hallucination, the number is told of the yes, as the words are.
  const number = formatNumber(credits.yes === 0 ? 1 - credit : credit)
  if (inDegrees) return `${said(verdict)}, ${number}`
  const leaning = leaningOf(credit)
  const near = Object.keys(credits).filter((name) => credits[name] === leaning && name in words)
  const [only] = near.includes(verdict) ? [verdict] : near.length === 1 ? near : []
  return `${only === undefined ? 'in doubt' : `probably ${said(only)}`}, ${number}`
}

/** The units whose credit says what they cost. */
export function costlyOf(verdicts: readonly Explained[], telling: Telling = {}): CostlyUnit[] {
  const worth = (credit: number) => (telling.isBad ? 1 - credit : credit)
  return verdicts
    .filter(({ credit }) => worth(credit) < 1)
    .map((item) => ({
      text: item.unit.text,
      verdict: foundOf(item, telling),
      credit: worth(item.credit),
      reason: item.reason,
    }))
}

/** Verdicts as a judge that writes the reason is told them. */
export function toldOf(verdicts: readonly Omit<Explained, 'credit' | 'share'>[]) {
  return verdicts.map(({ unit, verdict, reason }) => ({ text: unit.text, verdict, reason: reason ?? null }))
}

export const reasonTask: Task = {
  name: 'written-reason',
  version: 2,
  instructions: `You explain a score to the people who own the agent, in two to four plain sentences.

The material has the score, its scale, the question, and the verdict on every statement of the answer. The score itself is stated behind your text: do not repeat it, do not judge anew, and give no numbers, ratings or percentages of your own. Begin with the statements that cost points and why; then say what the answer did well.`,
}

interface WrittenReasonRequest extends JudgeCall {
  readonly score: number
  /** The score as a reason tells it. */
  readonly stated: string
  readonly composed: string
  readonly material: JsonObject
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? []
const rating = /\b(?:scor\w*|rat(?:ed|ing)|grade[sd]?|per ?cent(?:age)?|out of)\b|%/i

/** Whether the prose keeps to words: no rating of its own, and no number that is not in the material. */
function keepsToWords(prose: string, material: JsonObject): boolean {
  const known = new Set(numbersIn(JSON.stringify(material)))
  return prose !== '' && !rating.test(prose) && numbersIn(prose).every((number) => known.has(number))
}

/**
 * The judge's prose about the score, which code states behind it; or the composed reason where the prose rates anew or the judge
 * abstains.
 *
 * @throws JudgeError where the judge cannot write, or fails to.
 */
async function writeReason(request: WrittenReasonRequest): Promise<string> {
  const { judge, stated, composed, material, score, signal, tracing = {} } = request
  const { write } = checkedMethods(judge)
  if (write === undefined) {
    const message = "it cannot write reasons: use reason: 'composed'"
    throw new JudgeError({ judge: judge.id, reason: 'configuration', message })
  }
  const state = { ...material, score: Number(score.toFixed(3)) }
  const written = await withJudgeSpan(tracing, judge, reasonTask, () =>
    write(withVote({ task: reasonTask, state, signal })),
  ).catch((error: unknown) => {
    if (error instanceof JudgeAbstainedError) return undefined
    throw error
  })
  if (written === undefined) return composed
  const { text } = written
  return keepsToWords(text, material) ? `${asClause(text)}. ${capitalised(stated)}.` : composed
}

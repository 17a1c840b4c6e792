import { checkedMethods } from '../../judge/check-outcome.ts'
import type { JsonObject, Task } from '../../judge/contract.ts'
import { type JudgeCall, withJudgeSpan, withVote } from '../../judge/decide.ts'
import { JudgeAbstainedError, JudgeError } from '../../judge/errors.ts'
import { capitalised } from '../../shared/capitalised.ts'
import { formatNumber } from '../../shared/format-number.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { type Direction, goodness } from '../units/goodness.ts'
import type { RunMaterial, UnitVerdict } from '../units/judge-units.ts'
import { isInDoubt, toLeaning } from './count-found.ts'
import { asClause, type CostlyUnit, composeReason, type ReasonParts, stateScore } from './reason.ts'

/** The parts of a score, for its reason. */
export interface Explanation extends Pick<ReasonParts, 'count' | 'costly'> {
  /** Facts besides the verdicts for a judge that writes the reason. Untrusted. */
  readonly material?: RunMaterial
  /** The verdicts for that judge. Without them the reason is composed, even if 'written' was requested. */
  readonly verdicts?: RunMaterial
}

/** Returns the reason of a score: composed by code, or written by the judge if requested. */
export async function explainScore(
  request: Omit<ReasonParts, 'count' | 'costly'> &
    JudgeCall & {
      /** Default 'composed'. */
      readonly style?: 'composed' | 'written'
      readonly explanation: Explanation
    },
): Promise<string> {
  const { judge, score, scale, lowerIsBetter, style, explanation, signal, tracing } = request
  const composed = composeReason({ score, scale, lowerIsBetter, ...explanation })
  const { verdicts, material } = explanation
  if (style !== 'written' || verdicts === undefined) return composed
  const direction = lowerIsBetter ? 'lower is better' : undefined
  const told = withoutUndefined({ ...material, scale, direction, ...verdicts })
  const stated = stateScore(score, scale, lowerIsBetter)
  return writeReason({ judge, score, stated, composed, material: told, signal, tracing })
}

/** Returns the finding on a unit. A verdict never appears next to a number that contradicts it. */
export function describeFinding(
  { verdict, credit }: Pick<UnitVerdict, 'verdict' | 'credit'>,
  {
    words = {},
    credits = { yes: 1, no: 0 },
    inDegrees,
  }: Direction & {
    /** The words for each verdict, for readers who do not know the names of verdicts. Default: the name. */
    readonly words?: Readonly<Record<string, string>>
    /** The credit of each verdict. Default: 1 for yes, 0 for no. */
    readonly credits?: Readonly<Record<string, number>>
    /** Whether verdicts are degrees, so that a credit between yes and no is not a doubt. Default false. */
    readonly inDegrees?: boolean
  } = {},
): string {
  const said = (name: string) => words[name] ?? name
  if (!isInDoubt({ credit }) || credit === credits[verdict]) return said(verdict)
  // If yes counts nothing, as for hallucination, the number refers to the yes, like the words.
  const number = formatNumber(credits.yes === 0 ? 1 - credit : credit)
  if (inDegrees) return `${said(verdict)}, ${number}`
  const leaning = toLeaning(credit)
  const near = Object.keys(credits).filter((name) => credits[name] === leaning && name in words)
  const [only] = near.includes(verdict) ? [verdict] : near.length === 1 ? near : []
  return `${only === undefined ? 'in doubt' : `probably ${said(only)}`}, ${number}`
}

export function listCostly(
  verdicts: readonly UnitVerdict[],
  telling: Parameters<typeof describeFinding>[1] = {},
): CostlyUnit[] {
  return verdicts
    .filter(({ credit }) => goodness(credit, telling) < 1)
    .map((item) => toCostly(item, describeFinding(item, telling)))
}

/** Returns a unit that cost points, with a finding in words. */
export const toCostly = ({ unit, credit, reason }: Omit<UnitVerdict, 'verdict'>, verdict: string) => {
  return { text: unit.text, verdict, credit, reason }
}

export function toPlainVerdicts(verdicts: readonly Omit<UnitVerdict, 'credit'>[]) {
  return verdicts.map(({ unit, verdict, reason }) => ({ text: unit.text, verdict, reason: reason ?? null }))
}

export const reasonTask: Task = {
  name: 'written-reason',
  version: 2,
  instructions: `You explain a score to the people who own the agent, in two to four plain sentences.

The material has the score, its scale, the question, and the verdict on every statement of the answer. The score itself is stated behind your text: do not repeat it, do not judge anew, and give no numbers, ratings or percentages of your own. Begin with the statements that cost points and why; then say what the answer did well.`,
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? []
const rating = /\b(?:scor\w*|rat(?:ed|ing)|grade[sd]?|per ?cent(?:age)?|out of)\b|%/i

/** Returns whether the prose has no rating of its own, and no number that is not in the material. */
function keepsToWords(prose: string, material: JsonObject): boolean {
  const known = new Set(numbersIn(JSON.stringify(material)))
  return prose !== '' && !rating.test(prose) && numbersIn(prose).every((number) => known.has(number))
}

/**
 * Returns the judge's prose about the score, after which code states the score; or the composed reason if the prose
 * gives its own rating or the judge abstains.
 *
 * @throws JudgeError if the judge cannot write, or fails to.
 */
async function writeReason(
  request: JudgeCall & {
    readonly score: number
    /** The score as the reason states it. */
    readonly stated: string
    readonly composed: string
    readonly material: JsonObject
  },
): Promise<string> {
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

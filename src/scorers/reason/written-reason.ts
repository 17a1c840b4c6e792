import { checkedMethods } from '../../judge/check-outcome.ts'
import type { JsonObject, Task } from '../../judge/contract.ts'
import { type JudgeCall, withJudgeSpan, withVote } from '../../judge/decide.ts'
import { JudgeAbstainedError, JudgeError } from '../../judge/errors.ts'
import { asClause, formatScore } from './reason.ts'

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
export async function writeReason(request: WrittenReasonRequest): Promise<string> {
  const { judge, stated, composed, material, score, signal, tracing = {} } = request
  const { write } = checkedMethods(judge)
  if (write === undefined) {
    const message = "it cannot write reasons: use reason: 'composed'"
    throw new JudgeError({ judge: judge.id, reason: 'configuration', message })
  }
  const state = { ...material, score: Number(formatScore(score)) }
  const written = await withJudgeSpan(tracing, judge, reasonTask, () =>
    write(withVote({ task: reasonTask, state, signal })),
  ).catch((error: unknown) => {
    if (error instanceof JudgeAbstainedError) return undefined
    throw error
  })
  if (written === undefined) return composed
  const { text } = written
  return keepsToWords(text, material) ? `${asClause(text)}. ${stated}.` : composed
}

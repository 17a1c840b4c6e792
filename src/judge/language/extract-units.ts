import { getNodeValue } from 'jsonc-parser'
import { excerpt } from '../call/failure.ts'
import type { TextRequest } from '../contract.ts'
import { JudgeError } from '../errors.ts'
import { checkFinished } from './answer-questions.ts'
import { unitsSchema } from './answer-schema.ts'
import { textPrompt } from './prompt.ts'
import { jsonIn } from './read-json.ts'
import type { Session } from './session.ts'

const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The list that the reply gives; undefined where it gives none, or several that differ. */
function readUnits(text: string): string[] | undefined {
  const lists = jsonIn(text)
    .map((node): unknown => getNodeValue(node))
    .map((value) => (isListOfStrings(value) ? value : (value as { units?: unknown }).units))
    .filter(isListOfStrings)
  const [first] = lists
  return new Set(lists.map((list) => JSON.stringify(list))).size === 1 ? first : undefined
}

/**
 * Asks for the units of a text, and once more for each repair where no list came back.
 *
 * @throws JudgeError of reason 'cut-off' where the list did not fit: the text wants shorter pieces.
 */
export async function extractUnits(
  session: Session,
  request: TextRequest,
  repairs: number,
): Promise<string[]> {
  const prompt = textPrompt(request, 'Reply with one JSON object {"units": [string, …]} and nothing else.')
  for (let repairsLeft = repairs; ; repairsLeft -= 1) {
    const reply = await session.ask(prompt, unitsSchema, [])
    checkFinished(session, reply, [], false)
    const units = readUnits(reply.text)
    if (units !== undefined) return units.map((unit) => unit.trim()).filter((unit) => unit !== '')
    if (repairsLeft === 0) {
      throw new JudgeError({
        judge: session.judge,
        reason: reply.text.trim() === '' ? 'empty' : 'unreadable',
        attempts: session.calls(),
        received: excerpt(reply.text),
        message: `it gave no list of units, after ${session.calls()} calls. It said: ${excerpt(reply.text) || '(nothing)'}`,
      })
    }
    session.warn('no list of units: asked again')
  }
}

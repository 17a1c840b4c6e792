import { getNodeValue } from 'jsonc-parser'
import { excerpt } from '../call/failure.ts'
import type { TextRequest } from '../contract.ts'
import { JudgeError } from '../errors.ts'
import { checkFinished } from './answer-questions.ts'
import { unitsSchema } from './answer-schema.ts'
import { textPrompt } from './prompt.ts'
import { jsonOf } from './read-json.ts'
import type { Session } from './session.ts'

const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** The list that the reply is, alone or as its only property; undefined where it is something else. */
function readUnits(text: string): string[] | undefined {
  const node = jsonOf(text)
  const value: unknown = node && getNodeValue(node)
  if (node?.type !== 'object') return isListOfStrings(value) ? value : undefined
  const { units } = value as { units?: unknown }
  return node.children?.length === 1 && isListOfStrings(units) ? units : undefined
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

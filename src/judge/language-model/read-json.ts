import { type ArrayNode, evaluate, type ObjectNode, parse } from '@humanwhocodes/momoa'
import { afterReasoning } from '../../shared/reasoning.ts'

/** A longer reply is not a list of verdicts. */
const maximumReplyLength = 300_000

/**
 * Returns the JSON of a model's reply: one object or list, possibly in a code fence, after its reasoning. Returns a
 * tree rather than values, because values have lost duplicate keys.
 *
 * Nothing is read from a reply that says more than that. Its prose may quote the judged text, including verdicts that
 * the text's author wrote, or take back what the JSON says.
 */
export function findJson(text: string): ObjectNode | ArrayNode | undefined {
  if (text.length > maximumReplyLength) return undefined
  const whole = text.trim()
  const read = parseWhole(whole)
  if (read !== undefined) return read
  for (const reply of afterReasoning(whole)) {
    const node = parseWhole(withoutFence(reply))
    if (node !== undefined) return node
  }
  return undefined
}

/** Returns the lists of texts in the reply, by id, each id once; undefined if it is something else. */
export function readLists(text: string): Record<string, string[]> | undefined {
  const node = findJson(text)
  if (node?.type !== 'Object') return undefined
  const lists = Object.entries(evaluate(node) as Record<string, unknown>)
  if (node.members.length !== lists.length) return undefined
  const read = lists.flatMap(([id, list]) =>
    isListOfStrings(list) ? [[id, list.map((one) => one.trim())]] : [],
  )
  return read.length === lists.length ? Object.fromEntries(read) : undefined
}

const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Rejects comments, which say more than the answer, as prose does. */
function parseWhole(text: string): ObjectNode | ArrayNode | undefined {
  try {
    const { body } = parse(text, { mode: 'json', allowTrailingCommas: true })
    return body.type === 'Object' || body.type === 'Array' ? body : undefined
  } catch (error) {
    // Not JSON, as the position of its first error shows, or nested too deep for the parser.
    if (error instanceof RangeError || (error instanceof Error && 'line' in error)) return undefined
    throw error
  }
}

/** Returns the content of the code fence, if all of the reply is in one. */
function withoutFence(text: string): string {
  const opening = /^```(?:json)?\s/i.exec(text)?.[0]
  return opening !== undefined && text.endsWith('```') ? text.slice(opening.length, -3).trim() : text
}

import { type ArrayNode, evaluate, type ObjectNode, parse } from '@humanwhocodes/momoa'
import { afterReasoning } from '../../shared/reasoning.ts'

/** A reply longer than this is no list of verdicts. */
const maximumReplyLength = 300_000

/**
 * The JSON that a model's reply is: one object or list, in a code fence or not, after its thoughts. As a tree
 * rather than as values, because a value has lost the keys that came twice.
 *
 * Nothing is read out of a reply that says more than that. Its prose may quote the text that is judged, and with
 * it verdicts that the text's author wrote; or take back what the JSON says.
 */
export function jsonOf(text: string): ObjectNode | ArrayNode | undefined {
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

/** The lists of texts that the reply is, by id, each id once; undefined where it is something else. */
export function readLists(text: string): Record<string, string[]> | undefined {
  const node = jsonOf(text)
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

/** A comment says something beside the answer, as prose does. */
function parseWhole(text: string): ObjectNode | ArrayNode | undefined {
  try {
    const { body } = parse(text, { mode: 'json', allowTrailingCommas: true })
    return body.type === 'Object' || body.type === 'Array' ? body : undefined
  } catch (error) {
    // No JSON, as its first fault tells, or nested so deep that no parser follows.
    if (error instanceof RangeError || (error instanceof Error && 'line' in error)) return undefined
    throw error
  }
}

/** What is within the code fence, where all of the reply is in one. */
function withoutFence(text: string): string {
  const opening = /^```(?:json)?\s/i.exec(text)?.[0]
  return opening !== undefined && text.endsWith('```') ? text.slice(opening.length, -3).trim() : text
}

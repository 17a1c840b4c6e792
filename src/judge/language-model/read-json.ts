import { getNodeValue, type Node, parseTree, visit } from 'jsonc-parser'
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
export function jsonOf(text: string): Node | undefined {
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

/** The list of texts that the reply is, alone or as its only property; undefined where it is something else. */
export function readUnits(text: string): string[] | undefined {
  const node = jsonOf(text)
  const value: unknown = node && getNodeValue(node)
  if (node?.type !== 'object') return isListOfStrings(value) ? value : undefined
  const { units } = value as { units?: unknown }
  return node.children?.length === 1 && isListOfStrings(units) ? units : undefined
}

const isListOfStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

class NotJsonError extends Error {}

// A comment says something beside the answer, as prose does.
const syntax = { allowTrailingComma: true, disallowComments: true }

function parseWhole(text: string): Node | undefined {
  try {
    // At its first fault: a parser that goes on after each of half a million holds up everything else for seconds.
    visit(text, { onError: notJson, onComment: notJson }, syntax)
    const node = parseTree(text, [], syntax)
    return node?.type === 'object' || node?.type === 'array' ? node : undefined
  } catch (error) {
    // Or nested so deep that no parser follows.
    if (error instanceof NotJsonError || error instanceof RangeError) return undefined
    throw error
  }
}

function notJson(): never {
  throw new NotJsonError('this is not JSON')
}

/** What is within the code fence, where all of the reply is in one. */
function withoutFence(text: string): string {
  const opening = /^```(?:json)?\s/i.exec(text)?.[0]
  return opening !== undefined && text.endsWith('```') ? text.slice(opening.length, -3).trim() : text
}

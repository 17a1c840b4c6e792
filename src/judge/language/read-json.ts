import { type Node, type ParseError, parseTree } from 'jsonc-parser'

/** A reply longer than this is no list of verdicts. */
const maximumReplyLength = 1_000_000

function parseWhole(text: string): Node | undefined {
  const errors: ParseError[] = []
  try {
    const node = parseTree(text, errors, { allowTrailingComma: true })
    return errors.length === 0 && (node?.type === 'object' || node?.type === 'array') ? node : undefined
  } catch (error) {
    // Nested so deep that no parser follows.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Where the object that opens at `start` closes, braces within strings not counted; -1 where it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let position = start; position < text.length; position += 1) {
    const character = text[position]
    if (inString) {
      if (character === '\\') position += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return position + 1
    }
  }
  return -1
}

/**
 * The JSON in a model's reply: the reply itself, or every object in it that stands on its own, in prose or in
 * code fences. As a tree rather than as values, because a value has lost the keys that came twice.
 *
 * Nothing is read out of an object that cannot be read as a whole: it may quote the text that is judged, and
 * with it verdicts that the text's author wrote.
 */
export function jsonIn(text: string): Node[] {
  if (text.length > maximumReplyLength) return []
  const whole = parseWhole(text.trim())
  if (whole !== undefined) return [whole]
  const found: Node[] = []
  for (let position = text.indexOf('{'); position !== -1; ) {
    const end = endOfObject(text, position)
    if (end === -1) return found
    const node = parseWhole(text.slice(position, end))
    // "{my} verdict" is prose; what looks like JSON and cannot be read makes the whole reply unreadable.
    if (node === undefined && /^\{\s*"/.test(text.slice(position, position + 100))) return []
    if (node !== undefined) found.push(node)
    position = text.indexOf('{', end)
  }
  return found
}

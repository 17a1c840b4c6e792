import { type Node, type ParseError, parseTree } from 'jsonc-parser'

/** A model that opens this many braces and closes none is not writing JSON. */
const maximumAttempts = 50

function parseWhole(text: string): Node | undefined {
  const errors: ParseError[] = []
  const node = parseTree(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && (node?.type === 'object' || node?.type === 'array') ? node : undefined
}

/** Where the object that opens at `start` closes, braces within strings not counted; -1 where it does not. */
function endOfObject(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[{}]/gsy
  let depth = 0
  for (let position = start; position < text.length; ) {
    token.lastIndex = position
    const match = token.exec(text)
    if (match === null) {
      position += 1
      continue
    }
    if (match[0] === '{') depth += 1
    if (match[0] === '}') depth -= 1
    if (depth === 0) return token.lastIndex
    position = token.lastIndex
  }
  return -1
}

/**
 * The JSON in a model's reply: the reply itself, or every object in it that stands on its own, in prose or
 * in code fences. As a tree rather than as values, because a value has lost the keys that came twice.
 */
export function jsonIn(text: string): Node[] {
  const whole = parseWhole(text.trim())
  if (whole !== undefined) return [whole]
  const found: Node[] = []
  let position = text.indexOf('{')
  for (let attempt = 0; position !== -1 && attempt < maximumAttempts; attempt += 1) {
    const end = endOfObject(text, position)
    const node = end === -1 ? undefined : parseWhole(text.slice(position, end))
    if (node !== undefined) found.push(node)
    position = text.indexOf('{', node === undefined ? position + 1 : end)
  }
  return found
}

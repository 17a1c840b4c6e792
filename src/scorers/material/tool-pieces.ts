import type { ToolResult } from '../../transcript/index.ts'
import { asText, jsonText } from './json-text.ts'

const textFields = ['text', 'content', 'pageContent', 'body'] as const
/** Under these names a search returns its list; another name says something about the entries. */
const listFields: ReadonlySet<string> = new Set([
  ...['results', 'documents', 'docs', 'passages', 'chunks', 'hits', 'matches', 'items', 'entries', 'records'],
  ...['sources', 'pages', 'data', 'content', 'context', 'output'],
])
const isScalar = (value: unknown) =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value === null

/** A passage reads as prose, with what else its record says before it; any other value as JSON. */
function passageText(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asText(value)
  const entries = Object.entries(value)
  const field = textFields.find((name) =>
    entries.some(([key, text]) => key === name && typeof text === 'string'),
  )
  const others = entries.filter(([key]) => key !== field)
  if (field === undefined || !others.every(([, other]) => isScalar(other))) return jsonText(value)
  const heading = others.map(([key, other]) => `${key}: ${other}`).join('; ')
  const text = entries.find(([key]) => key === field)?.[1]
  return heading === '' ? String(text) : `${heading}\n${text}`
}

/** 'weather({"city":"Paris"})', so that two results of one tool are told apart. */
function callOf({ toolName, args }: ToolResult): string {
  const given = jsonText(args)
  return `${toolName}(${given === '{}' ? '' : given})`
}

/**
 * A search returns a list of records or texts, bare or as the one thing in an object: each entry is a piece of
 * its own. Whatever else a tool returns is one piece, after the call that it answers. Nothing is left out.
 */
export function piecesOfResult(call: ToolResult): string[] {
  const { result } = call
  if (Array.isArray(result)) return result.map(passageText)
  if (typeof result === 'object' && result !== null) {
    const [[key, only] = [], ...others] = Object.entries(result)
    if (key !== undefined && Array.isArray(only) && others.length === 0) {
      const heading = listFields.has(key) ? '' : `${key}: `
      return only.map((entry) => `${heading}${passageText(entry)}`)
    }
  }
  const text = passageText(result)
  return [text.trim() === '' ? text : `${callOf(call)}: ${text}`]
}

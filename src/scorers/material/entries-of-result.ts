import { asRecord, isObject, type UnknownRecord } from '../../transcript/as-record.ts'
import { asText, jsonText } from './json-text.ts'

const textFields = ['text', 'content', 'pageContent', 'body'] as const
/** Names under which a search returns its list. Any other name says something about the entries. */
const listFields: ReadonlySet<string> = new Set([
  ...['results', 'documents', 'docs', 'passages', 'chunks', 'hits', 'matches', 'items', 'entries', 'records'],
  ...['rows', 'sources', 'pages', 'data', 'content', 'context', 'relevantContext', 'output'],
])
const isScalar = (value: unknown) =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value === null

/** Returns a passage as prose, preceded by the other fields of its record; any other value as JSON. */
export function passageText(value: unknown): string {
  if (!isObject(value)) return asText(value)
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

/** What a search says around its list goes with every entry. More than this is content, not a remark. */
const longestHeading = 300

/** Returns the text of what a tool of `@mastra/rag` found: metadata that usually have it, else the source has it. */
function ragPassage(entry: unknown, source: unknown): string {
  const { document } = asRecord(source)
  const isText =
    typeof entry === 'string' || textFields.some((name) => typeof asRecord(entry)[name] === 'string')
  if (!isText && typeof document === 'string' && document !== '')
    return passageText({ ...asRecord(entry), text: document })
  return entry === null || entry === undefined ? '' : passageText(entry)
}

const isRagSource = (source: unknown) => isObject(source) && 'id' in source && 'score' in source

const isListed = (value: unknown) => Array.isArray(value) && value.length > 0

/** Names under which a search repeats what it was asked. */
const repeated: ReadonlySet<string> = new Set(['namespace', 'collection', 'index', 'indexName', 'query', 'q'])

/** Returns whether a field beside an empty list says nothing of its own: a count, a time, what the search used. */
function isRemark([key, value]: [string, unknown]): boolean {
  if (repeated.has(key)) return true
  if (isObject(value)) return Object.values(value).every((one) => isScalar(one) && typeof one !== 'string')
  return value === '' || value === undefined || (isScalar(value) && typeof value !== 'string')
}

/** Returns the name of the list that an object with other fields is the result of. */
function findList(fields: UnknownRecord): string | undefined {
  const lists = Object.keys(fields).filter(
    (name) => name !== 'sources' && listFields.has(name) && Array.isArray(fields[name]),
  )
  return lists.length === 1 ? lists[0] : undefined
}

/** Returns the entries of a search: each with the short fields beside the list, and with its own source. */
function entriesOfSearch(fields: UnknownRecord): string[] | undefined {
  const name = findList(fields)
  if (name === undefined) return undefined
  const { [name]: listed, sources: given, ...others } = fields
  const list = listed as readonly unknown[]
  const sources = Array.isArray(given) ? given : []
  const beside = Object.entries(
    Array.isArray(given) || given === undefined ? others : { ...others, sources: given },
  ).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  if (beside.some(([, value]) => isListed(value))) return undefined
  const repeats = name === 'relevantContext' && sources.every(isRagSource)
  if (repeats ? sources.length > list.length : sources.length > 0 && sources.length !== list.length)
    return undefined
  const texts = list.map((entry, index) => (repeats ? ragPassage(entry, sources[index]) : passageText(entry)))
  if (texts.every((text) => text.trim() === '')) return beside.every(isRemark) ? [] : undefined
  if (!repeats && !list.every((entry) => typeof entry === 'string' || isObject(entry))) return undefined
  const heading = beside.map(([key, value]) => `${key}: ${asText(value)}`)
  if (heading.join('; ').length > longestHeading) return undefined
  return texts.map((text, index) => {
    const source = repeats || sources.length === 0 ? [] : [`source: ${asText(sources[index])}`]
    const head = [...heading, ...source].join('; ')
    return head === '' || text.trim() === '' ? text : `${head}\n${text}`
  })
}

/** Objects and texts within each other; a value may hold itself. */
const deepest = 4

/** Replaces the object that holds the list, as in `{ hits: { hits: […] } }` and `{ data: { items: […] } }`, by its entries. */
function withInnerList(fields: UnknownRecord, depth: number): UnknownRecord {
  const [[key, inner] = [], ...others] = Object.entries(fields).filter(
    ([name, value]) => listFields.has(name) && (isObject(value) || isListed(value)),
  )
  const entries =
    key === undefined || others.length > 0 || Array.isArray(inner) ? undefined : entriesOf(inner, depth - 1)
  return key === undefined || entries === undefined ? fields : { ...fields, [key]: entries }
}

/** Reads what a tool wrote as JSON: its text alone, or the only text of an MCP result. */
function parsedResult(result: unknown): unknown {
  const { content } = asRecord(result)
  const [only, ...others] = Array.isArray(content) ? content : []
  const { type, text } = asRecord(only)
  const written = others.length === 0 && type === 'text' ? text : result
  if (typeof written !== 'string' || !/^\s*[[{]/.test(written)) return undefined
  try {
    return JSON.parse(written)
  } catch {
    // Prose that begins with a bracket.
    return undefined
  }
}

/**
 * Returns the entries of a list of records or texts: bare, the only field of an object, or the only list of an object
 * under a name that searches use. There, the other fields precede each entry, so that none loses what it belongs to; if
 * they are long, they are no remarks on a list. An object may hold that object, and a text may be its JSON.
 *
 * @returns undefined for any other result.
 */
export function entriesOf(result: unknown, depth = deepest): string[] | undefined {
  if (depth === 0) return undefined
  const parsed = parsedResult(result)
  const written = parsed === undefined ? undefined : entriesOf(parsed, depth - 1)
  if (written !== undefined) return written
  if (Array.isArray(result)) return result.map(passageText)
  if (!isObject(result)) return undefined
  const { isError, ...rest } = result
  const fields = withInnerList(isError === false ? rest : result, depth)
  const [[key, only] = [], ...others] = Object.entries(fields)
  if (others.length > 0) return entriesOfSearch(fields)
  if (key === undefined || !Array.isArray(only)) return undefined
  const heading = listFields.has(key) ? '' : `${key}: `
  return only.map((entry) => `${heading}${passageText(entry)}`)
}

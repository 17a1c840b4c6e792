import { asRecord, isObject, type UnknownRecord } from './as-record.ts'
import { messagesIn } from './messages-of-run.ts'
import { listParts, readMessages } from './read-messages.ts'
import { readPart } from './read-part.ts'
import { roleNamed } from './read-role.ts'

/** Parts that say nothing to the user: steps, sources, data of an interface, thoughts, calls without a name. */
const silent = /^(?:step-|source|data-|(?:redacted[-_])?(?:reasoning|thinking))|tool|function/i

const says = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== null && Object.keys(Object(value)).length > 0

const sayingFields = (fields: UnknownRecord) => Object.keys(fields).filter((field) => says(fields[field]))

const named = (fields: readonly string[]) =>
  fields
    .slice(0, 5)
    .map((field) => JSON.stringify(field.slice(0, 40)))
    .join(', ')

function unreadPart(part: unknown): string | undefined {
  if (!isObject(part))
    return part === null || typeof part === 'string' ? undefined : `a part that is a ${typeof part}`
  const { type, ...fields } = part
  const saying = sayingFields(fields)
  const name = typeof type === 'string' ? type : (saying[0] ?? '')
  if (saying.length === 0 || silent.test(name) || readPart(part) !== undefined) return undefined
  return `a part ${typeof type === 'string' ? `of the type ${named([type])} ` : ''}with ${named(saying)}`
}

function unreadIn(message: UnknownRecord): string | undefined {
  const { role, content, error } = message
  const [read] = readMessages([message], 'assistant')
  if (typeof role === 'string' && roleNamed(role) === undefined)
    return [content, message.parts, message.text].some(says)
      ? `a message of the role ${named([role])}`
      : undefined
  if (read?.role !== 'assistant') return undefined
  const part = listParts(message).map(unreadPart).find(Boolean)
  if (part !== undefined || read.parts.length > 0) return part
  if (isObject(error) && says(error)) return `an error with ${named(Object.keys(error))}`
  const { parts, metadata: _metadata, ...fields } = asRecord(content)
  const saying = parts === undefined ? sayingFields(fields) : []
  return saying.length === 0 ? undefined : `content with ${named(saying)}`
}

/** Names that code gives an answer, which no message has. */
const answerFields = ['answer', 'response', 'reply', 'result', 'output', 'completion'] as const

/** Returns the first thing in an output that may be an answer but is not read; undefined if everything is read. */
export function unreadContentIn(runOutput: unknown): string | undefined {
  const fields = asRecord(runOutput)
  const field = answerFields.find((name) => typeof fields[name] === 'string' && says(fields[name]))
  if (field !== undefined) return `a text under ${named([field])}`
  return [messagesIn(runOutput)].flat().filter(isObject).map(unreadIn).find(Boolean)
}

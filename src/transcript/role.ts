import type { Role } from './message.ts'
import { asList, asRecord, isRecord, type UnknownRecord } from './record.ts'

const roles: ReadonlySet<string> = new Set<Role>(['user', 'assistant', 'system', 'tool', 'signal'])

/** What providers and libraries call the one who answers. */
const assistantNames: ReadonlySet<string> = new Set(['assistant', 'model', 'ai', 'bot'])

function isRole(role: string): role is Role {
  return roles.has(role)
}

/** A message's metadata: inside the content in the database's form, beside it in a user interface's. */
function metadataOf(message: UnknownRecord): UnknownRecord {
  return asRecord(asRecord(message.content).metadata ?? message.metadata)
}

function isUserSignal(message: UnknownRecord): boolean {
  const signal = asRecord(metadataOf(message).signal)
  return [signal.type, signal.tagName, message.type].some(
    (type) => type === 'user' || type === 'user-message',
  )
}

function hasPart(message: UnknownRecord, type: string): boolean {
  return [message.parts, message.content, asRecord(message.content).parts].some((parts) =>
    asList(parts).some((part) => asRecord(part).type === type),
  )
}

/** Mastra writes the feedback of completion checks into the run as messages with the role 'assistant'. */
function isFeedback(message: UnknownRecord): boolean {
  const metadata = metadataOf(message)
  return isRecord(metadata.completionResult) || isRecord(metadata.isTaskCompleteResult)
}

/** Who speaks in a message: its role, except where Mastra files one kind of message under the role of another. */
export function roleOf(message: UnknownRecord, unmarked: Role): Role {
  const { role } = message
  if (typeof role === 'string' && assistantNames.has(role))
    return isFeedback(message) ? 'signal' : 'assistant'
  if (hasPart(message, 'data-user-message')) return 'user'
  if (hasPart(message, 'data-signal')) return 'signal'
  if (role === 'signal') return isUserSignal(message) ? 'user' : 'signal'
  if (role === 'developer') return 'system'
  if (typeof role !== 'string') return unmarked
  return isRole(role) ? role : 'signal'
}

import { asList, asRecord, isObject, type UnknownRecord } from './as-record.ts'
import type { Part, Role } from './message.ts'

/** The names that providers and libraries have for a role, in lower case. */
const namesOfRoles: Readonly<Record<Role, readonly string[]>> = {
  user: ['user', 'human'],
  assistant: ['assistant', 'model', 'ai', 'bot', 'chatbot', 'agent', 'gpt'],
  system: ['system', 'developer'],
  tool: ['tool', 'function'],
  signal: ['signal'],
}

const roles: ReadonlyMap<string, Role> = new Map(
  (Object.keys(namesOfRoles) as Role[]).flatMap((role) => namesOfRoles[role].map((name) => [name, role])),
)

/** Returns the role of a name, whatever its case; undefined for a name that may mean anything. */
export const roleNamed = (name: string): Role | undefined => roles.get(name.toLowerCase())

/** Returns a message's metadata: inside the content in the database's form, else next to it. */
function readMetadata(message: UnknownRecord): UnknownRecord {
  return asRecord(asRecord(message.content).metadata ?? message.metadata)
}

function isUserSignal(message: UnknownRecord): boolean {
  const signal = asRecord(readMetadata(message).signal)
  return [signal.type, signal.tagName, message.type].some(
    (type) => type === 'user' || type === 'user-message',
  )
}

function hasPart(message: UnknownRecord, type: string): boolean {
  return [message.parts, message.content, asRecord(message.content).parts].some((parts) =>
    asList(parts).some((part) => asRecord(part).type === type),
  )
}

/** Recognises feedback of completion checks, which Mastra stores as messages of the 'assistant'. */
function isFeedback(message: UnknownRecord): boolean {
  const metadata = readMetadata(message)
  return isObject(metadata.completionResult) || isObject(metadata.isTaskCompleteResult)
}

/** Anthropic and Gemini send tool results as the user, and an item of OpenAI's responses has no role. */
export function findSpeaker(parts: readonly Part[], role: Role): Role {
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []))
  if (role !== 'user' || calls.length === 0 || calls.length < parts.length) return role
  return calls.some(({ state }) => state === 'waiting') ? 'assistant' : 'tool'
}

/** LangChain names the role in the type; of other libraries no type without a role is the name of one. */
function namedRole({ role, type }: UnknownRecord): Role | undefined {
  if (typeof role === 'string') return roleNamed(role) ?? 'signal'
  return typeof type === 'string' ? roleNamed(type) : undefined
}

/** Returns the speaker: the role, unless Mastra stores that kind of message under another role. */
export function readRole(message: UnknownRecord, unmarked: Role): Role {
  const named = namedRole(message)
  const role = named ?? unmarked
  if (named === 'assistant') return isFeedback(message) ? 'signal' : named
  if (hasPart(message, 'data-user-message')) return 'user'
  if (hasPart(message, 'data-signal')) return 'signal'
  return message.role === 'signal' && isUserSignal(message) ? 'user' : role
}

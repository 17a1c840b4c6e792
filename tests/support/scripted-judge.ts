import type { ModelReply, ModelRequest } from './openai-server.ts'

export interface ScriptedVerdict {
  readonly reason: string
  readonly share: number
  readonly verdict: string
}

/** The verdict that a statement asks for in brackets: 'It is 330 m tall [unsure].'. Without brackets, yes. */
export function honestVerdict(statement: string): ScriptedVerdict {
  const verdict = /\[(yes|unsure|no)\]/.exec(statement)?.[1] ?? 'yes'
  return { reason: `because it is ${verdict}`, share: { yes: 92, unsure: 50, no: 4 }[verdict] ?? 0, verdict }
}

/** The honest answers to what was asked. */
export function honestAnswers({ ids, state }: ModelRequest): { [id: string]: ScriptedVerdict } {
  const statements = state.statements as { [id: string]: string }
  return Object.fromEntries(ids.map((id) => [id, honestVerdict(statements[id] ?? '')]))
}

/** One statement a piece, or what the whole material says where one list is wanted. */
export function honestLists({ lists, state }: ModelRequest): { [id: string]: string[] } {
  const pieces = (state.pieces ?? {}) as { [id: string]: string }
  return Object.fromEntries(lists.map((id) => [id, pieces[id] === undefined ? unitsOf(state) : [pieces[id]]]))
}

/** A judge that makes no mistake. */
export function honestReply(request: ModelRequest): ModelReply {
  const content = request.lists.length > 0 ? honestLists(request) : honestAnswers(request)
  return { text: JSON.stringify(content) }
}

interface Schema {
  readonly enum?: readonly string[]
  readonly type?: string
  readonly properties?: { readonly [name: string]: Schema }
}

function verdictFor(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'number') return 1
  return schema.type === 'boolean' ? true : 'fine'
}

/** Of 100 readers, so many as fit the first answer on the list. */
const shareFor = (schema: Schema) => (['none', 'agrees'].includes(String(schema.enum?.[0])) ? 5 : 90)

function unitsOf(state: ModelRequest['state']): string[] {
  const text = state.answer ?? Object.values(state).find((value) => typeof value === 'string')
  return String(text ?? '')
    .split(/\n+|(?<=[.!?]) /)
    .filter((line) => line.trim() !== '')
}

/**
 * A judge that gives the first answer on every list, whatever it is asked: what a scorer asks is read out of
 * the schema that it sends.
 */
export function firstAnswers(request: ModelRequest): ModelReply {
  const format = request.body.response_format as { json_schema: { schema: Schema } } | undefined
  const questions = format?.json_schema.schema.properties ?? {}
  const reply =
    request.lists.length > 0
      ? honestLists(request)
      : Object.fromEntries(
          Object.entries(questions).map(([id, { properties = {} }]) => [
            id,
            {
              reason: 'c1: because it says so',
              ...(properties.share ? { share: shareFor(properties.verdict ?? {}) } : {}),
              verdict: verdictFor(properties.verdict ?? {}),
            },
          ]),
        )
  return { text: JSON.stringify(reply) }
}

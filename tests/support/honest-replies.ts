import type { ModelRequest } from './openai-server.ts'

export interface Entry {
  readonly id?: unknown
  readonly reason?: unknown
  readonly share?: unknown
  readonly verdict?: unknown
}
export type Entries = readonly (readonly [id: string, entry: Entry])[]

interface Schema {
  readonly enum?: readonly string[]
  readonly type?: string
  readonly properties?: { readonly [name: string]: Schema }
}

export function schemaOf({ body }: ModelRequest): Schema {
  const format = body.response_format as { json_schema: { schema: Schema } } | undefined
  return format?.json_schema.schema ?? {}
}

const middling = { unsure: 48, partial: 48, partly: 48, medium: 68, low: 28 }
const bad = ['no', 'false', 'none', 'missing', 'agrees', 'extra', 'disagrees', 'unmet', 'open']

/** Of 100 readers, so many as fit the verdict. */
function shareOf(verdict: unknown): number {
  const said = String(verdict)
  return said in middling ? middling[said as keyof typeof middling] : bad.includes(said) ? 4 : 94
}

/** By the id alone, and neighbours get different verdicts, so that answers under wrong ids change a score. */
export function entriesOf(request: ModelRequest, shift: number): Entries {
  return Object.entries(schemaOf(request).properties ?? {}).map(([id, { properties = {} }]) => {
    const number = /\d+$/.exec(id)?.[0] ?? id.length + id.charCodeAt(0)
    const place = (Number(number) + shift) % 5
    const options = properties.verdict?.enum
    const verdict = options
      ? options[place % options.length]
      : properties.verdict?.type === 'number'
        ? place % 2
        : place % 2 === 0
    const share = properties.share ? { share: shareOf(verdict) + place } : {}
    return [id, { reason: `c1: reason ${place}`, ...share, verdict }]
  })
}

export const object = (entries: Entries) => JSON.stringify(Object.fromEntries(entries))
export const list = (entries: Entries) => JSON.stringify(entries.map(([id, entry]) => ({ id, ...entry })))

/** What a judge that makes no mistake says: verdicts that depend on the id alone, or lists of texts. */
export function honestText(request: ModelRequest): string {
  if (request.lists.length === 0) return object(entriesOf(request, 0))
  const pieces = (request.state.pieces ?? {}) as { [id: string]: string }
  const text = request.state.answer ?? Object.values(request.state).find((value) => typeof value === 'string')
  const units = String(text ?? '')
    .split(/\n+|(?<=[.!?]) /)
    .filter((line) => line.trim() !== '')
  return JSON.stringify(
    Object.fromEntries(request.lists.map((id) => [id, pieces[id] === undefined ? units : [pieces[id]]])),
  )
}

import { createHash } from 'node:crypto'
import { cutAt } from '../../../shared/cut-at.ts'
import { asName } from '../../../text/as-read.ts'
import type { ScoreRow } from '../source/score-row.ts'
import type { StreamKey } from './stream-key.ts'

/** Fields with a fixed meaning; any other field is a path into the row or its trace. */
const named = new Map<string, (row: ScoreRow) => unknown>([
  ['agent', ({ agentId }) => agentId],
  [
    'version',
    (row) => row.span?.version ?? at(row.metadata, ['version']) ?? at(row.requestContext, ['version']),
  ],
  [
    'environment',
    (row) =>
      row.span?.environment ?? at(row.requestContext, ['environment']) ?? at(row.metadata, ['environment']),
  ],
])

/** First parts of a path. */
const roots = ['metadata', 'requestContext', 'entity', 'trace'] as const

export const needsSpan = (field: string) =>
  field === 'version' || field === 'environment' || field.startsWith('trace.')

/** @returns Why it is not a field; undefined if it is one. */
export function whyNoField(field: string): string | undefined {
  if (named.has(field)) return undefined
  const [root, ...path] = field.split('.')
  if (roots.some((known) => known === root) && path.length > 0 && path.every((part) => part !== ''))
    return undefined
  return `"${field}" is not a field: choose agent, version, environment, or a path such as metadata.tier, requestContext.tier, entity.name or trace.tier`
}

/** Longer values are cut and made unique by a hash, because they are part of every event. */
const longestValue = 200

/** Returns a row's value for a field, as a name; undefined if it has none. */
export function readField(row: ScoreRow, field: string): string | undefined {
  const [root = '', ...path] = field.split('.')
  const read = named.get(field)
  const value = read ? read(row) : at(root === 'trace' ? row.span?.metadata : row[root as 'metadata'], path)
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' ? asName(value) : JSON.stringify(value)
  if (text === '') return undefined
  if (text.length <= longestValue) return text
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `${cutAt(text, longestValue - 10)}… ${hash}`
}

export const isOfStream = (row: ScoreRow, { field, value }: StreamKey): boolean =>
  field === undefined || readField(row, field) === value

function at(value: unknown, path: readonly string[]): unknown {
  let inner = value
  for (const part of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, part)) return undefined
    inner = (inner as Record<string, unknown>)[part]
  }
  return inner
}

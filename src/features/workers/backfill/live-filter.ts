import type { ScoringFilter } from '@mastra/core/evals'
import type { TracedAnswer } from '../../../evaluation/stored/traced-answers.ts'
import { evaluateScoringPredicate } from '../../../shared/core-evals.ts'
import { isObject } from '../../../shared/is-object.ts'

type Primitive = string | number | boolean

/** A stored request context as Mastra's filters get it: flat, with primitive values only. */
interface FlatContext {
  readonly values: { [path: string]: Primitive }
  /** Paths whose values the trace does not hold: redacted, cut off, too deep or too many. */
  readonly leftOut: string[]
}

/** Marks that traces have in place of values: '[REDACTED]', '[MaxDepth]', 'abc…xyz', '…[truncated]'. */
const isMark = (value: string) => value.includes('…') || (value.startsWith('[') && value.endsWith(']'))
const isPrimitive = (value: unknown): value is Primitive =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Traces keep a `Map` as a list of the type of a key, the key, and the value. */
const entriesOf = (stored: { readonly [key: string]: unknown }): readonly (readonly [string, unknown])[] =>
  stored.__type === 'Map' && Array.isArray(stored.__map_entries)
    ? stored.__map_entries.map(([, key, value]) => [String(key), value] as const)
    : Object.entries(stored)

function flatten(stored: object, under = '', flat: FlatContext = { values: {}, leftOut: [] }): FlatContext {
  for (const [key, value] of entriesOf({ ...stored })) {
    const path = under === '' ? key : `${under}.${key}`
    if (key === '__truncated') flat.leftOut.push(under)
    else if (typeof value === 'string' && isMark(value)) flat.leftOut.push(path)
    else if (isPrimitive(value)) flat.values[path] = value
    else if (isObject(value)) flatten(value, path, flat)
  }
  return flat
}

const root = 'requestContext'

/** Returns the paths of request contexts that a filter reads, without their root. */
function contextPaths(filter: ScoringFilter): readonly string[] {
  const found: string[] = []
  JSON.stringify(filter, (key, value: unknown) => {
    if (key !== 'path') return value
    const given = String(value).trim()
    const path = given.startsWith('${') ? given.slice(2, -1).trim() : given
    if (path === root || path.startsWith(`${root}.`)) found.push(path.slice(root.length + 1))
    return value
  })
  return found
}

const isWithin = (path: string, whole: string) =>
  whole === '' || path === whole || path.startsWith(`${whole}.`)

/**
 * Returns whether a filter lets Mastra score an answer live; undefined if its trace cannot tell: it lacks a value that
 * the filter reads, or the request context changed during the run in a way that matters.
 */
export function passesFilter(filter: ScoringFilter | undefined, answer: TracedAnswer): boolean | undefined {
  if (!filter) return true
  const contexts = answer.requestContexts.map((stored) => flatten(stored))
  const paths = contextPaths(filter)
  const lacks = ({ leftOut }: FlatContext) =>
    leftOut.some((whole) => paths.some((path) => isWithin(path, whole)))
  if (contexts.some(lacks)) return undefined
  const [first, ...later] = contexts.map(({ values }) =>
    evaluateScoringPredicate(filter, { ...answer.liveContext, requestContext: values }),
  )
  return later.every((result) => result === first) ? first : undefined
}

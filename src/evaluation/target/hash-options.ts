import { z } from 'zod/v4'
import { hashJson } from '../../run/to-json.ts'
import { isObject } from '../../shared/is-object.ts'

/** Says who asks and under which ids, which may be new in each process, not how the target answers. */
const ofTheCall = new Set([
  ...['abortSignal', 'requestContext', 'runId', 'threadId', 'resourceId', 'thread', 'resource'],
  ...['tracingContext', 'tracingOptions'],
])
/** A time that a program wrote. */
const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** Hashes the options of a target: functions by their names, instances of classes by name, model and schema. */
export function hashOptions(options: object = {}): string {
  const described = describe(options, new Set())
  return Object.keys(Object(described)).length === 0 ? 'none' : hashJson(described).slice(0, 8)
}

function describe(value: unknown, above: ReadonlySet<unknown>): unknown {
  if (typeof value === 'string') return value.replace(timestamp, '')
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (above.has(value)) return 'circular'
  const within = new Set([...above, value])
  if (Array.isArray(value)) return value.map((entry) => describe(entry, within))
  if (!isPlain(value)) return describeInstance(value)
  const fields = Object.entries(value).filter(([name, field]) => field !== undefined && !ofTheCall.has(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, describe(field, within)]))
}

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value))

function describeInstance(value: object): unknown {
  const { provider, modelId } = value as { readonly provider?: unknown; readonly modelId?: unknown }
  const about = [value.constructor?.name, provider, modelId].filter((part) => typeof part === 'string')
  return isObject(value) && '_zod' in value ? [...about, describeSchema(value)] : about
}

function describeSchema(schema: object): unknown {
  try {
    return z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any' })
  } catch {
    return 'schema'
  }
}

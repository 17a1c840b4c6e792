import { isObject } from './is-object.ts'

/** Maps the parts of a JSON value, outermost first; goes into those for which `change` returns undefined. */
export function mapParts(value: unknown, change: (part: unknown) => unknown): unknown {
  const changed = change(value)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map((part) => mapParts(part, change))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapParts(part, change)]))
}

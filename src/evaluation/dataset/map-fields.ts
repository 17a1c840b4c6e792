import { z } from 'zod/v4'
import { isObject } from '../../shared/is-object.ts'
import { type EvaluationItem, itemFields } from './item.ts'
import { DatasetError } from './row.ts'

const fieldName = z.enum(itemFields as [keyof EvaluationItem, ...(keyof EvaluationItem)[]])

export const fieldOptions = {
  fields: z.record(z.string(), fieldName).default({}),
  otherFields: z.enum(['refuse', 'metadata']).default('refuse'),
}

/** The same for any kind of row, with what is known of its fields. */
export interface FieldMapping {
  readonly fields?: Readonly<Record<string, string>>
  readonly otherFields?: 'refuse' | 'metadata'
  /** The fields that such a row has. */
  readonly known: readonly string[]
  /** Those of them that only make sense as objects or lists: in a CSV file they are read as JSON. */
  readonly structured: readonly string[]
  /** Told of what a file has that is not read. */
  readonly onLeftOut?: (what: string) => void
}

/** What a name in the file is a name for. */
export const fieldNameOf = (name: string, { fields = {} }: FieldMapping): string =>
  Object.hasOwn(fields, name) ? String(fields[name]) : name

/**
 * @param names Those of one row, or of a header.
 * @throws DatasetError where two of them become one field: one value would be lost.
 */
export function checkFieldNames(
  names: readonly string[],
  options: FieldMapping,
  place: { source: string; line?: number },
): void {
  const taken = new Map<string, string>()
  for (const name of names) {
    const field = fieldNameOf(name, options)
    const other = taken.get(field)
    taken.set(field, name)
    if (other === undefined) continue
    const [mapped, plain] = Object.hasOwn(options.fields ?? {}, name) ? [name, other] : [other, name]
    const message = `becomes ${field}, and so does "${plain}": leave one of them out`
    throw new DatasetError({ ...place, field: mapped, message })
  }
}

/** @throws DatasetError where a name stands for a field that no row has: the scores would lack it in silence. */
export function checkFieldsFound(
  { fields = {} }: FieldMapping,
  names: ReadonlySet<string>,
  source: string,
): void {
  const missing = Object.keys(fields).find((name) => !names.has(name))
  if (missing === undefined) return
  const message = `no row has it, but options.fields takes ${fields[missing]} from it`
  throw new DatasetError({ source, field: missing, message })
}

/** The row with its fields under the names that they stand for. Anything but an object stays as it is. */
export function renameFields(value: unknown, options: FieldMapping): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [fieldNameOf(name, options), field]))
}

/** The row with the fields that no such row has in its metadata, where that is wanted. */
export function gatherOthers(value: unknown, { otherFields, known: names }: FieldMapping): unknown {
  if (otherFields !== 'metadata' || !isObject(value)) return value
  const known = Object.entries(value).filter(([name]) => names.includes(name))
  const others = Object.entries(value).filter(([name]) => !names.includes(name))
  const { metadata: own, ...item } = Object.fromEntries(known)
  // Null is written for what is not there; what is no object is refused when the item is checked.
  const metadata: unknown = own ?? {}
  if (others.length === 0 || !isObject(metadata)) return value
  return { ...item, metadata: { ...Object.fromEntries(others), ...metadata } }
}

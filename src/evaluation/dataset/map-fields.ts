import { z } from 'zod/v4'
import { isObject } from '../../shared/is-object.ts'
import { type EvaluationItem, itemFields } from './item.ts'
import { DatasetError } from './row.ts'

const fieldName = z.enum(itemFields as [keyof EvaluationItem, ...(keyof EvaluationItem)[]])

export const fieldOptions = {
  fields: z.record(z.string(), fieldName).default({}),
  otherFields: z.enum(['refuse', 'metadata']).default('refuse'),
}

export interface FieldMapping {
  readonly fields?: Readonly<Record<string, string>>
  readonly otherFields?: 'refuse' | 'metadata'
  /** The fields of such a row. */
  readonly known: readonly string[]
  /** Known fields that must be objects or lists: in a CSV file they are read as JSON. */
  readonly structured: readonly string[]
  /** Called with each part of a file that is not read. */
  readonly onLeftOut?: (what: string) => void
}

export const toFieldName = (name: string, { fields = {} }: FieldMapping): string =>
  Object.hasOwn(fields, name) ? String(fields[name]) : name

/**
 * @param names The names in one row, or in a header.
 * @throws DatasetError if two of them become one field: one value would be lost.
 */
export function checkFieldNames(
  names: readonly string[],
  options: FieldMapping,
  place: { source: string; line?: number },
): void {
  const taken = new Map<string, string>()
  for (const name of names) {
    const field = toFieldName(name, options)
    const other = taken.get(field)
    taken.set(field, name)
    if (other === undefined) continue
    const [mapped, plain] = Object.hasOwn(options.fields ?? {}, name) ? [name, other] : [other, name]
    const message = `becomes ${field}, and so does "${plain}": leave one of them out`
    throw new DatasetError({ ...place, field: mapped, message })
  }
}

/** @throws DatasetError if a mapped name appears in no row: scores would silently lack the field. */
export function checkFieldsFound(
  { fields = {} }: FieldMapping,
  names: ReadonlySet<string>,
  source: string,
): void {
  const missing = Object.keys(fields).find((name) => !names.has(name))
  if (missing === undefined) return
  const message = `no row has it, but fields (--field) maps it to ${fields[missing]}`
  throw new DatasetError({ source, field: missing, message })
}

export function renameFields(value: unknown, options: FieldMapping): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [toFieldName(name, options), field]))
}

/** Names the option in code, and the flag of the command. */
export const adviceForOther = (field: string): string =>
  `map it with fields: { "${field}": … } (--field ${field}=…), or keep all unknown ones with otherFields: 'metadata' (--field '*=metadata')`

/** Moves unknown fields into the row's metadata, if the mapping asks for it. */
export function gatherOthers(value: unknown, { otherFields, known: names }: FieldMapping): unknown {
  if (otherFields !== 'metadata' || !isObject(value)) return value
  const known = Object.entries(value).filter(([name]) => names.includes(name))
  const others = Object.entries(value).filter(([name]) => !names.includes(name))
  const { metadata: own, ...item } = Object.fromEntries(known)
  // Exports write null for a missing value. Metadata of another type is refused when the item is checked.
  const metadata: unknown = own ?? {}
  if (others.length === 0 || !isObject(metadata)) return value
  return { ...item, metadata: { ...Object.fromEntries(others), ...metadata } }
}

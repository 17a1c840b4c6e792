import { z } from 'zod/v4'
import { DatasetError } from './dataset-error.ts'
import { type EvaluationItem, itemFields } from './item.ts'

/** How the fields or columns of a file become those of an item. */
export interface FieldOptions {
  /** Name in the file to field of an item: `{ question: 'input', expected: 'groundTruth' }`. */
  fields?: Readonly<Record<string, keyof EvaluationItem>>
  /**
   * What becomes of fields that no item has. 'refuse' (default): an error, since a misspelt `groundTruth`
   * would give other scores in silence. 'metadata': they go into the item's metadata.
   */
  otherFields?: 'refuse' | 'metadata'
}

const fieldName = z.enum(itemFields as [keyof EvaluationItem, ...(keyof EvaluationItem)[]])

export const fieldOptions = {
  fields: z.record(z.string(), fieldName).default({}),
  otherFields: z.enum(['refuse', 'metadata']).default('refuse'),
}

const isField = (name: string): name is keyof EvaluationItem =>
  (itemFields as readonly string[]).includes(name)

/** What a name in the file is a name for. */
export const fieldNameOf = (name: string, { fields = {} }: FieldOptions): string =>
  Object.hasOwn(fields, name) ? String(fields[name]) : name

/**
 * @param names Those of one row, or of a header.
 * @throws DatasetError where two of them become one field of an item: one value would be lost.
 */
export function checkFieldNames(
  names: readonly string[],
  options: FieldOptions,
  place: { source: string; line?: number },
): void {
  const taken = new Map<string, string>()
  for (const name of names) {
    const field = fieldNameOf(name, options)
    const other = taken.get(field)
    taken.set(field, name)
    if (other === undefined) continue
    const [mapped, plain] = Object.hasOwn(options.fields ?? {}, name) ? [name, other] : [other, name]
    const message = `becomes ${field}, as "${plain}" does: leave one of them out`
    throw new DatasetError({ ...place, field: mapped, message })
  }
}

/** @throws DatasetError where a name stands for a field that no row has: the scores would lack it in silence. */
export function checkFieldsFound(
  { fields = {} }: FieldOptions,
  names: ReadonlySet<string>,
  source: string,
): void {
  const missing = Object.keys(fields).find((name) => !names.has(name))
  if (missing === undefined) return
  const message = `no row has it, and options.fields takes ${fields[missing]} from it`
  throw new DatasetError({ source, field: missing, message })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The row with its fields under the names of an item's fields. Anything but an object stays as it is. */
export function renameFields(value: unknown, options: FieldOptions): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [fieldNameOf(name, options), field]))
}

/** The row with the fields that no item has in its metadata, where that is wanted. */
export function gatherOthers(value: unknown, { otherFields }: FieldOptions): unknown {
  if (otherFields !== 'metadata' || !isObject(value)) return value
  const known = Object.entries(value).filter(([name]) => isField(name))
  const others = Object.entries(value).filter(([name]) => !isField(name))
  const { metadata: own, ...item } = Object.fromEntries(known)
  // Null is written for what is not there; what is no object is refused when the item is checked.
  const metadata: unknown = own ?? {}
  if (others.length === 0 || !isObject(metadata)) return value
  return { ...item, metadata: { ...Object.fromEntries(others), ...metadata } }
}

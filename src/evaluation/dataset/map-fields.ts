import { z } from 'zod/v4'
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

/**
 * The row with its fields under the names they stand for. Anything but an object stays as it is.
 *
 * @param known The fields that there are; others go into the metadata where that is asked for.
 */
export function mapFields(
  value: unknown,
  { fields = {}, otherFields }: { fields?: Readonly<Record<string, string>>; otherFields?: string },
  known: readonly string[],
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const mapped = Object.entries(value).map(
    ([name, field]) => [Object.hasOwn(fields, name) ? fields[name] : name, field] as [string, unknown],
  )
  if (otherFields !== 'metadata') return Object.fromEntries(mapped)
  const own = Object.fromEntries(mapped.filter(([name]) => known.includes(name)))
  const others = Object.fromEntries(mapped.filter(([name]) => !known.includes(name)))
  return Object.keys(others).length === 0
    ? own
    : { ...own, metadata: { ...others, ...(own.metadata as object | undefined) } }
}

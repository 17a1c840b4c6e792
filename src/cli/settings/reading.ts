import { parsePairs } from './pairs.ts'

/** How a file of items or labelled rows is read. */
interface ReadingFlags {
  readonly delimiter?: string
  readonly field?: readonly string[]
  readonly otherFields?: boolean
}

/** The flags as options of a reader. What is no field of its rows is refused by name there. */
export const readingOf = <Field extends string>({ delimiter, field, otherFields }: ReadingFlags) =>
  ({
    delimiter,
    fields: parsePairs('--field', field) as Record<string, Field>,
    otherFields: otherFields ? 'metadata' : 'refuse',
  }) as const

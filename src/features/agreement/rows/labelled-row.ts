import { z } from 'zod/v4'
import { asAsked } from '../../../evaluation/dataset/as-asked.ts'
import { nameSchema } from '../../../evaluation/dataset/item.ts'
import {
  materialSchema,
  materialStructured,
  type RowMaterial,
} from '../../../evaluation/dataset/row-material.ts'
import { toJson } from '../../../run/to-json.ts'
import { canonicalJson } from '../../../shared/canonical-json.ts'

/** A person's label: the name of a class, or a grade. */
export type Label = string | number | boolean

/** Labelled material, as given by a user. */
export interface LabelledRow extends RowMaterial {
  /** Identifies the row in the report. Default: 'row 1' for the first. */
  id?: string | number
  /** The question: text or messages. */
  input?: unknown
  /** The one statement or claim that was labelled. It is judged whole, never split. */
  statement?: string
  /** The whole labelled answer; ignored if there is a statement. */
  output?: unknown
  groundTruth?: unknown
  /** The label. */
  label?: Label
  /** The label of each rater, in the same order for all rows; null if a rater gave none. */
  labels?: readonly (Label | null)[]
  /** The rater's comment. */
  comment?: string
  /**
   * Rows of one group (a question, a document) are not independent: intervals are clustered by group. Default: rows
   * with the same input are a group.
   */
  group?: string | number
  /** Not used. */
  metadata?: object
}

export interface CheckedRow {
  readonly id: string
  readonly input?: unknown
  readonly statement?: string
  readonly output?: unknown
  readonly context: readonly string[]
  readonly groundTruth?: unknown
  readonly label?: Label
  /** The label of each rater; undefined if a rater gave none. */
  readonly labels: readonly (Label | undefined)[]
  readonly comments?: readonly string[]
  readonly group?: string
}

/** Returns the same text for rows whose questions read the same; empty for a row without one. */
export const toQuestionKey = ({ input }: CheckedRow): string =>
  input === undefined ? '' : canonicalJson(asAsked(toJson(input)))

/** Tells whether rows may belong together without saying so: no group is known, and not each has its own question. */
export function areAlone(rows: readonly CheckedRow[]): boolean {
  const questions = new Set(rows.map(toQuestionKey))
  return rows.every(({ group }) => group === undefined) && questions.size < rows.length
}

const aLabel = 'a text of one character or more, a finite number, true or false'
const label = z.union([z.string().trim().min(1, aLabel), z.number(), z.boolean()], aLabel)

export const rowSchema = z.strictObject({
  id: nameSchema.optional(),
  input: z.unknown().optional(),
  statement: z.string('a text').optional(),
  output: z.unknown().optional(),
  ...materialSchema,
  groundTruth: z.unknown().optional(),
  label: label.optional(),
  labels: z.array(label.nullable(), 'a list of labels').optional(),
  comment: z.string('a text').optional(),
  group: nameSchema.optional(),
  metadata: z.record(z.string(), z.unknown(), 'an object').optional(),
})

export const rowFields = Object.keys(rowSchema.shape)

/** Fields that are objects or lists: in a CSV file they are read as JSON. */
export const structuredFields: readonly string[] = ['labels', 'metadata', ...materialStructured]

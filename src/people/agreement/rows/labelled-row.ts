import { z } from 'zod/v4'
import { nameSchema } from '../../../evaluation/dataset/item.ts'
import { materialSchema, materialStructured, type RowMaterial } from '../../../evaluation/dataset/material.ts'

/** What a person said of something: the name of a class, or a grade. */
export type Label = string | number | boolean

/** Something that people have labelled, as a user gives it. */
export interface LabelledRow extends RowMaterial {
  /** Names the row in the report. Default: 'row 1' for the first. */
  id?: string | number
  /** What was asked: a text, or messages. */
  input?: unknown
  /** The one statement or claim that the label is about. It is judged as it stands, and never broken up. */
  statement?: string
  /** The whole answer that the label is about; not looked at where there is a statement. */
  output?: unknown
  groundTruth?: unknown
  /** What people said. */
  label?: Label
  /** What each rater said, in one order throughout; null where a rater said nothing. */
  labels?: readonly (Label | null)[]
  /** What the rater said beside the label. */
  comment?: string
  /** Rows of one group (a question, a document) are not independent: intervals are clustered by it. */
  group?: string | number
  /** Looked at by nobody. */
  metadata?: object
}

/** A row that was checked. */
export interface CheckedRow {
  readonly id: string
  readonly input?: unknown
  readonly statement?: string
  readonly output?: unknown
  readonly context: readonly string[]
  readonly groundTruth?: unknown
  readonly label?: Label
  /** The label of each rater; undefined if one said nothing. */
  readonly labels: readonly (Label | undefined)[]
  readonly comments?: readonly string[]
  readonly group?: string
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

/** Fields that only make sense as objects or lists: in a CSV file they are read as JSON. */
export const structuredFields: readonly string[] = ['labels', 'metadata', ...materialStructured]

/** The lines of a labels file, one JSON object each. The file only grows: undoing adds a line. */

import { createHash } from 'node:crypto'
import { z } from 'zod/v4'
import { asName } from '../../../text/as-read.ts'

const text = z.string().min(1)

/** The answer, or its unit, that a rater saw. */
const shown = {
  /** `RunHeader.id` of the run with the answers. */
  run: text,
  scorerId: text,
  itemId: text,
  /** From 1. */
  repeat: z.int().min(1).default(1),
  /** Index (from 0) and text of the unit that the scorer judged. Absent for the whole answer. */
  unit: z.object({ index: z.int().min(0), text: z.string() }).optional(),
  /** The person who labels. Older files have names as they were typed. */
  rater: text.overwrite(asName),
  /** ISO 8601. */
  at: z.iso.datetime({ offset: true }),
}

const label = z.looseObject({
  kind: z.literal('label'),
  ...shown,
  /** `hashOfAnswer` of the answer shown, so that the label never counts for another answer. */
  answerHash: text.optional(),
  /** The label: an option of the scorer as shown, or a number. */
  label: z.union([text, z.number()]),
  /**
   * The label's value in the scorer's own arithmetic: 0 to 1 for a unit, 0 to the scorer's scale for a whole answer. If
   * lower is better, the bad thing that the scorer looks for counts 1. Null: a unit that does not count.
   */
  value: z.number().min(0).nullable(),
  /** Name and version of the question, as in the judge's evidence: 'statement-relevance/1'. */
  task: text.optional(),
  /** `ScorerRecord.version` of the scorer in the run shown. */
  scorerVersion: text.optional(),
  /** Probability of the draw at the time of the label. Continuing the draw raises it. */
  probability: z.number().gt(0).max(1).optional(),
  /** `DrawRecord.id` of the draw in which it was shown. */
  draw: text.optional(),
  comment: text.optional(),
  /** The answer of a pair that the rater saw first; the label names the preferred one, or neither. */
  first: z.enum(['baseline', 'candidate']).optional(),
  /** True if the rater had seen the judge's verdict on it: picked in a report, or labelled, undone and labelled again. */
  sawJudge: z.boolean().optional(),
  /** True if people chose by themselves to give feedback, as with thumbs: its probability is unknown. */
  selfSelected: z.boolean().optional(),
  /**
   * Set if the answer was chosen rather than drawn at random: such labels create and select candidates of `improve`,
   * but do not represent all answers.
   */
  chosenFor: z.literal('improve').optional(),
  /** Origin of an imported label: 'feedback', or the name of a file. */
  source: text.optional(),
})

const passed = z.looseObject({
  /** 'skipped': postponed to the end. 'cannot say': the rater could not decide. */
  kind: z.enum(['skipped', 'cannot say']),
  ...shown,
  draw: text.optional(),
  comment: text.optional(),
})

/** Withdraws the rater's latest response to this. */
const undone = z.looseObject({ kind: z.literal('undone'), ...shown })

const drawnAnswer = z.object({
  itemId: text,
  repeat: z.int().min(1).default(1),
  probability: z.number().gt(0).max(1),
  stratum: text.optional(),
  /** True if every rater labels it, for comparing raters. */
  byAll: z.boolean().optional(),
})

/** The answers to label. The last draw of a run and scorer counts: it includes all earlier ones. */
const draw = z.looseObject({
  kind: z.literal('draw'),
  id: text,
  run: text,
  scorerId: text,
  at: z.iso.datetime({ offset: true }),
  /** 'all': each answer; 'uniform': equal probability; 'score': the same per stratum of the judge's score. */
  by: z.enum(['all', 'uniform', 'score']),
  seed: z.int(),
  /** Planned total number of answers; with unequal probabilities, a continued draw has one more or less. */
  count: z.int().min(1),
  /** Number of strata, for 'score'. */
  strata: z.int().min(1).optional(),
  /** The subject of labels: the whole answer, or each of its units. */
  unit: z.enum(['answer', 'statement']),
  /** Number of scored answers in the population. */
  of: z.int().min(1),
  /** In display order, which is random. */
  answers: z.array(drawnAnswer).min(1),
  /** Additional answers chosen for `improve`: their probability is unknown. */
  chosen: z
    .array(z.object({ itemId: text, repeat: z.int().min(1).default(1) }))
    .readonly()
    .optional(),
})

const line = z.discriminatedUnion('kind', [label, passed, undone, draw])

type KnownFields<Schema extends z.ZodType> = {
  readonly [Name in keyof z.output<Schema> as string extends Name ? never : Name]: z.output<Schema>[Name]
}

export type LabelRecord = KnownFields<typeof label>
export type DrawRecord = KnownFields<typeof draw>
/** A rater's response to an answer or unit, or its withdrawal. */
export type RaterRecord = LabelRecord | KnownFields<typeof passed> | KnownFields<typeof undone>
export type LabelsLine = RaterRecord | DrawRecord

/** Parses a line, and keeps fields of later versions. @throws ZodError */
export function parseLabelsLine(value: unknown): LabelsLine {
  return line
    .superRefine((record, context) => {
      if (record.kind !== 'label') return
      const { unit, value } = record
      const issue = (message: string) => context.addIssue({ code: 'custom', path: ['value'], message })
      if (unit !== undefined && (value ?? 0) > 1) issue('the value of a unit must be from 0 to 1')
      if (unit === undefined && value === null) issue('must be a number for a whole answer')
    })
    .parse(value) as LabelsLine
}

/** Returns the SHA-256 of an answer, in hexadecimal digits, to check that a label belongs to this answer. */
export function hashOfAnswer(answer: string): string {
  return createHash('sha256').update(answer).digest('hex')
}

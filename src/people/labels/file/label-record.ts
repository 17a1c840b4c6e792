/** What a labels file holds, one JSON object a line. It only grows: whoever takes something back adds a line. */

import { createHash } from 'node:crypto'
import { z } from 'zod/v4'

const text = z.string().min(1)

/** Which answer, or which unit of one, somebody was shown. */
const shown = {
  /** `RunHeader.id` of the run whose answers were shown. */
  run: text,
  scorerId: text,
  itemId: text,
  /** From 1. */
  repeat: z.int().min(1).default(1),
  /** Which of the units that the scorer judged, from 0, and its text. Absent: the whole answer. */
  unit: z.object({ index: z.int().min(0), text: z.string() }).optional(),
  /** Who labels. */
  rater: text,
  /** ISO 8601. */
  at: z.iso.datetime({ offset: true }),
}

const label = z.looseObject({
  kind: z.literal('label'),
  ...shown,
  /** `hashOfAnswer` of the answer that was shown, so that a label is never counted for another answer. */
  answerHash: text.optional(),
  /** What was said: an option of the scorer as it was shown, or a number. */
  label: z.union([text, z.number()]),
  /**
   * What that counts in the scorer's own arithmetic: of a unit 0 to 1, of a whole answer 0 to the scorer's scale.
   * If lower is better, the bad thing that the scorer looks for counts 1. Null: a unit that does not count.
   */
  value: z.number().min(0).nullable(),
  /** Name and version of what was asked, as in the judge's evidence: 'statement-relevance/1'. */
  task: text.optional(),
  /** `ScorerRecord.version` of the scorer in the run that was shown. */
  scorerVersion: text.optional(),
  /** With which the answer was drawn, as known when it was labelled. A later draw that goes on raises it. */
  probability: z.number().gt(0).max(1).optional(),
  /** `DrawRecord.id` of the draw that it was shown in. */
  draw: text.optional(),
  comment: text.optional(),
  /** Which of two answers the rater saw first; the label says which of them, or neither, was preferred. */
  first: z.enum(['baseline', 'candidate']).optional(),
  /** Whether the rater had seen what the judge said of it: it was labelled, taken back and labelled again. */
  sawJudge: z.boolean().optional(),
  /** Whether people chose by themselves to say something, as with thumbs: no chance is known with which. */
  selfSelected: z.boolean().optional(),
  /**
   * Whether the answer was chosen, and not drawn by chance: such labels make and choose candidates of `improve`, and say
   * nothing of all answers.
   */
  chosenFor: z.literal('improve').optional(),
  /** Where it came from, for labels that were not given here: 'feedback', or the name of a file. */
  source: text.optional(),
})

const passed = z.looseObject({
  /** Not now: it comes again at the end. Or: whoever looked could not tell. */
  kind: z.enum(['skipped', 'cannot say']),
  ...shown,
  draw: text.optional(),
  comment: text.optional(),
})

/** Takes back what the rater last said of this. */
const undone = z.looseObject({ kind: z.literal('undone'), ...shown })

const drawnAnswer = z.object({
  itemId: text,
  repeat: z.int().min(1).default(1),
  probability: z.number().gt(0).max(1),
  stratum: text.optional(),
  /** Whether every rater labels it, so that raters can be compared. */
  byAll: z.boolean().optional(),
})

/** Which answers are to be labelled. The last of a run and scorer counts: it has all that earlier ones drew. */
const draw = z.looseObject({
  kind: z.literal('draw'),
  id: text,
  run: text,
  scorerId: text,
  at: z.iso.datetime({ offset: true }),
  /** Each answer; each with the same chance; so within strata of the judge's score. */
  by: z.enum(['all', 'uniform', 'score']),
  seed: z.int(),
  /** How many were to be drawn in all; with unequal chances a draw that goes on has one more or less. */
  count: z.int().min(1),
  /** For 'score': how many strata. */
  strata: z.int().min(1).optional(),
  /** What is labelled of a drawn answer: the whole, or each of its units. */
  unit: z.enum(['answer', 'statement']),
  /** How many scored answers there were to draw from. */
  of: z.int().min(1),
  /** In the order in which they are shown, which is random. */
  answers: z.array(drawnAnswer).min(1),
  /** Answers beside these, which were chosen for `improve`: no chance is known with which. */
  chosen: z
    .array(z.object({ itemId: text, repeat: z.int().min(1).default(1) }))
    .readonly()
    .optional(),
})

const line = z.discriminatedUnion('kind', [label, passed, undone, draw])

type Known<Schema extends z.ZodType> = {
  readonly [Name in keyof z.output<Schema> as string extends Name ? never : Name]: z.output<Schema>[Name]
}

export type LabelRecord = Known<typeof label>
export type PairSide = NonNullable<LabelRecord['first']>
export type PassedRecord = Known<typeof passed>
export type UndoneRecord = Known<typeof undone>
export type DrawRecord = Known<typeof draw>
export type DrawnAnswer = z.output<typeof drawnAnswer>
/** What a rater said of an answer or unit, or that nothing is said any more. */
export type RaterRecord = LabelRecord | PassedRecord | UndoneRecord
export type LabelsLine = RaterRecord | DrawRecord

/** Fields of later versions are kept. @throws ZodError */
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

/** SHA-256 of an answer as text, as hexadecimal digits: tells whether a label is of this answer. */
export function hashOfAnswer(answer: string): string {
  return createHash('sha256').update(answer).digest('hex')
}

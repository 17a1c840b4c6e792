import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { calibrationSchema } from '../calibrated/calibration.ts'

/** A guideline is short, so that it is read by people too. In characters. */
export const longestGuideline = 1500

const json = z.record(z.string(), z.json())

/** One thing in which a judge is asked otherwise, or told more. */
export const changeSchema = z.strictObject({
  /** As people read it: '4 examples'. */
  name: z.string().min(1),
  /** What its scores are made of. */
  weighting: z.enum(['verdict', 'share']).optional(),
  /** Units in one call. */
  batchSize: z.int().positive().optional(),
  optionOrder: z.enum(['given', 'reversed']).optional(),
  /** Texts with what people said of each. Words of others: a judge sees them as data. */
  examples: z.array(json).min(2).max(8).readonly().optional(),
  /** How people draw the line, by a model's words. Data, too. */
  guideline: z.string().min(1).max(longestGuideline).optional(),
  calibration: calibrationSchema.optional(),
})

const interval = z.strictObject({ level: z.number(), low: z.number(), high: z.number() })
const figure = z.strictObject({ value: z.number(), interval: interval.optional() })

const improvementSchema = z.strictObject({
  kind: z.literal('verdict-judge'),
  /** The version of this format. */
  version: z.literal(1),
  /** The id of the judge that it changes. */
  judge: z.string().min(1),
  /** The scorer that it was tried with. */
  scorer: z.string().min(1),
  /** What it answers, by name and version. */
  tasks: z.array(z.strictObject({ name: z.string().min(1), version: z.int() })).min(1),
  change: changeSchema,
  /** On labels that had no part in making or choosing it. */
  agreement: z.strictObject({
    figure: z.enum(['areaUnderCurve', 'spearman']),
    before: figure,
    after: figure,
    gain: figure,
    level: z.number(),
    rows: z.int(),
    groups: z.int(),
  }),
  /** A hash of the labels that it was made by and tested on. */
  labels: z.string().min(1),
  /** ISO 8601. */
  date: z.iso.datetime(),
})

export type JudgeChange = z.infer<typeof changeSchema>

/** A judge that labels of people have made better, as it is saved: plain JSON. */
export type Improvement = z.infer<typeof improvementSchema>

/** @throws TypeError that names the field and says what it must be. */
export const readImprovement = (value: unknown): Improvement =>
  readOptions('improvedJudge', improvementSchema, value as Improvement)

import { z } from 'zod/v4'
import { readOptions } from '../../../shared/read-options.ts'
import { calibrationSchema } from '../calibrated/calibration.ts'

/** The maximum length of a guideline in characters: short enough for people to read. */
export const longestGuideline = 1500

const json = z.record(z.string(), z.json())

/** One change to the way a judge is asked, or to the material that it gets. */
const changeSchema = z.strictObject({
  /** The name for people: '4 examples'. */
  name: z.string().min(1),
  /** Whether shares or verdicts make its scores. */
  weighting: z.enum(['verdict', 'share']).optional(),
  /** Units per call. */
  batchSize: z.int().positive().optional(),
  optionOrder: z.enum(['given', 'reversed']).optional(),
  /** Texts with people's labels. Untrusted: a judge sees them as data. */
  examples: z.array(json).min(2).max(8).readonly().optional(),
  /** A model's description of how people draw the line. Data, too. */
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
  /** The scorer that it was tested with. */
  scorer: z.string().min(1),
  /** The tasks that it answers, by name and version. */
  tasks: z.array(z.strictObject({ name: z.string().min(1), version: z.int() })).min(1),
  change: changeSchema,
  /** Measured on labels that played no part in making or choosing it. */
  agreement: z.strictObject({
    figure: z.enum(['areaUnderCurve', 'spearman']),
    before: figure,
    after: figure,
    gain: figure,
    level: z.number(),
    rows: z.int(),
    groups: z.int(),
  }),
  /** A hash of the labels that made and tested it. */
  labels: z.string().min(1),
  /** ISO 8601. */
  date: z.iso.datetime(),
})

export type JudgeChange = z.infer<typeof changeSchema>

/** An improvement of a judge as saved: plain JSON. */
export type Improvement = z.infer<typeof improvementSchema>

/** @throws TypeError that names the field and says what it must be. */
export const readImprovement = (value: unknown): Improvement =>
  readOptions('improvedJudge', improvementSchema, value as Improvement)

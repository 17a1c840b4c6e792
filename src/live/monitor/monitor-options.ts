import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { type Budget, budgetSchema, type Prices, pricesSchema } from '../../run/cost/prices.ts'
import type { ScorerEntry } from '../../run/scorers.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { ScoringQueue } from '../workers/scoring-queue.ts'
import type { MonitorEvent } from './alarms/events.ts'
import { type DatabaseOption, databaseOption } from './source/database.ts'
import { whyNoField } from './streams/fields.ts'

/** What is watched, and where alarms go. */
export interface MonitorSettings {
  /** Fields of a score by which there are streams of groups as well: 'agent', 'version', 'environment', 'metadata.tier'. */
  readonly by?: string | readonly string[]
  /** How often the store is looked at. Default 10 seconds. */
  readonly intervalInMs?: number
  readonly reference?:
    | { readonly first: number }
    /** The scores of a run, by its file; each stream of a group is compared with its own first 1,000. */
    | { readonly run: string }
    /** Scorer id to a stated mean; what is not named, and each group, is compared with its own first 1,000. */
    | { readonly means: Readonly<Record<string, number>> }
  /**
   * How far a mean may be from its reference before that is a change: of the scale, 0 to below 1, for all scorers, or
   * scorer id to how much in its own scores. Default 0.02.
   */
  readonly allowedLoss?: number | Readonly<Record<string, number>>
  /** While nothing changes, one false alarm in so many scores, at most, on average, over all streams. Default 50,000. */
  readonly averageRunLength?: number
  /** The most streams; values of `by` that come later have none, and are told of. Default 100. */
  readonly mostStreams?: number
  /** A conversation is over when it has had no score for so long. Default 30 minutes. */
  readonly conversationIdleInMs?: number
  /** Scores before that are passed over; of a monitor that has a state already it says nothing. Default: all are read. */
  readonly since?: Date
  /** How long after its time a score may become visible in the store. Default 10 minutes. */
  readonly lateInMs?: number
  /** Tells apart monitors that keep their state in one store. Default 'default'. */
  readonly name?: string
  /** A file where the state is kept, in place of a table in the store. */
  readonly state?: string
  /** Where alarms go over HTTP. */
  readonly webhooks?: readonly {
    /** 'https://…'. */
    readonly url: string
    /** Signs what is sent, by HMAC-SHA256. Keep it out of the repository. */
    readonly secret?: string
    /** Whether the worst answers with their questions and statements are sent along. Default true. */
    readonly answers?: boolean
  }[]
  /** Metrics and events to whatever OpenTelemetry this process has. Default true; without one they go nowhere. */
  readonly telemetry?: boolean
  /** Stored answers that are judged again. */
  readonly anchors?: {
    /** JSONL: an answer a line, with its scorer and score. */
    readonly file: string
    /** How often some of them are judged. Default an hour. */
    readonly everyInMs?: number
    /** How many of each scorer each time. Default 5. */
    readonly atOnce?: number
    /** The most that may be spent on them in a day (UTC). Default 500 calls. */
    readonly budget?: Budget
  }
  /** The address of Mastra Studio, for links to answers: 'http://localhost:4111'. */
  readonly studio?: string
  /** A monitor is blind where so long no score came, while answers were given. Default an hour. */
  readonly blindAfterInMs?: number
}

export interface MonitorOptions extends MonitorSettings {
  /** Its store is followed, its agents say how often answers are scored. */
  readonly mastra?: Mastra
  /** The database of the store, where Mastra's storage does not lead to it. */
  readonly database?: DatabaseOption
  /** The queue of live scores: what failed and what was not scorable is known by it. */
  readonly queue?: ScoringQueue
  /** Beside those of Mastra and of its agents; for scorers of others, the place to say their scale. */
  readonly scorers?: readonly ScorerEntry[]
  readonly prices?: Prices
  /** Looks once and ends. Default false. */
  readonly once?: boolean
  readonly signal?: AbortSignal
  /** Told of each event, in order; each once, unless the process died or was stopped before it was done. */
  readonly onEvent?: (event: MonitorEvent) => unknown
  /** Told after each look. */
  readonly onLook?: () => unknown
  /** Told of what is not right and does not stop it. Default `console.warn`. */
  readonly onWarning?: (sentence: string) => unknown
}

const duration = z.number().positive()
const fieldSchema = z.string().superRefine((field, context) => {
  const why = whyNoField(field)
  if (why !== undefined) context.addIssue({ code: 'custom', message: why })
})
const web = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** `fetch` takes none with a password, and its error shows it. */
const hook = web.refine((url) => {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}, 'must be an address without a user name or password')

const optionsSchema = z.strictObject({
  mastra: z.custom<Mastra>().optional(),
  database: databaseOption.optional(),
  queue: z.custom<ScoringQueue>().optional(),
  scorers: z.custom<readonly ScorerEntry[]>().optional(),
  prices: pricesSchema.default({}),
  once: z.boolean().default(false),
  signal: z.custom<AbortSignal>().optional(),
  onEvent: z.custom<MonitorOptions['onEvent']>().optional(),
  onLook: z.custom<MonitorOptions['onLook']>().optional(),
  onWarning: z.custom<MonitorOptions['onWarning']>().optional(),
  by: z
    .union([fieldSchema.transform((one) => [one]), z.array(fieldSchema)])
    .default([])
    .refine((fields) => new Set(fields).size === fields.length, 'names a field twice'),
  intervalInMs: duration.default(10_000),
  reference: z
    .union(
      [
        z.strictObject({ first: z.int().min(20).max(10_000) }),
        z.strictObject({ run: z.string().min(1) }),
        z.strictObject({ means: z.record(z.string(), z.number()) }),
      ],
      'must be { first: 20 to 10,000 }, { run: file } or { means: { scorer: mean } }',
    )
    .default({ first: 1000 }),
  allowedLoss: z.union([z.number().min(0).lt(1), z.record(z.string(), z.number().min(0))]).default(0.02),
  averageRunLength: z.number().min(10).default(50_000),
  mostStreams: z.int().min(1).max(1000).default(100),
  conversationIdleInMs: duration.default(30 * 60_000),
  since: z.date().optional(),
  lateInMs: duration.default(10 * 60_000),
  name: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, full stops and dashes')
    .default('default'),
  state: z.string().min(1).optional(),
  webhooks: z
    .array(
      z.strictObject({
        url: hook,
        secret: z.string().min(1).optional(),
        answers: z.boolean().default(true),
      }),
    )
    .default([]),
  telemetry: z.boolean().default(true),
  anchors: z
    .strictObject({
      file: z.string().min(1),
      everyInMs: duration.default(3_600_000),
      atOnce: z.int().min(1).default(5),
      budget: budgetSchema.default({ calls: 500 }),
    })
    .optional(),
  studio: web.optional(),
  blindAfterInMs: duration.default(3_600_000),
})

export type ReadMonitorOptions = z.output<typeof optionsSchema>

/** @throws TypeError for an option that is none, or is out of range. */
export const readMonitorOptions = (options: MonitorOptions): ReadMonitorOptions =>
  readOptions('monitor', optionsSchema, options as z.input<typeof optionsSchema>)

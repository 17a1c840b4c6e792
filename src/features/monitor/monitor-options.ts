import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { type Budget, budgetSchema, type Prices, pricesSchema } from '../../run/cost/prices.ts'
import type { ScorerEntry } from '../../run/scorer-entry.ts'
import { readOptions } from '../../shared/read-options.ts'
import type { ScoringQueue } from '../workers/queue/scoring-queue.ts'
import type { MonitorEvent } from './alarms/monitor-event.ts'
import { type DatabaseOption, databaseOption } from './source/database.ts'
import { whyNoField } from './streams/group-fields.ts'

/** The settings of a monitor: what to watch, and where alarms go. */
export interface MonitorSettings {
  /** Fields of a score that split streams into groups: 'agent', 'version', 'environment', 'metadata.tier'. */
  readonly by?: string | readonly string[]
  /** Time between two looks at the store. Default 10 seconds. */
  readonly intervalInMs?: number
  readonly reference?:
    | { readonly first: number }
    /** A run file with reference scores; each group's stream is compared with its own first 1,000. */
    | { readonly run: string }
    /** Scorer id to a stated mean; other scorers, and all groups, are compared with their own first 1,000. */
    | { readonly means: Readonly<Record<string, number>> }
  /**
   * How far a mean may move from its reference before it counts as a change: a share of the scale, 0 to below 1, for
   * all scorers, or scorer id to an amount in its own scores. Default 0.02.
   */
  readonly allowedLoss?: number | Readonly<Record<string, number>>
  /** With no change, at most 1 false alarm in this many scores of all streams, on average. Default 50,000. */
  readonly averageRunLength?: number
  /** The most streams; values of `by` that come later get none, with a warning. Default 100. */
  readonly mostStreams?: number
  /** A conversation ends when it has had no score for this long. Default 30 minutes. */
  readonly conversationIdleInMs?: number
  /** Skips earlier scores; ignored if the monitor already has a state. Default: all are read. */
  readonly since?: Date
  /** How long after its time a score may become visible in the store. Default 10 minutes. */
  readonly lateInMs?: number
  /** Distinguishes monitors that keep their state in one store. Default 'default'. */
  readonly name?: string
  /** A file for the state, instead of a table in the store. */
  readonly state?: string
  /** Receivers of alarms over HTTP. */
  readonly webhooks?: readonly {
    /** 'https://…'. */
    readonly url: string
    /** Signs requests with HMAC-SHA256. Keep it out of the repository. */
    readonly secret?: string
    /** Whether to send the worst answers along, with their questions and statements. Default true. */
    readonly answers?: boolean
  }[]
  /** Whether to send metrics and events to this process's OpenTelemetry SDK, if any. Default true. */
  readonly telemetry?: boolean
  /** Stored answers to judge again. */
  readonly anchors?: {
    /** JSONL with one answer per line, with its scorer and score. */
    readonly file: string
    /** Time between two rounds. Default an hour. */
    readonly everyInMs?: number
    /** Answers per scorer and round. Default 5. */
    readonly atOnce?: number
    /** The most to spend on them per day (UTC). Default 500 calls. */
    readonly budget?: Budget
  }
  /** The address of Mastra Studio, for links to answers: 'http://localhost:4111'. */
  readonly studio?: string
  /** A monitor is blind if no score came for this long while answers were given. Default an hour. */
  readonly blindAfterInMs?: number
}

export interface MonitorOptions extends MonitorSettings {
  /** The monitor follows its store; its agents say how often answers are scored. */
  readonly mastra?: Mastra
  /** The store's database, if it cannot be found through Mastra's storage. */
  readonly database?: DatabaseOption
  /** The queue of live scores, which knows the failed and not scorable answers. */
  readonly queue?: ScoringQueue
  /** In addition to those of Mastra and its agents; also where to state the scale of third-party scorers. */
  readonly scorers?: readonly ScorerEntry[]
  readonly prices?: Prices
  /** Whether to look once and end. Default false. */
  readonly once?: boolean
  readonly signal?: AbortSignal
  /** Called once per event, in order, unless the process died or was stopped meanwhile. */
  readonly onEvent?: (event: MonitorEvent) => unknown
  /** Called after each look. */
  readonly onLook?: () => unknown
  /** Called for problems that do not stop the monitor. Default `console.warn`. */
  readonly onWarning?: (sentence: string) => unknown
}

const duration = z.number().positive()
const fieldSchema = z.string().superRefine((field, context) => {
  const why = whyNoField(field)
  if (why !== undefined) context.addIssue({ code: 'custom', message: why })
})
const web = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** `fetch` rejects a URL with a password, and its error shows it. */
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
      z.strictObject({ url: hook, secret: z.string().min(1).optional(), answers: z.boolean().default(true) }),
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

/** @throws TypeError for an option that is unknown or out of range. */
export const readMonitorOptions = (options: MonitorOptions): ReadMonitorOptions =>
  readOptions('monitor', optionsSchema, options as z.input<typeof optionsSchema>)

import type { UnmockedToolPolicy } from '@mastra/core/datasets'
import { z } from 'zod/v4'
import type { CacheStore } from '../judge/composed/cached/cache-store.ts'
import { type Budget, budgetSchema, type Prices, pricesSchema } from '../run/cost/prices.ts'
import type { EvaluationRun } from '../run/record.ts'
import type { ScorerEntry } from '../run/scorers.ts'
import type { EvaluationDataset } from './dataset/dataset.ts'
import type { EvaluationItem } from './dataset/item.ts'
import type { ExperimentOptions } from './experiment/store-experiment.ts'
import { stopWhenDecidedSchema } from './sequential/stop-when-decided.ts'
import type { OnProgress } from './session/progress.ts'
import type { ItemWorkers } from './session/session.ts'
import type { Simulator } from './target/simulated-user.ts'
import type { Target, TargetOptions } from './target/target.ts'

export interface EvaluateOptions {
  /** What is evaluated: an agent, a workflow, a function, or 'recorded' for the answers that items carry. */
  target: Target
  /** Options of an agent's `generate` or a workflow's `start`, for every item. */
  targetOptions?: TargetOptions
  /** A file (JSONL, JSON, CSV), items, or what `readDataset` and `readStoredDataset` give. */
  data: string | EvaluationDataset | readonly EvaluationItem[]
  scorers: readonly ScorerEntry[]
  /**
   * What becomes of an agent's call to a tool that the item does not mock, where the item itself does not say it: 'allow'
   * calls the tool, 'deny' fails the item before it is called. Default 'allow', as in Mastra's experiments.
   */
  unmockedToolPolicy?: UnmockedToolPolicy
  /** Who plays the users of items whose user is simulated: an agent, or a model. Needed where there is one. */
  simulator?: Simulator
  /** Default: the name of the data. */
  name?: string
  /** What the target is called among others that it is compared with; kept in the record. */
  variant?: string
  /** The commit of the code that runs; kept in the record. */
  commit?: string
  /** Which items the data were cut down to, in words; kept in the record. Default: all of them. */
  selection?: string
  /** Where records are appended as they come. Default: nowhere. */
  file?: string
  /**
   * Goes on with the run in `file`: does what is left, and again what failed, or on which a scorer failed. Without a file
   * there, a new run. Default false.
   */
  resume?: boolean
  /** How often each item is answered. Default 1, and 3 where an item is a conversation. */
  repeats?: number
  /**
   * How often each answer is judged, to see how far the judge agrees with itself. The score is that of the first time;
   * a scorer that always gives the same score is not asked again. Default 1.
   */
  judgings?: number
  /**
   * The most items that are answered at once; with 2 or more, up to one fewer may be scored meanwhile. It falls to
   * as little as 1 where a provider sets limits. A judge makes at most 32 calls at once unless its own
   * `concurrency` says otherwise. Default 8.
   */
  concurrency?: number
  /** Time limit of one item, its answer and its scores together. Default 300,000. */
  timeoutInMs?: number
  /** How often an answer or a score is tried that fails in passing. Judges repeat their calls themselves. Default 3. */
  attempts?: number
  /** Wait before the second try; it doubles with each, plus up to as much at random. Default 500. */
  retryDelayInMs?: number
  /** Stops the run; items that are not finished are not recorded. */
  signal?: AbortSignal
  /** No item begins once it is used up; items that are under way are finished, so a run may cost a little more. */
  budget?: Budget
  /** What models cost. Default: none, and no money in the records. */
  prices?: Prices
  /**
   * Ends the run as soon as each scorer that both runs have is surely better or worse than in this baseline, by a test
   * that may be looked at after each item. Items are answered in a random order, each with all of its repeats.
   * Default: the whole dataset is answered.
   */
  stopWhenDecided?: {
    /** The run that this one is compared with. */
    baseline: EvaluationRun
    /** Any scorer is decided wrongly with a probability of at most 1 − level. Above 0.5, below 1. Default 0.95. */
    level?: number
  }
  /** Whether the prompts of judges are kept in the records. Default false. */
  keepPrompts?: boolean
  /**
   * Where answers of the scorers' judges are kept, so that an evaluation that did not change asks them nothing: a
   * LibSQL file, or a store as `cachedJudge` takes it. Default: nowhere.
   */
  cache?: string | CacheStore
  /** Stores the run as a Mastra experiment too. */
  experiment?: ExperimentOptions
  /**
   * Does the items elsewhere, as `itemWorkers` of `mastra-verdict/workers` lets other processes do them, each with the
   * same target and scorers. Default: this process does them.
   */
  workers?: ItemWorkers
  onProgress?: OnProgress
}

const isCache = (value: unknown) =>
  (typeof value === 'string' && value !== '') ||
  (typeof value === 'object' && value !== null && 'get' in value && 'set' in value)

const count = z.int().min(1)
const delay = z.number().min(0).max(2_147_483_647)

/** What can be checked here; target, data and scorers are checked where they are read. */
export const evaluateSchema = z
  .strictObject({
    target: z.unknown(),
    targetOptions: z.unknown().optional(),
    data: z.unknown(),
    scorers: z.unknown(),
    unmockedToolPolicy: z.enum(['allow', 'deny']).optional(),
    simulator: z.custom<Simulator>().optional(),
    name: z.string().min(1).optional(),
    variant: z.string().min(1).optional(),
    commit: z.string().min(1).optional(),
    selection: z.string().min(1).optional(),
    file: z.string().min(1).optional(),
    resume: z.boolean().default(false),
    repeats: count.optional(),
    judgings: count.default(1),
    concurrency: count.default(8),
    timeoutInMs: delay.min(1).default(300_000),
    attempts: count.default(3),
    retryDelayInMs: delay.default(500),
    signal: z.instanceof(AbortSignal).optional(),
    budget: budgetSchema.default({}),
    prices: pricesSchema.default({}),
    stopWhenDecided: stopWhenDecidedSchema.optional(),
    keepPrompts: z.boolean().default(false),
    cache: z.custom<string | CacheStore>(isCache, 'must be a file, or a store with get and set').optional(),
    experiment: z.custom<ExperimentOptions>().optional(),
    workers: z
      .custom<ItemWorkers>(
        (value) => typeof (value as ItemWorkers | null)?.run === 'function',
        'must be the result of itemWorkers from mastra-verdict/workers',
      )
      .optional(),
    onProgress: z.custom<OnProgress>().optional(),
  })
  .refine(({ file, resume }) => !resume || file !== undefined, {
    path: ['resume'],
    message: 'needs the file to continue',
  })

/** How work over answers is done, whatever is made of it. With a `file`, work that was stopped can go on. */
export const workOptions = z.object(evaluateSchema.shape).pick({
  file: true,
  resume: true,
  concurrency: true,
  timeoutInMs: true,
  attempts: true,
  retryDelayInMs: true,
  signal: true,
  budget: true,
  prices: true,
})

export type EvaluateSettings = z.output<typeof evaluateSchema> & { readonly repeats: number }

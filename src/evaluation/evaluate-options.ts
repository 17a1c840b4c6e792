import type { UnmockedToolPolicy } from '@mastra/core/datasets'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { type CacheStore, isStore } from '../judge/composed/cached/cache-store.ts'
import { type Budget, budgetSchema, type Prices, pricesSchema } from '../run/cost/prices.ts'
import type { EvaluationRun } from '../run/record.ts'
import type { ScorerEntry } from '../run/scorer-entry.ts'
import type { EvaluationDataset } from './dataset/dataset.ts'
import type { EvaluationItem } from './dataset/item.ts'
import { stopWhenDecidedSchema } from './sequential/stop-when-decided.ts'
import type { OnProgress } from './session/progress.ts'
import type { ItemWorkers } from './session/session-settings.ts'
import type { Simulator } from './target/simulated-user.ts'
import type { Target, TargetOptions } from './target/target.ts'

export interface EvaluateOptions {
  /** The target: an agent, a workflow, a function, or 'recorded' for the answers in the items. */
  target: Target
  /** Options of an agent's `generate` or a workflow's `start`, for every item. */
  targetOptions?: TargetOptions
  /** A file (JSONL, JSON, CSV), items, or the result of `readDataset` or `readStoredDataset`. */
  data: string | EvaluationDataset | readonly EvaluationItem[]
  scorers: readonly ScorerEntry[]
  /**
   * The treatment of calls of a tool without a mock, unless the item says so itself: 'allow' calls the tool,
   * 'deny' fails the item before the call. Default 'allow', as in Mastra's experiments.
   */
  unmockedToolPolicy?: UnmockedToolPolicy
  /** An agent or a model that plays simulated users. Required if an item has one. */
  simulator?: Simulator
  /** Default: the name of the data. */
  name?: string
  /** The target's name among others that it is compared with; kept in the record. */
  variant?: string
  /** The commit of the code under test; kept in the record. */
  commit?: string
  /** Its branch; kept in the record. */
  branch?: string
  /** The selection of items, in words; kept in the record. Default: all items. */
  selection?: string
  /** The run file, to which records are appended as they come. Default: none. */
  file?: string
  /**
   * Resumes the run in `file`: does the remaining items, and repeats those where the answer or a scorer failed. Starts
   * a new run if there is no file. Default false.
   */
  resume?: boolean
  /** The number of answers per item. Default 1, or 3 if an item is a conversation. */
  repeats?: number
  /**
   * The number of judgements per answer, to see how far the judge agrees with itself. The first one gives the score; a
   * deterministic scorer is not asked again. Default 1.
   */
  judgings?: number
  /**
   * The maximum number of items answered at once; from 2 on, up to one fewer may be scored meanwhile. It falls to as
   * little as 1 if a provider limits the rate. A judge makes at most 32 calls at once unless its own `concurrency` says
   * otherwise. Default 8.
   */
  concurrency?: number
  /** The time limit for one item, answer and scores together. Default 300,000. */
  timeoutInMs?: number
  /** The number of attempts after transient failures. Judges retry their calls themselves. Default 3. */
  attempts?: number
  /** The wait before the second attempt. It doubles each time, plus up to as much at random. Default 500. */
  retryDelayInMs?: number
  /** Stops the run; unfinished items are not recorded. */
  signal?: AbortSignal
  /** No item starts once it is used up. Items in progress are finished, so a run may cost a little more. */
  budget?: Budget
  /** Prices of models. Default: none, so that records contain no cost in money. */
  prices?: Prices
  /**
   * Ends the run as soon as each scorer that both runs have is surely better or worse than in this baseline, by a test
   * that remains valid when checked after each item. Items are answered in a random order, each with all of its
   * repeats. Default: the whole dataset is answered.
   */
  stopWhenDecided?: {
    /** The run to compare with. */
    baseline: EvaluationRun
    /** The probability of any wrong decision is at most 1 − level. Above 0.5, below 1. Default 0.95. */
    level?: number
  }
  /** Whether records keep the prompts of judges and their replies. Default false. */
  keepPrompts?: boolean
  /**
   * A cache for the answers of the scorers' judges, so that an unchanged evaluation asks them nothing: a LibSQL file,
   * or a store as for `cachedJudge`. Default: none.
   */
  cache?: string | CacheStore
  /** Also stores the run as a Mastra experiment, in a storage that supports datasets and experiments, like LibSQL. */
  experiment?: { mastra: Mastra }
  /**
   * Processes the items elsewhere, for example in other processes with `itemWorkers` of `mastra-verdict/workers`, each
   * with the same target and scorers. Default: in this process.
   */
  workers?: ItemWorkers
  onProgress?: OnProgress
}

const isCache = (value: unknown) => (typeof value === 'string' && value !== '') || isStore(value)

const count = z.int().min(1)
const delay = z.number().min(0).max(2_147_483_647)

/** Checks what can be checked here; target, data and scorers are checked when they are read. */
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
    branch: z.string().min(1).optional(),
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
    experiment: z.custom<NonNullable<EvaluateOptions['experiment']>>().optional(),
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

/** Options of any work over answers. With a `file`, interrupted work can resume. */
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

import type { Mastra } from '@mastra/core/mastra'
import { scoreStore } from '../../../evaluation/stored/score-store.ts'
import {
  type AnswerFilter,
  type TracedAnswer,
  tracedAnswers,
} from '../../../evaluation/stored/traced-answers.ts'
import type { Budget } from '../../../run/cost/prices.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { pause } from '../../../shared/abort.ts'
import type { NewJob } from '../engine/jobs.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import { attachedScorers, isSampled } from './attached-scorers.ts'
import { findFates } from './coverage.ts'

export interface BackfillOptions extends AnswerFilter {
  readonly mastra: Mastra
  readonly queue: ScoringQueue
  /** Used if the answer's agent does not have them itself. */
  readonly scorers?: readonly AnyScorer[]
  /** Ids of the scorers to run. Default: those of each answer's agent. */
  readonly only?: readonly string[]
  /** Share of the traces to read, 0 to 1; the same ones each time. Default 1. */
  readonly sample?: number
  /** The most jobs to enqueue. */
  readonly limit?: number
  /** Ends when the jobs have cost this much; the last jobs may exceed it slightly. */
  readonly budget?: Budget
  /** Whether to count only, and enqueue nothing. */
  readonly dryRun?: boolean
  readonly onProgress?: (counts: BackfillCounts) => void
  readonly signal?: AbortSignal
}

export interface BackfillCounts {
  /** Answers read. */
  answers: number
  /** Scorer id to the number of jobs enqueued, or that a dry run would enqueue. */
  readonly put: Map<string, number>
  /** Scores that already exist. */
  scored: number
  /** Jobs that the queue already has, in any state. */
  queued: number
  /** Answers whose trace is incomplete. */
  unreadable: number
  calls: number
  tokens: number
  /** US dollars; undefined if the price of a model is unknown. */
  money: number | undefined
  /** A missing key of `prices`, if the price is unknown. */
  unpriced?: string
  ended: 'all' | 'limit' | 'budget' | 'stopped'
}

const batchSize = 100
/** A backfill never delays the scores of today. */
const priority = -1

/**
 * Enqueues the scoring of stored answers that a scorer has not scored. It can be stopped and restarted: it skips
 * answers that have a score or a job.
 *
 * @throws Error if Mastra keeps no traces or no scores; TypeError for a scorer id that nobody has, and for a budget in
 * money if the price of a model is unknown.
 */
export async function backfill(options: BackfillOptions): Promise<BackfillCounts> {
  const counts: BackfillCounts = {
    answers: 0,
    put: new Map(),
    scored: 0,
    queued: 0,
    unreadable: 0,
    calls: 0,
    tokens: 0,
    money: 0,
    ended: 'all',
  }
  const { mastra, queue, sample = 1, limit = Number.POSITIVE_INFINITY, dryRun, signal, onProgress } = options
  await scoreStore(mastra)
  await checkScorers(options)
  let batch: NewJob[] = []
  let total = 0
  const flush = async () => {
    for (const { group } of batch) counts.put.set(group, (counts.put.get(group) ?? 0) + 1)
    if (!dryRun && batch.length > 0) await putWithin(options, counts, batch)
    batch = []
    onProgress?.(counts)
  }
  const isOver = () => {
    if (signal?.aborted) counts.ended = 'stopped'
    else if (total >= limit) counts.ended = 'limit'
    else if (isSpent(options, counts)) counts.ended = 'budget'
    return counts.ended !== 'all'
  }
  for await (const answer of tracedAnswers(mastra, options)) {
    if (isOver()) break
    if (!answer.isComplete || !isSampled(`backfill ${answer.traceId}`, sample)) continue
    counts.answers += 1
    for (const scorer of await missingScorers(answer, options, counts)) {
      if (total >= limit) break
      const job = jobFor(answer, scorer, queue)
      if (job === undefined) {
        counts.unreadable += 1
        break
      }
      total += 1
      batch.push(job)
    }
    if (batch.length >= (options.budget === undefined ? batchSize : batchWithin(options, counts, total)))
      await flush()
  }
  if (!signal?.aborted) await flush()
  isOver()
  return counts
}

/** A misspelt id would look like a backfill with nothing to do. */
async function checkScorers({ mastra, scorers = [], only = [] }: BackfillOptions): Promise<void> {
  const attached = await Promise.all(
    Object.values(mastra.listAgents()).map(({ id }) => attachedScorers(mastra, id)),
  )
  const known = [...attached.flat().map(({ scorer }) => scorer), ...scorers].map(({ id }) => id)
  const unknown = only.find((id) => !known.includes(id))
  if (unknown === undefined) return
  const which = known.length === 0 ? 'there are none' : `there are ${[...new Set(known)].join(', ')}`
  throw new TypeError(`no agent has the scorer "${unknown}", and scorers does not give it: ${which}`)
}

function jobFor(answer: TracedAnswer, scorer: AnyScorer, queue: ScoringQueue): NewJob | undefined {
  try {
    return queue.jobOf(scorer, answer.runFor(scorer), priority)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

async function missingScorers(
  answer: TracedAnswer,
  { mastra, queue, scorers = [], only }: BackfillOptions,
  counts: BackfillCounts,
): Promise<AnyScorer[]> {
  const attached = (await attachedScorers(mastra, answer.agentId)).map(({ scorer }) => scorer)
  const more = only === undefined ? [] : scorers.filter(({ id }) => !attached.some((own) => own.id === id))
  const meant = [...attached, ...more].filter(({ id }) => only === undefined || only.includes(id))
  const fates = await findFates(mastra, await queue.engine(), answer, meant, { isOfVersion: true })
  const unscored = meant.filter((scorer) => fates.get(scorer)?.became !== 'scored')
  const missing = unscored.filter((scorer) => !fates.get(scorer)?.hasJob)
  counts.scored += meant.length - unscored.length
  counts.queued += unscored.length - missing.length
  return missing
}

function isSpent(
  { budget = {} }: BackfillOptions,
  { calls, tokens, money, unpriced }: BackfillCounts,
): boolean {
  if (budget.money !== undefined && money === undefined)
    throw new TypeError(
      `${unpriced === undefined ? 'a model was called whose price is not in prices' : `prices has no '${unpriced}'`}, so the money cannot be counted: add it, or set a budget of calls or tokens`,
    )
  return (
    calls >= (budget.calls ?? Number.POSITIVE_INFINITY) ||
    tokens >= (budget.tokens ?? Number.POSITIVE_INFINITY) ||
    (money ?? 0) >= (budget.money ?? Number.POSITIVE_INFINITY)
  )
}

/** Returns a batch size that limits the overrun of the budget: small until the cost of a job is known. */
function batchWithin({ budget = {} }: BackfillOptions, counts: BackfillCounts, total: number): number {
  const shares = (['calls', 'tokens', 'money'] as const).flatMap((what) => {
    const most = budget[what]
    const spent = counts[what] ?? 0
    const each = spent / Math.max(1, total)
    return most === undefined ? [] : [each === 0 ? 10 : (most - spent) / each / 2]
  })
  return Math.max(1, Math.min(batchSize, ...shares.map(Math.floor)))
}

/** Enqueues jobs; with a budget, waits for their end to know their cost. */
async function putWithin(
  { queue, budget, signal }: BackfillOptions,
  counts: BackfillCounts,
  jobs: readonly NewJob[],
): Promise<void> {
  const engine = await queue.engine()
  await engine.put(jobs)
  if (budget === undefined) return
  const ids = jobs.map(({ id }) => id)
  // A dropped job has ended, too.
  const isOpen = async () =>
    [...(await engine.states(ids)).values()].some(({ state }) => state === 'waiting' || state === 'running')
  while (!signal?.aborted && (await isOpen())) await pause(200, signal)
  const { calls, tokens, money, unpriced } = await engine.spent(ids)
  counts.unpriced ??= unpriced
  counts.calls += calls
  counts.tokens += tokens
  counts.money = counts.money === undefined || money === undefined ? undefined : counts.money + money
}

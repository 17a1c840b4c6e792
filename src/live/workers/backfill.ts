import { setTimeout as delay } from 'node:timers/promises'
import type { Mastra } from '@mastra/core/mastra'
import type { AnyScorer } from '../../run/scorers.ts'
import { attachedScorers, isSampled } from './attached-scorers.ts'
import { fatesOf } from './coverage.ts'
import type { NewJob } from './engine/jobs.ts'
import { scoreStore } from './score-store.ts'
import type { ScoringQueue } from './scoring-queue.ts'
import { type AnswerFilter, type TracedAnswer, tracedAnswers } from './traced-answers.ts'

export interface BackfillOptions extends AnswerFilter {
  readonly mastra: Mastra
  readonly queue: ScoringQueue
  /** Put where the answer's agent does not have them itself. */
  readonly scorers?: readonly AnyScorer[]
  /** Ids of the scorers that are meant. Default: those of each answer's agent. */
  readonly only?: readonly string[]
  /** The share of the traces that is looked at, 0 to 1; the same ones each time. Default 1. */
  readonly sample?: number
  /** The most jobs that are put. */
  readonly limit?: number
  /** Ends when the jobs have cost so much; the last jobs may go a little beyond. */
  readonly budget?: { readonly calls?: number; readonly tokens?: number; readonly money?: number }
  /** Puts nothing, and only counts. */
  readonly dryRun?: boolean
  readonly onProgress?: (counts: BackfillCounts) => void
  readonly signal?: AbortSignal
}

export interface BackfillCounts {
  /** Answers that were looked at. */
  answers: number
  /** Jobs that were put; in a dry run, that would be. Scorer id to number. */
  readonly put: Map<string, number>
  /** Scores that are there already. */
  scored: number
  /** Jobs that the queue has already, whatever became of them. */
  queued: number
  /** Answers whose trace holds no whole run. */
  unreadable: number
  calls: number
  tokens: number
  /** US dollars; undefined where the price of a model is not known. */
  money: number | undefined
  /** A key of `prices` that is missing then. */
  unpriced?: string
  /** Why it ended. */
  ended: 'all' | 'limit' | 'budget' | 'stopped'
}

const batchSize = 100
/** A backfill never holds up the scores of today. */
const priority = -1

/**
 * Puts the scoring of stored answers into the queue that have no score by a scorer. It can be stopped and begun again:
 * what has a score, or a job, is passed over.
 *
 * @throws Error where Mastra keeps no traces or no scores; TypeError for the id of a scorer that nobody has, and for a
 * budget of money where the price of a model is not known.
 */
export async function backfill(options: BackfillOptions): Promise<BackfillCounts> {
  const counts: BackfillCounts = {
    ...{ answers: 0, put: new Map(), scored: 0, queued: 0, unreadable: 0 },
    ...{ calls: 0, tokens: 0, money: 0, ended: 'all' },
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
    if (!isSampled(`backfill ${answer.traceId}`, sample)) continue
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

/** An id that is misspelt would look like a backfill with nothing to do. */
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

/** Scorers that have neither scored the answer nor a job to do so. */
async function missingScorers(
  answer: TracedAnswer,
  { mastra, queue, scorers = [], only }: BackfillOptions,
  counts: BackfillCounts,
): Promise<AnyScorer[]> {
  const attached = (await attachedScorers(mastra, answer.agentId)).map(({ scorer }) => scorer)
  const more = only === undefined ? [] : scorers.filter(({ id }) => !attached.some((own) => own.id === id))
  const meant = [...attached, ...more].filter(({ id }) => only === undefined || only.includes(id))
  const fates = await fatesOf(mastra, await queue.engine(), answer, meant, { isOfVersion: true })
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

/** So few that what they cost does not go far beyond the budget: few until it is known what one costs. */
function batchWithin({ budget = {} }: BackfillOptions, counts: BackfillCounts, total: number): number {
  const shares = (['calls', 'tokens', 'money'] as const).flatMap((what) => {
    const most = budget[what]
    const spent = counts[what] ?? 0
    const each = spent / Math.max(1, total)
    return most === undefined ? [] : [each === 0 ? 10 : (most - spent) / each / 2]
  })
  return Math.max(1, Math.min(batchSize, ...shares.map(Math.floor)))
}

/** Puts jobs; where a budget is set, waits for their end to know what they cost. */
async function putWithin(
  { queue, budget, signal }: BackfillOptions,
  counts: BackfillCounts,
  jobs: readonly NewJob[],
): Promise<void> {
  const engine = await queue.engine()
  await engine.put(jobs)
  if (budget === undefined) return
  const ids = jobs.map(({ id }) => id)
  // One that somebody dropped has ended, too.
  const isOpen = async () =>
    [...(await engine.states(ids)).values()].some(({ state }) => state === 'waiting' || state === 'running')
  while (!signal?.aborted && (await isOpen())) await delay(200, undefined, { signal }).catch(() => undefined)
  const { calls, tokens, money, unpriced } = await engine.spent(ids)
  counts.unpriced ??= unpriced
  counts.calls += calls
  counts.tokens += tokens
  counts.money = counts.money === undefined || money === undefined ? undefined : counts.money + money
}

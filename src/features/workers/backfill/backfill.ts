import type { Mastra } from '@mastra/core/mastra'
import { scoreStore } from '../../../evaluation/stored/score-store.ts'
import {
  type AnswerFilter,
  type TracedAnswer,
  tracedAnswers,
} from '../../../evaluation/stored/traced-answers.ts'
import { type Budget, leavesRoom } from '../../../run/cost/prices.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { pause } from '../../../shared/abort.ts'
import type { NewJob } from '../engine/jobs.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import { attachedScorers, isSampled } from './attached-scorers.ts'
import { findFates } from './coverage.ts'

export interface BackfillOptions extends AnswerFilter {
  readonly mastra: Mastra
  readonly queue: ScoringQueue
  /** Those of the configuration. */
  readonly scorers?: readonly AnyScorer[]
  /**
   * Ids of the scorers to run: of each answer's agent, or else from `scorers`, or else of the Mastra instance. Default:
   * those of each answer's agent.
   */
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
  /** Answers in the traces, whether read or not. */
  found: number
  /** Answers read. Each of their scores is in one of the following counts, as long as no limit is reached. */
  answers: number
  /** Scorer id to the number of jobs enqueued, or that a dry run would enqueue. */
  readonly put: Map<string, number>
  /** Scores that already exist. */
  scored: number
  /** Scores for which the queue has a job, waiting or in progress. */
  queued: number
  notScorable: number
  /** Scores whose job has failed. */
  failed: number
  /** Scores that the queue knows as made, but the store does not have, or only of another version. */
  gone: number
  /** Agent to the number of its answers for which there is no scorer. */
  readonly withoutScorer: Map<string, number>
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
    found: 0,
    answers: 0,
    put: new Map(),
    scored: 0,
    queued: 0,
    notScorable: 0,
    failed: 0,
    gone: 0,
    withoutScorer: new Map(),
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
    counts.found += 1
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
    if (batch.length >= batchSize || !hasRoom(options, counts, total, batch.length)) await flush()
  }
  if (!signal?.aborted) await flush()
  isOver()
  return counts
}

/** Includes the scorers of agents, unless a function lists them. */
const ofProject = (mastra: Mastra): AnyScorer[] => Object.values(mastra.listScorers() ?? {})

/** A misspelt id would look like a backfill with nothing to do. */
async function checkScorers({ mastra, scorers = [], only = [] }: BackfillOptions): Promise<void> {
  const attached = await Promise.all(
    Object.values(mastra.listAgents()).map(({ id }) => attachedScorers(mastra, id)),
  )
  const own = attached.flat().map(({ scorer }) => scorer)
  const known = [...own, ...scorers, ...ofProject(mastra)].map(({ id }) => id)
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
  const { agentId } = answer
  const attached = (await attachedScorers(mastra, agentId)).map(({ scorer }) => scorer)
  const all = [...attached, ...scorers, ...ofProject(mastra)]
  const meant = only?.flatMap((wanted) => all.find(({ id }) => id === wanted) ?? []) ?? attached
  if (meant.length === 0) counts.withoutScorer.set(agentId, (counts.withoutScorer.get(agentId) ?? 0) + 1)
  const fates = await findFates(mastra, await queue.engine(), answer, meant, { isOfVersion: true })
  return meant.filter((scorer) => {
    const { became = 'lost', hasJob = false } = fates.get(scorer) ?? {}
    if (became === 'lost' && !hasJob) return true
    counts[became === 'lost' ? 'gone' : became] += 1
    return false
  })
}

function isSpent(
  { budget = {} }: BackfillOptions,
  { calls, tokens, money, unpriced }: BackfillCounts,
): boolean {
  if (budget.money !== undefined && money === undefined)
    throw new TypeError(
      `${unpriced === undefined ? 'prices lacks a model that was called' : `prices has no '${unpriced}'`}, so the money cannot be counted: add it, or set a budget of calls or tokens`,
    )
  return (
    calls >= (budget.calls ?? Number.POSITIVE_INFINITY) ||
    tokens >= (budget.tokens ?? Number.POSITIVE_INFINITY) ||
    (money ?? 0) >= (budget.money ?? Number.POSITIVE_INFINITY)
  )
}

/** Returns true if the budget is expected to last for another job beside those of the batch. */
function hasRoom(
  { budget = {} }: BackfillOptions,
  { calls, tokens, money }: BackfillCounts,
  total: number,
  batch: number,
): boolean {
  const spent = { calls, money, usage: { inputTokens: tokens, outputTokens: 0 } }
  return leavesRoom(budget, spent, { ended: total - batch, underWay: batch })
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

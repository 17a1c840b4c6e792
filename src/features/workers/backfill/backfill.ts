import { scoreStore } from '../../../evaluation/stored/score-store.ts'
import { type TracedAnswer, tracedAnswers } from '../../../evaluation/stored/traced-answers.ts'
import { leavesRoom } from '../../../run/cost/prices.ts'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { pause } from '../../../shared/abort.ts'
import type { NewJob } from '../engine/jobs.ts'
import type { ScoringQueue } from '../queue/scoring-queue.ts'
import { isSampled } from './attached-scorers.ts'
import type { BackfillCounts, BackfillOptions } from './backfill-options.ts'
import { checkScorers, missingScorers } from './missing-scorers.ts'

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
    filtered: 0,
    undecided: 0,
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

function jobFor(answer: TracedAnswer, scorer: AnyScorer, queue: ScoringQueue): NewJob | undefined {
  try {
    return queue.jobOf(scorer, answer.runFor(scorer), priority)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
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

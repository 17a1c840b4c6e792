import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { saveScorePayloadSchema } from '@mastra/core/evals'
import type { Mastra } from '@mastra/core/mastra'
import pRetry from 'p-retry'
import { allPages } from '../../evaluation/dataset/stored-items.ts'
import { inTime } from '../../shared/abort.ts'
import { messageOf } from '../../shared/message-of.ts'
import { Gathered } from './engine/gathered.ts'
import type { ScoringRun } from './scoring-job.ts'

/** What a scorer's run gave, as far as it is stored. */
export interface ScoredRun {
  readonly score: number
  readonly reason?: string
  readonly scoreTraceId?: string
  readonly [result: string]: unknown
}

/** Storage that is missing or cannot keep scores: no job could be done. */
export class NoScoreStoreError extends Error {
  override readonly name = 'NoScoreStoreError'
}

/** The store of scores does not answer, whatever the job: it is waited for, and costs no try. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'

  constructor(cause: unknown) {
    const message = messageOf(cause)
    super(`the store of scores cannot be reached: ${message}`, { cause })
  }
}

const patienceInMs = 10_000
/** A store that is away for a quarter of a minute costs no score a second judging. */
const saving = { retries: 6, minTimeout: 250, randomize: true, shouldRetry: () => true }

async function reach<Result>(work: () => Promise<Result>): Promise<Result> {
  return inTime(patienceInMs, work).catch((error: unknown) => {
    throw error instanceof NoScoreStoreError ? error : new StoreAwayError(error)
  })
}

/** @throws NoScoreStoreError where Mastra has no store for scores. */
export async function scoreStore(mastra: Mastra) {
  const store = await mastra.getStorage()?.getStore('scores')
  if (!store)
    throw new NoScoreStoreError(
      'the Mastra instance has no storage for scores: give it a `storage`, such as LibSQLStore',
    )
  return store
}

/** All scores of one answer. */
export const scoresOfAnswer = (
  store: Awaited<ReturnType<typeof scoreStore>>,
  { traceId, spanId }: { readonly traceId: string; readonly spanId: string },
) =>
  allPages(async (page) => {
    const { scores, pagination } = await store.listScoresBySpan({ traceId, spanId, pagination: page })
    return { entries: scores, pagination }
  })

/**
 * Waits for a store whose database is away for now.
 *
 * @param once Whether what is away is not waited for.
 * @throws NoScoreStoreError at once: a store that no setting names is never going to be there.
 */
export async function findStore(
  mastra: Mastra,
  {
    once,
    pollIntervalInMs,
    signal,
    onTrouble,
  }: {
    readonly once: boolean
    readonly pollIntervalInMs: number
    readonly signal: AbortSignal
    readonly onTrouble: (error: unknown) => void
  },
): Promise<void> {
  // Mastra logs each try in full, so they become rare.
  for (let waitInMs = pollIntervalInMs; !signal.aborted; waitInMs = Math.min(2 * waitInMs, patienceInMs)) {
    try {
      await scoreStore(mastra)
      hearErrors(mastra, onTrouble)
      return
    } catch (error) {
      if (error instanceof NoScoreStoreError || once) throw error
      onTrouble(error)
      await delay(waitInMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/**
 * A pool of connections whose idle clients fail, as when the database is stopped, tells it by an event that ends the
 * process where nobody hears it; `PostgresStore` of `@mastra/pg` leaves that to whoever has its pool.
 */
function hearErrors(mastra: Mastra, onTrouble: (error: unknown) => void): void {
  const { pool } = (mastra.getStorage() ?? {}) as { pool?: unknown }
  if (pool instanceof EventEmitter && pool.listenerCount('error') === 0) pool.on('error', onTrouble)
}

interface Written {
  readonly id: string
  readonly scorer: { readonly id: string; readonly name?: string; readonly judge?: unknown }
  readonly version?: string
  readonly run: ScoringRun
  readonly result: ScoredRun
}

/**
 * Writes a score where Mastra writes that of a live run: into the scores store, and to observability. The id of the job
 * is the id of the row, so a job that is done twice writes the same row twice.
 *
 * @throws StoreAwayError where the store does not answer.
 */
export async function writeScore(
  mastra: Mastra,
  { id, scorer, version, run, result }: Written,
): Promise<void> {
  const store = await reach(() => scoreStore(mastra))
  const { targetTraceId: traceId, targetSpanId: spanId, ...rest } = run
  const row = saveScorePayloadSchema.parse({
    ...rest,
    ...result,
    id,
    runId: run.runId,
    scorerId: scorer.id,
    entityId: run.entity.id,
    traceId,
    spanId,
    scorer: { ...run.scorer, hasJudge: scorer.judge !== undefined },
    metadata: { queued: true, ...(version === undefined ? {} : { version }) },
  })
  try {
    await pRetry(() => inTime(patienceInMs, () => store.saveScore(row)), saving)
  } catch (error) {
    // It answers, and takes this row not: that is about the job.
    await reach(() => store.getScoreById({ id }))
    throw error
  }
  await observe(mastra, { scorer, run, result })
}

/**
 * The score of a job that was done before, by a worker that died before it could say so. What that worker had not told
 * to observability any more is made up for, where the store can say what it has.
 *
 * @returns undefined where there is none.
 */
export async function writtenScore(
  mastra: Mastra,
  { id, scorer, run }: Omit<Written, 'version' | 'result'>,
): Promise<ScoredRun | undefined> {
  const row = (await reach(async () => (await scoreStore(mastra)).getScoreById({ id }))) as ScoredRun | null
  if (row === null) return undefined
  const { targetTraceId: traceId } = run
  const observability = await mastra.getStorage()?.getStore('observability')
  if (traceId === undefined || observability === undefined) return row
  const told = await observability
    .listScores({ filters: { traceId, scorerId: scorer.id } })
    // Many stores keep no scores of traces; exporters that went without may have had it.
    .catch(() => undefined)
  if (told?.scores.length === 0) await observe(mastra, { scorer, run, result: row })
  return row
}

/** As a scorer's own run tells it, when it is not told to leave that to others. */
async function observe(
  mastra: Mastra,
  { scorer, run, result }: Omit<Written, 'id' | 'version'>,
): Promise<void> {
  const {
    targetTraceId,
    targetSpanId,
    targetCorrelationContext,
    targetEntityType,
    targetScope,
    targetMetadata,
  } = run
  const traceId = targetTraceId ?? (targetCorrelationContext?.traceId as string | undefined)
  const spanId = targetSpanId ?? (targetCorrelationContext?.spanId as string | undefined)
  await mastra.observability.addScore?.({
    ...{ traceId, spanId },
    correlationContext: targetCorrelationContext as never,
    score: {
      scorerId: scorer.id,
      scorerName: scorer.name,
      scoreSource: 'live',
      score: result.score,
      reason: result.reason,
      scoreTraceId: result.scoreTraceId,
      targetEntityType: targetEntityType as never,
      metadata: {
        ...targetMetadata,
        hasGroundTruth: false,
        ...(targetScope === undefined ? {} : { targetScope }),
      },
    },
  })
  const instance = mastra.observability.getDefaultInstance()
  if (instance !== undefined) await flushed(instance)
}

const flushes = new WeakMap<
  {
    flush(): Promise<void>
  },
  Gathered<undefined>
>()

/**
 * An exporter gathers what it is told: it has to be written before the job is done. What was told by the time that a
 * flush begins goes with it, so one flush is for all jobs that wait for it.
 */
function flushed(instance: { flush(): Promise<void> }): Promise<void> {
  const gathered = flushes.get(instance) ?? new Gathered(() => instance.flush())
  flushes.set(instance, gathered)
  return gathered.add(undefined)
}

import { setTimeout as delay } from 'node:timers/promises'
import type { SaveScorePayload } from '@mastra/core/evals'
import type { Mastra } from '@mastra/core/mastra'
import pRetry from 'p-retry'
import { allPages } from '../../evaluation/dataset/stored-items.ts'
import { inTime } from '../../shared/in-time.ts'
import { hearLostConnections } from '../../shared/lost-connections.ts'
import { messageOf } from '../../shared/message-of.ts'

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
  const { pool } = (mastra.getStorage() ?? {}) as { pool?: unknown }
  hearLostConnections(pool, onTrouble)
  // Mastra logs each try in full, so they become rare.
  for (let waitInMs = pollIntervalInMs; !signal.aborted; waitInMs = Math.min(2 * waitInMs, patienceInMs)) {
    try {
      await scoreStore(mastra)
      return
    } catch (error) {
      if (error instanceof NoScoreStoreError || once) throw error
      onTrouble(error)
      await delay(waitInMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/**
 * The row of a score, by its id.
 *
 * @returns Null where there is none.
 * @throws StoreAwayError where the store does not answer.
 */
export const storedScore = (mastra: Mastra, id: string) =>
  reach(async () => (await scoreStore(mastra)).getScoreById({ id }))

/**
 * Writes a row, in place of one with the same id.
 *
 * @throws StoreAwayError where the store does not answer; the store's own error where it refuses this row.
 */
export async function saveScore(
  mastra: Mastra,
  row: SaveScorePayload & { readonly id: string },
): Promise<void> {
  const store = await reach(() => scoreStore(mastra))
  try {
    await pRetry(() => inTime(patienceInMs, () => store.saveScore(row)), saving)
  } catch (error) {
    // It answers, and takes this row not: that is about the job.
    await reach(() => store.getScoreById({ id: row.id }))
    throw error
  }
}

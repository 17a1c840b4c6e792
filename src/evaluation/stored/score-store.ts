import type { SaveScorePayload } from '@mastra/core/evals'
import type { Mastra } from '@mastra/core/mastra'
import pRetry from 'p-retry'
import { orAborted, pause } from '../../shared/abort.ts'
import { describeError } from '../../shared/describe-error.ts'
import { inTime } from '../../shared/in-time.ts'
import { hearLostConnections } from '../../shared/lost-connections.ts'
import { allPages } from '../dataset/stored-items.ts'

/** Thrown if there is no storage for scores: no job could be done. */
class NoScoreStoreError extends Error {
  override readonly name = 'NoScoreStoreError'
}

/** Thrown if the store of scores does not respond. The worker waits for it, without counting an attempt. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'

  constructor(cause: unknown) {
    const message = describeError(cause)
    super(`the store of scores cannot be reached: ${message}`, { cause })
  }
}

const patienceInMs = 10_000
/** A store that is away for 15 seconds does not cost a second judging. */
const saving = { retries: 6, minTimeout: 250, randomize: true, shouldRetry: () => true }

/** @throws StoreAwayError if the store does not respond within ten seconds, or its own work fails. */
export async function reach<Result>(work: () => Promise<Result>): Promise<Result> {
  return inTime(patienceInMs, work).catch((error: unknown) => {
    throw error instanceof NoScoreStoreError ? error : new StoreAwayError(error)
  })
}

/** @throws NoScoreStoreError if Mastra has no store for scores. */
export async function scoreStore(mastra: Mastra) {
  const store = await mastra.getStorage()?.getStore('scores')
  if (!store)
    throw new NoScoreStoreError(
      'the Mastra instance has no storage for scores: give it a `storage`, such as LibSQLStore',
    )
  return store
}

export const scoresOfAnswer = (
  store: Awaited<ReturnType<typeof scoreStore>>,
  { traceId, spanId }: { readonly traceId: string; readonly spanId: string },
) =>
  allPages(async (page) => {
    const { scores, pagination } = await store.listScoresBySpan({ traceId, spanId, pagination: page })
    return { entries: scores, pagination }
  })

/**
 * Waits for a store whose database is temporarily away.
 *
 * @param once Whether to fail instead of waiting.
 * @throws NoScoreStoreError at once: a store that is not configured will never appear.
 */
export async function findStore(
  mastra: Mastra,
  how: {
    readonly once: boolean
    readonly pollIntervalInMs: number
    readonly signal: AbortSignal
    readonly onTrouble: (error: unknown) => void
  },
): Promise<void> {
  const { once, pollIntervalInMs, signal, onTrouble } = how
  const { pool } = (mastra.getStorage() ?? {}) as { pool?: unknown }
  hearLostConnections(pool, onTrouble)
  // Mastra logs each attempt in full, so attempts become rare.
  for (let waitInMs = pollIntervalInMs; !signal.aborted; waitInMs = Math.min(2 * waitInMs, patienceInMs)) {
    try {
      // Opening it makes its tables, over a connection that may say nothing for ever.
      await orAborted(
        inTime(patienceInMs, () => scoreStore(mastra)),
        signal,
      )
      return
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof NoScoreStoreError || once) throw error
      onTrouble(error)
      await pause(waitInMs, signal)
    }
  }
}

/**
 * Reads the row of a score by its id.
 *
 * @throws StoreAwayError if the store does not respond.
 */
export const storedScore = (mastra: Mastra, id: string) =>
  reach(async () => (await scoreStore(mastra)).getScoreById({ id }))

/**
 * Writes a row, replacing one with the same id.
 *
 * @throws StoreAwayError if the store does not respond; the store's own error if it rejects this row.
 */
export async function saveScore(
  mastra: Mastra,
  row: SaveScorePayload & { readonly id: string },
): Promise<void> {
  const store = await reach(() => scoreStore(mastra))
  try {
    await pRetry(() => inTime(patienceInMs, () => store.saveScore(row)), saving)
  } catch (error) {
    // The store responds but rejects this row: the job is at fault.
    await reach(() => store.getScoreById({ id: row.id }))
    throw error
  }
}

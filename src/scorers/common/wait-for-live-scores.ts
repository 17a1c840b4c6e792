import { setTimeout as delay } from 'node:timers/promises'
import type { Mastra } from '@mastra/core/mastra'
import { z } from 'zod/v4'
import { orAborted } from '../../shared/abort.ts'
import { readOptions } from '../../shared/read-options.ts'
import { plural } from '../reason/count-found.ts'
import { findMastra } from './registered-mastra.ts'
import type { Layer, RunResult } from './run-layers.ts'

const optionsSchema = z.strictObject({ timeoutInMs: z.number().positive().default(10_000) })

/** Mastra begins to score an answer a moment after the agent gives it. */
const quietInMs = 100
/** Mastra stores a score right after the run; if that fails, it never does. */
const savedWithinInMs = 5_000

/** Work that would be lost if the process ended now. */
export interface LiveWork {
  /** The number of scores that are not stored yet. */
  readonly size: number
  settled(): Promise<unknown>
}

const works = new Set<LiveWork>()
let begun = 0

/** @returns A function to call when the work is done. */
export function beginLiveWork(work: LiveWork): () => void {
  begun += 1
  works.add(work)
  return () => works.delete(work)
}

/**
 * Waits until the live scores of this process are stored, and those for workers are in their queue. Call it
 * at the end of a function on a serverless platform, and before `mastra.shutdown()`, which closes the store.
 * It also waits for answers that Mastra begins to score within 100 milliseconds.
 *
 * @returns The number of scores it gave up on, which it also warns of; they continue as long as the process
 *   does.
 * @throws TypeError for an option out of range.
 */
export async function waitForLiveScores(
  options: {
    /** In milliseconds. Default 10,000. */
    timeoutInMs?: number
  } = {},
): Promise<{ givenUp: number }> {
  const { timeoutInMs } = readOptions('waitForLiveScores', optionsSchema, options)
  const late = new AbortController()
  // This timer also keeps the process alive, which the timers of queues and stores may not do.
  const timer = setTimeout(() => late.abort(), timeoutInMs)
  const { signal } = late
  const left = () => [...works].reduce((sum, { size }) => sum + size, 0)
  let seen = -1
  while (!signal.aborted && (left() > 0 || seen !== begun)) {
    seen = begun
    const settled = Promise.allSettled([...works].map((work) => work.settled()))
    await orAborted(settled, signal)
      .then(() => delay(quietInMs, undefined, { signal }))
      .catch(() => undefined)
  }
  clearTimeout(timer)
  const givenUp = left()
  if (givenUp > 0)
    console.warn(
      `waitForLiveScores: ${givenUp} live ${plural(givenUp, 'score')} given up after ${timeoutInMs} ms`,
    )
  return { givenUp }
}

interface ScoreStore {
  saveScore(row: { readonly runId: string; readonly scorerId: string }): Promise<unknown>
}

/** Makes `waitForLiveScores` wait for the scorer's live runs, and then for Mastra to store their scores. */
export const storing =
  (scorer: { readonly id: string }): Layer =>
  (run) =>
  (input, options) => {
    const running = run(input, options)
    const key = `${scorer.id} ${input.runId}`
    const stored = untilStored(findMastra(scorer), key, running).catch(() => undefined)
    const end = beginLiveWork({ size: 1, settled: () => stored })
    stored.finally(end)
    return running
  }

/** Settles when the score of a run is stored, or will not be. */
async function untilStored(mastra: Mastra | undefined, key: string, run: Promise<RunResult>): Promise<void> {
  const store = (await mastra?.getStorage()?.getStore('scores')) as ScoreStore | undefined
  const saves = store && watchSaves(store)
  const saved = Promise.withResolvers<void>()
  const earlier = saves?.get(key)
  // Registered before the run ends: Mastra stores its score at once.
  saves?.set(key, () => {
    earlier?.()
    saved.resolve()
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const { notScorable } = await run
    if (saves === undefined || notScorable) return
    timer = setTimeout(saved.resolve, savedWithinInMs)
    await saved.promise
  } finally {
    clearTimeout(timer)
    saves?.delete(key)
  }
}

const expected = new WeakMap<ScoreStore, Map<string, () => void>>()

/** Returns the callbacks that wait for scores to be stored there, by run. */
function watchSaves(store: ScoreStore): Map<string, () => void> {
  const known = expected.get(store)
  if (known) return known
  const saves = new Map<string, () => void>()
  expected.set(store, saves)
  const { saveScore } = store
  store.saveScore = async (row) => {
    try {
      return await saveScore.call(store, row)
    } finally {
      saves.get(`${row.scorerId} ${row.runId}`)?.()
    }
  }
  return saves
}

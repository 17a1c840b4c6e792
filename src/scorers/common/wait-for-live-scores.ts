import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod/v4'
import { orAborted } from '../../shared/abort.ts'
import { reportCounts } from '../../shared/once-a-minute.ts'
import { readOptions } from '../../shared/read-options.ts'
import { plural } from '../reason/count-found.ts'

const optionsSchema = z.strictObject({ timeoutInMs: z.number().positive().default(10_000) })

/** Mastra begins to score an answer a moment after the agent gives it. */
const quietInMs = 100

/** Work that would be lost if the process ended now. */
export interface LiveWork {
  /** The number of scores that are not stored yet. */
  readonly size: number
  settled(): Promise<unknown>
}

const works = new Set<LiveWork>()
let begun = 0
let hasGivenUp = false

const scoresLeft = () => [...works].reduce((sum, { size }) => sum + size, 0)

process.on('exit', () => {
  const left = scoresLeft()
  if (left === 0) return
  const scores = plural(left, 'live score')
  const advice = hasGivenUp ? '' : '. Wait with waitForLiveScores() before it ends'
  // Mastra may not have begun others.
  console.warn(`at least ${left} ${scores} lost: the process ended first${advice}`)
})

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
  let seen = -1
  while (!signal.aborted && (scoresLeft() > 0 || seen !== begun)) {
    seen = begun
    const settled = Promise.allSettled([...works].map((work) => work.settled()))
    await orAborted(settled, signal)
      .then(() => delay(quietInMs, undefined, { signal }))
      .catch(() => undefined)
  }
  clearTimeout(timer)
  // The platform may freeze this process now, without an end at which it could say more.
  reportCounts()
  const givenUp = scoresLeft()
  hasGivenUp ||= givenUp > 0
  if (givenUp > 0)
    console.warn(
      `waitForLiveScores: ${givenUp} live ${plural(givenUp, 'score')} given up after ${timeoutInMs} ms`,
    )
  return { givenUp }
}

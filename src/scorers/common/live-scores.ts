import { z } from 'zod/v4'
import { callSurroundings, surroundCalls } from '../../judge/call/surroundings.ts'
import { orAborted } from '../../shared/abort.ts'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import { readOptions } from '../../shared/read-options.ts'
import { plural } from '../reason/wording.ts'
import { makeWarner } from './failed-runs.ts'

const optionsSchema = z.strictObject({
  atMost: z.int().positive().default(500),
  drop: z.enum(['oldest', 'newest']).default('newest'),
})

const defaults = optionsSchema.parse({})
const bounds = new WeakMap<object, Required<Parameters<typeof boundLiveScores>[1]>>()

/** Marks a live run that a caller waits for, such as a worker's: the bound does not apply to it. */
export const isWaitedFor = Symbol('waited for')

interface RunInput {
  readonly [isWaitedFor]?: boolean
  readonly scoreSource?: string
  readonly runId?: string
}

/**
 * Sets how many live scores of a scorer may wait for its judge. Above that number a run is not scored: it is not
 * scorable, with the reason, and the logger warns once a minute how many there were. Runs that a caller waits for, such
 * as those of an evaluation, are never dropped.
 *
 * @throws TypeError for an option out of range, and for a scorer that is not Verdict's.
 */
export function boundLiveScores<Scorer extends object>(
  scorer: Scorer,
  options: {
    /** Live scores of this scorer that may be running or waiting at the same time. Default 500. */
    atMost?: number
    /** The run to drop above that number: the longest waiting, or the one just started. Default 'newest'. */
    drop?: 'oldest' | 'newest'
  },
): Scorer {
  if (!bounds.has(scorer)) throw new TypeError('boundLiveScores: only Verdict scorers can be bounded')
  bounds.set(scorer, readOptions('boundLiveScores', optionsSchema, options))
  return scorer
}

/**
 * Holds a scorer to its bound. When a judge hangs, each live run and its answer stay in memory until all time limits
 * and retries are over, and nothing slows the source of live runs down.
 */
export function withLiveBound<Scorer extends object>(scorer: Scorer): Scorer {
  const runnable = scorer as Scorer & { readonly id: string; run(input: RunInput): Promise<unknown> }
  const { run } = runnable
  const waiting = new Set<AbortController>()
  const warn = makeWarner(runnable)
  bounds.set(scorer, defaults)
  const bound = () => bounds.get(scorer) ?? defaults
  const report = countedOnceAMinute((count) => {
    warn(
      `${runnable.id}: ${count} live ${plural(count, 'score')} dropped: ${bound().atMost} are already in progress`,
    )
  })

  function dropped(input: RunInput, atMost: number): unknown {
    report()
    const reason = `dropped: ${atMost} live scores are already in progress`
    return {
      ...input,
      runId: input.runId ?? crypto.randomUUID(),
      notScorable: { step: 'preprocess', reason },
    }
  }

  runnable.run = async (input) => {
    if (input.scoreSource !== 'live' || input[isWaitedFor]) return run.call(scorer, input)
    const { atMost, drop } = bound()
    const [oldest] = waiting
    if (oldest && waiting.size >= atMost) {
      if (drop === 'newest') return dropped(input, atMost)
      waiting.delete(oldest)
      oldest.abort(new Error('dropped in favour of a newer live score'))
    }
    const controller = new AbortController()
    const { signal } = controller
    const { signal: outer, ...around } = callSurroundings()
    const within = { ...around, signal: outer ? AbortSignal.any([outer, signal]) : signal }
    waiting.add(controller)
    try {
      return await orAborted(
        surroundCalls(within, () => run.call(scorer, input)),
        signal,
      )
    } catch (error) {
      if (signal.aborted) return dropped(input, atMost)
      throw error
    } finally {
      waiting.delete(controller)
    }
  }
  return scorer
}

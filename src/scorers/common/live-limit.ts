import { z } from 'zod/v4'
import { callSurroundings, surroundCalls } from '../../judge/call/call-context.ts'
import { either, orAborted } from '../../shared/abort.ts'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import { readOptions } from '../../shared/read-options.ts'
import { plural } from '../reason/count-found.ts'
import { warn } from './registered-mastra.ts'
import { type Layer, notScored, type RunInput } from './run-layers.ts'

const optionsSchema = z.strictObject({
  atMost: z.int().positive().default(500),
  drop: z.enum(['oldest', 'newest']).default('newest'),
})

const defaults = optionsSchema.parse({})
const bounds = new WeakMap<object, Required<Parameters<typeof boundLiveScores>[1]>>()

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
export function bound(scorer: { readonly id: string }): Layer {
  const waiting = new Set<AbortController>()
  bounds.set(scorer, defaults)
  const limits = () => bounds.get(scorer) ?? defaults
  const report = countedOnceAMinute((count) => {
    warn(
      scorer,
      `${scorer.id}: ${count} live ${plural(count, 'score')} dropped: ${limits().atMost} are already in progress`,
    )
  })

  function dropped(input: RunInput, atMost: number) {
    report()
    return notScored(input, `dropped: ${atMost} live scores are already in progress`)
  }

  return (run) => async (input, options) => {
    const { atMost, drop } = limits()
    const [oldest] = waiting
    if (oldest && waiting.size >= atMost) {
      if (drop === 'newest') return dropped(input, atMost)
      waiting.delete(oldest)
      oldest.abort(new Error('dropped in favour of a newer live score'))
    }
    const controller = new AbortController()
    const { signal } = controller
    const around = callSurroundings()
    const within = { ...around, signal: either(around.signal, signal) }
    waiting.add(controller)
    try {
      return await orAborted(
        surroundCalls(within, () => run(input, { ...options, signal: within.signal })),
        signal,
      )
    } catch (error) {
      if (signal.aborted) return dropped(input, atMost)
      throw error
    } finally {
      waiting.delete(controller)
    }
  }
}

import { randomUUID } from 'node:crypto'
import type { AnyScorer } from '../../../run/scorer-entry.ts'
import { addLayers, type Layer, notScored, onLiveRuns } from '../../../scorers/common/run-layers.ts'
import { readOptions } from '../../../shared/read-options.ts'
import { queuedSchema, readQuietTime, setQuietTime } from './quiet-time.ts'
import type { ScoringQueue } from './scoring-queue.ts'

const queuedKey = Symbol.for('mastra-verdict.queued')

/** Returns the queue of a scorer; undefined if it scores live answers at once. */
export const findQueue = (scorer: object) => (scorer as { [queuedKey]?: ScoringQueue })[queuedKey]

/**
 * Lets workers do the live runs of a scorer: if Mastra scores a live answer with it, the run goes into the queue with
 * the outcome "not scorable: queued", so that Mastra stores nothing. In evaluations, `runEvals` and direct runs it
 * scores at once.
 *
 * @param options The subject of one live score.
 * @param scorer Any Mastra scorer, of this package or not; it is changed and returned, and is still the same to Mastra.
 * @param options `{ per: 'thread', quietInMs }` scores whole threads, each after it has been quiet for this long, and
 * once per state.
 * @throws TypeError for a scorer that already has another queue, and for threads with a scorer that does not read
 * conversations.
 */
export function queued<Scorer extends AnyScorer>(
  scorer: Scorer,
  queue: ScoringQueue,
  options: {
    /** Each answer, or each whole thread, for scorers of conversations. Default 'answer'. */
    per?: 'answer' | 'thread'
    /** For threads: how long one must be quiet before it is scored, in milliseconds; up to 30 days. */
    quietInMs?: number
  } = {},
): Scorer {
  const { quietInMs } = readOptions('queued', queuedSchema, options)
  const earlier = findQueue(scorer)
  if (earlier === queue && readQuietTime(scorer) === quietInMs) return scorer
  if (earlier !== undefined)
    throw new TypeError(`queued: ${scorer.id} already has another queue, or the same one with other options`)
  if (quietInMs !== undefined) setQuietTime(scorer, quietInMs)
  const enqueue: Layer = () => async (input) => {
    if (quietInMs !== undefined && input.threadId === undefined)
      return notScored(input, 'the answer is not in a thread, and only threads are scored')
    const run = { ...input, runId: input.runId ?? randomUUID() }
    const why = queue.add(scorer, run)
      ? 'queued'
      : 'dropped: the queue was closed, or is out of reach with too many jobs waiting'
    return notScored(run, why)
  }
  addLayers(scorer, { queue: onLiveRuns(enqueue) })
  queue.expectRuns()
  return Object.defineProperty(scorer, queuedKey, { value: queue })
}

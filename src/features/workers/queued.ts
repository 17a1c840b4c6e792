import type { AnyScorer } from '../../run/scorers.ts'
import { readOptions } from '../../shared/read-options.ts'
import { queuedSchema, readQuietTime, setQuietTime } from './per-thread.ts'
import type { ScoringQueue } from './scoring-queue.ts'

const queuedKey = Symbol.for('mastra-verdict.queued')

interface QueuedScorer {
  readonly queue: ScoringQueue
  /** Scores at once, whoever asks. */
  readonly scoreNow: (input: object) => Promise<unknown>
}

const readQueued = (scorer: object) => (scorer as { [queuedKey]?: QueuedScorer })[queuedKey]

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
  const earlier = readQueued(scorer)
  if (earlier?.queue === queue && readQuietTime(scorer) === quietInMs) return scorer
  if (earlier !== undefined)
    throw new TypeError(`queued: ${scorer.id} already has another queue, or the same one with other options`)
  if (quietInMs !== undefined) setQuietTime(scorer, quietInMs)
  const run = scorer.run as (input: object) => Promise<unknown>
  const scoreNow = (input: object) => run.call(scorer, input)
  const runOrQueue = async (input: object) => {
    const {
      scoreSource,
      runId = crypto.randomUUID(),
      threadId,
    }: { readonly scoreSource?: string; readonly runId?: string; readonly threadId?: string } = input
    if (scoreSource !== 'live') return scoreNow(input)
    const notScored = (reason: string) => ({ ...input, runId, notScorable: { step: 'preprocess', reason } })
    if (quietInMs !== undefined && threadId === undefined)
      return notScored('the answer is not in a thread, and only threads are scored')
    const isIn = queue.add(scorer, { ...input, runId })
    const why = isIn
      ? 'queued'
      : 'dropped: the queue was closed, or is out of reach with too many jobs waiting'
    return notScored(why)
  }
  queue.expectRuns()
  Object.defineProperty(scorer, queuedKey, { value: { queue, scoreNow } satisfies QueuedScorer })
  return Object.assign(scorer, { run: runOrQueue })
}

/** Scores at once, even if the scorer is queued. */
export function scoreNow(scorer: AnyScorer, input: object): Promise<unknown> {
  const run = scorer.run as (input: object) => Promise<unknown>
  return readQueued(scorer)?.scoreNow(input) ?? run.call(scorer, input)
}

/** Returns the queue of a scorer; undefined if it scores live answers at once. */
export const findQueue = (scorer: object) => readQueued(scorer)?.queue

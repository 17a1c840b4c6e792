import { readMeasured } from '../../../evaluation/comparison/scorer-differences.ts'
import type { ReadMonitorOptions } from '../monitor-options.ts'
import type { KnownScorers } from './known-scorers.ts'
import type { References } from './references.ts'
import type { StreamKey } from './stream-key.ts'
import type { StreamOptions } from './stream-state.ts'

/** The settings of the monitor, and what is known of its scorers. */
export interface StreamSurroundings {
  readonly options: Pick<
    ReadMonitorOptions,
    'by' | 'allowedLoss' | 'averageRunLength' | 'conversationIdleInMs' | 'queue' | 'mostStreams'
  >
  readonly scorers: KnownScorers
  readonly references: References
  /** Called for streams that start anew, and for values that get no stream. */
  readonly onWarning: (sentence: string) => void
}

const mostOpen = 2000
/** The allowed increase in the share of failed jobs. */
const allowedFailures = 0.02

export function makeStreamOptions(
  key: StreamKey,
  { options, scorers, references }: StreamSurroundings,
): StreamOptions {
  const { allowedLoss, averageRunLength } = options
  // Each score goes to one overall stream and one per field; the end of its job goes to one more.
  const detectors = 1 + options.by.length + (options.queue === undefined ? 0 : 1)
  const conversations = { idleInMs: options.conversationIdleInMs, mostOpen }
  const record = scorers.get(key.scorerId)?.record
  const measured = key.of === 'scores' ? readMeasured(record) : undefined
  const { reference, scores } = references.of(key, measured)
  if (key.of === 'failures') {
    const watch = { low: 0, high: 1, direction: 'rise', allowed: allowedFailures, reference } as const
    return { key, watch: { ...watch, averageRunLength, detectors }, conversations }
  }
  const { scale = 1, lowerIsBetter = false } = record ?? {}
  const share = typeof allowedLoss === 'number' ? allowedLoss : 0.02
  const own = typeof allowedLoss === 'number' ? undefined : allowedLoss[key.scorerId]
  return {
    key,
    measured,
    sampling: scorers.sampling(key.scorerId, key.field === 'agent' ? key.value : undefined),
    watch: {
      low: 0,
      high: scale,
      direction: lowerIsBetter ? 'rise' : 'drop',
      reference,
      allowed: own ?? share * scale,
      averageRunLength,
      detectors,
      greatestWeight: key.field === 'agent' ? 1 : scorers.greatestWeight(key.scorerId),
    },
    conversations,
    references: scores,
  }
}

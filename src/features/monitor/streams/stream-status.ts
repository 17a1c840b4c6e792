import { compact } from '../../../shared/compact.ts'
import { type ConfidenceSequence, steadyInterval } from '../../../statistics/confidence-sequence.ts'
import type { StreamStatus } from '../status.ts'
import type { Stream } from './stream.ts'
import { toLabel } from './stream-key.ts'

const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())

/** @param about Whether answers get no scores, and whether the question mix has changed. */
export function streamStatus(stream: Stream, about: { isBlind: boolean; isMix: boolean }): StreamStatus {
  const { key, watch, counts, all, current, history, options } = stream
  const { detector } = watch
  const { low, high, direction } = options.watch
  const state = decideState(stream, about)
  return {
    key,
    state,
    label: toLabel(key),
    words: describeStream(stream, state),
    low,
    high,
    lowerIsBetter: direction === 'rise',
    reference: detector.reference,
    limit: detector.limit,
    evidence: detector.evidence / detector.threshold,
    scores: counts.scores,
    observations: all.count,
    openConversations: stream.open,
    outOfRange: counts.outOfRange,
    // A confidence sequence describes one mean, not several.
    all: counts.changes === 0 ? toMean(all) : { count: all.count, mean: all.mean },
    current: { ...toMean(current), since: iso(stream.currentSince) },
    judging:
      counts.judged === 0
        ? undefined
        : {
            calls: counts.calls / counts.judged,
            tokens: counts.tokens / counts.judged,
            durationInMs: counts.durationInMs / counts.judged,
          },
    lastScoreAt: iso(stream.lastTime),
    history: history.points.map(({ from, to, count, sum }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      count,
      mean: sum / count,
    })),
  }
}

const toMean = (sequence: ConfidenceSequence) => {
  const { low, high } = steadyInterval(sequence) ?? {}
  return { count: sequence.count, mean: sequence.mean, low, high }
}

function decideState(
  stream: Stream,
  { isBlind, isMix }: { isBlind: boolean; isMix: boolean },
): StreamStatus['state'] {
  const { watch } = stream
  if (watch.alarmedAt !== undefined) return isMix ? 'mix' : 'alarm'
  if (isBlind) return 'blind'
  if (stream.isLearning) return 'learning'
  return isBeyondLimit(stream) ? 'worsening' : 'calm'
}

/**
 * Returns whether the whole 95 % interval of the mean is beyond the limit, or the mean itself if it has changed so much
 * that it has no interval: an alarm needs more evidence than that.
 */
function isBeyondLimit({ watch, options, current }: Stream): boolean {
  const { mean } = toMean(current)
  const { low = mean, high = mean } = steadyInterval(current) ?? {}
  return isBeyond(options.watch.direction === 'drop' ? high : low, { watch, options })
}

function isBeyond(value: number | undefined, { watch, options }: Pick<Stream, 'watch' | 'options'>): boolean {
  const { limit } = watch.detector
  if (limit === undefined || value === undefined) return false
  return options.watch.direction === 'drop' ? value < limit : value > limit
}

function describeStream(stream: Stream, state: StreamStatus['state']): string {
  const { counts, current, options } = stream
  const isUnsteady = current.count > 0 && steadyInterval(current) === undefined
  return compact([
    describeState(stream, state),
    isUnsteady && 'The mean has changed over time, so no interval is shown.',
    counts.readOtherwise > 0 &&
      `Not counted, because the judge gave no usable share and they count by verdict: ${counts.readOtherwise}.`,
    counts.outOfRange > 0 &&
      `Scores outside ${options.watch.low} to ${options.watch.high}, not counted: ${counts.outOfRange}. Give the scale of the scorer in \`scorers\`.`,
  ]).join(' ')
}

function describeState(
  { watch, options, all, current, because }: Stream,
  state: StreamStatus['state'],
): string {
  const { detector, alarmedAt } = watch
  const { reference, direction, low, high } = options.watch
  const since = `since ${iso(alarmedAt?.time)?.slice(0, 16).replace('T', ' ')} UTC.`
  if (state === 'alarm') return `In alarm ${since}`
  if (state === 'mix') return `Other questions ${since}`
  if (state === 'blind') return 'Blind: agents answer but no scores arrive.'
  if (state === 'learning') {
    const needed = 'observations' in reference ? reference.observations : 0
    const again = because === undefined ? '' : ` It started again: ${because}.`
    return `Learning its reference: ${detector.count} of ${needed} observations.${again}`
  }
  if (state === 'worsening')
    return `${direction === 'drop' ? 'Falling' : 'Rising'}, not sure enough yet for an alarm.`
  const { limit } = detector
  if (limit !== undefined && (direction === 'drop' ? limit <= low : limit >= high))
    return 'No change can be found: the reference is so close to the end of the scale that no change would exceed the allowed loss.'
  if (all.count === 0) return 'No score yet.'
  return isBeyond(toMean(current).mean, { watch, options })
    ? 'Beyond the limit, but within chance of it.'
    : 'No change.'
}

import { compact } from '../../../shared/compact.ts'
import { type ConfidenceSequence, steadyInterval } from '../../../statistics/confidence-sequence.ts'
import type { ChangeDetector } from '../detectors/change-detector.ts'
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
  return isSuspected(watch.detector) ? 'worsening' : 'calm'
}

/** Halfway to an alarm: winnings multiply, so that half of the way is the root. */
const isSuspected = ({ evidence, threshold }: ChangeDetector) => evidence >= Math.sqrt(threshold)

function isMeanBeyond({ watch, options, current }: Stream): boolean {
  const { limit } = watch.detector
  const { mean } = current
  if (limit === undefined || mean === undefined) return false
  return options.watch.direction === 'drop' ? mean < limit : mean > limit
}

function describeStream(stream: Stream, state: StreamStatus['state']): string {
  const { counts, current, judge, options } = stream
  const offScale = counts.outOfRange - counts.noNumber
  const isUnsteady = current.count > 0 && steadyInterval(current) === undefined
  return compact([
    describeState(stream, state),
    isUnsteady && 'The mean has moved over time, so it has no interval.',
    judge.leftOut > 0 && `Not counted, because another judge gave them: ${judge.leftOut}.`,
    counts.readOtherwise > 0 &&
      `Not counted, because the judge gave no usable share and they count by verdict: ${counts.readOtherwise}.`,
    counts.noNumber > 0 && `Scores that are not a number, not counted: ${counts.noNumber}.`,
    offScale > 0 &&
      `Scores outside ${options.watch.low} to ${options.watch.high}, not counted: ${offScale}. Give the scale of the scorer in \`scorers\`.`,
  ]).join(' ')
}

function describeState(stream: Stream, state: StreamStatus['state']): string {
  const { watch, options, all, because } = stream
  const { detector, alarmedAt } = watch
  const { reference, direction, low, high } = options.watch
  const when = `${iso(alarmedAt?.time)?.slice(0, 16).replace('T', ' ')} UTC`
  if (state === 'alarm') return `In alarm since ${when}.`
  if (state === 'mix') return `The question mix has changed (noticed ${when}).`
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
  if (all.count === 0) return 'No observation is complete yet.'
  if (isMeanBeyond(stream)) return 'Beyond the limit, but within chance of it.'
  return `No ${direction === 'drop' ? 'loss' : 'rise'} beyond the limit.`
}

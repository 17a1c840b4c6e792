import { formatQuantity } from '../../../report/format-numbers.ts'
import type { Interval } from '../../../statistics/resampling.ts'
import type { Alarm, Recovery } from '../detectors/stream-watch.ts'
import { type StreamKey, sayChange, toLabel } from '../streams/stream-key.ts'
import type { MixChange } from './mix-change.ts'
import type { AlarmEvent, MonitorEvent } from './monitor-event.ts'

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

/** Formats a number with three significant digits. */
const number = (value: number, scale: number) =>
  value.toFixed(scale <= 1 ? 3 : scale <= 10 ? 2 : 1).replace('-', '−')

/** Says "about": the mean comes from a bad stretch, and shrinkage removes only part of that bias. */
export function sayAlarm(
  key: StreamKey,
  { reference, since, interval }: Alarm,
  when: AlarmEvent['since'],
  { scale, mix, difference }: { scale: number; mix?: MixChange; difference?: number },
): string {
  const from = number(reference, scale)
  const to = number(since.mean, scale)
  const moved = `${sayChange(key, from, to)} (${within(interval, scale)}) since about ${minute(when.estimate)}${minute(when.low) === minute(when.high) ? '' : ` (between ${minute(when.low)} and ${minute(when.high)})`}`
  return `${toLabel(key)}: ${mix === undefined ? moved : `${sayMix(mix, difference, scale)} So ${moved}`}.`
}

function sayMix({ field, value, before, after }: MixChange, difference: number | undefined, scale: number) {
  const share = (of: number) => `${Math.round(100 * of)} %`
  const of = value === '' ? `scores without ${field}` : `${field} ${value}`
  return `the questions have changed: ${of} went from ${share(before)} to ${share(after)} of all scores, and ${
    difference === undefined
      ? `no change shows within any ${field}`
      : `within ${field} answers changed as well, their scores being ${number(Math.abs(difference), scale)} ${difference < 0 ? 'lower' : 'higher'}`
  }.`
}

/** Says "likely" if the interval of the mean still includes the limit. */
export function sayRecovery(
  key: StreamKey,
  { since, interval, limit }: Recovery,
  when: AlarmEvent['since'],
  scale: number,
): string {
  const isOpen = interval.low < limit && limit < interval.high
  const which = isOpen ? ', which includes the limit of' : '; the limit is'
  return `${toLabel(key)}: ${isOpen ? 'likely ' : ''}back since about ${minute(when.estimate)}, at about ${number(since.mean, scale)} (${within(interval, scale)})${which} ${number(limit, scale)}.`
}

const within = ({ low, high, level }: Interval, scale: number) =>
  `${number(low, scale)} to ${number(high, scale)} with ${Math.round(100 * level)} %`

export const sayFinding = (key: StreamKey, finding: string): string => `${toLabel(key)}: ${finding}.`

export function sayJudge(
  scorerId: string,
  found:
    | Pick<Extract<MonitorEvent, { readonly over: number }>, 'difference' | 'interval' | 'over'>
    | undefined,
  scale: number,
): string {
  if (found === undefined) return `${scorerId}: the judge scores the anchors as it did before.`
  const { difference, interval, over } = found
  const band = interval ? `; ${within(interval, scale)}` : ''
  return `${scorerId}: the judge scores the same answers about ${number(Math.abs(difference), scale)} ${difference < 0 ? 'lower' : 'higher'} than before (over ${formatQuantity(over, 'anchor')}${band}).`
}

/** Says that a scorer is blind, or why it no longer is. */
export const blindness = {
  blind: 'agents answer but no scores arrive, so quality is not being watched',
  scored: 'scores are arriving again',
  'no answers': 'there are too few answers to tell whether scores would arrive',
  detached: 'no agent uses it any more, so its scores are no longer watched',
} as const

export const sayMissed = (scores: number, lateInMs: number, from: string, to: string): string =>
  `${scores === 1 ? 'a score' : `${scores} scores`} with times from ${minute(from)} to ${minute(to)} reached the store more than ${lateInMs / 60_000} minutes later, and ${scores === 1 ? 'is' : 'are'} not counted: correct the clocks, or raise lateInMs.`

import type { Interval } from '../../../statistics/resampling.ts'
import type { Alarm, Recovery, StreamKey } from '../streams/stream.ts'
import { labelOf } from '../streams/streams.ts'
import type { ChangeTimes } from './events.ts'
import type { MixChange } from './mix.ts'

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

/** With three digits that count. */
const number = (value: number, scale: number) =>
  value.toFixed(scale <= 1 ? 3 : scale <= 10 ? 2 : 1).replace('-', '−')

/** The mean since the change is that of a bad stretch, as far as it could be shrunk: it is about that. */
export function sayAlarm(
  key: StreamKey,
  { reference, since, interval }: Alarm,
  when: ChangeTimes,
  { scale, mix }: { readonly scale: number; readonly mix?: MixChange },
): string {
  const [from, to] = [number(reference, scale), number(since.mean, scale)]
  const changed =
    key.of === 'failures'
      ? `the share of jobs that fail rose from ${from} to about ${to}`
      : `the mean went from ${from} to about ${to}`
  const moved = `${changed} (${within(interval, scale)}) since about ${minute(when.estimate)} (between ${minute(when.low)} and ${minute(when.high)})`
  return `${labelOf(key)}: ${mix === undefined ? moved : `${sayMix(mix)} So ${moved}`}.`
}

function sayMix({ field, value, before, after }: MixChange): string {
  const share = (of: number) => `${Math.round(100 * of)} %`
  const of = value === '' ? `what has no ${field}` : `${field} ${value}`
  return `what is asked has changed: ${of} went from ${share(before)} to ${share(after)} of the scores, and within each ${field} no change shows.`
}

/** A mean that is likely within the limit, and that one may not be sure of. */
export function sayRecovery(
  key: StreamKey,
  { since, interval, limit }: Recovery,
  when: ChangeTimes,
  scale: number,
): string {
  const isOpen = interval.low < limit && limit < interval.high
  return `${labelOf(key)}: ${isOpen ? 'likely ' : ''}back since about ${minute(when.estimate)}, at about ${number(since.mean, scale)} (${within(interval, scale)}); the limit is ${number(limit, scale)}.`
}

const within = ({ low, high, level }: Interval, scale: number) =>
  `${number(low, scale)} to ${number(high, scale)} with ${Math.round(100 * level)} %`

export const sayFinding = (key: StreamKey, finding: string): string => `${labelOf(key)}: ${finding}.`

export const sayJudge = (scorerId: string, difference: number | undefined, scale: number): string =>
  difference === undefined
    ? `${scorerId}: the judge scores the anchors as it did before.`
    : `${scorerId}: the judge scores the same answers ${number(Math.abs(difference), scale)} ${difference < 0 ? 'lower' : 'higher'} than before.`

/** That a scorer is blind, or why it is not any more. */
export type Blindness = 'blind' | 'scored' | 'no answers' | 'detached'

const blindness: Readonly<Record<Blindness, string>> = {
  blind: 'answers are given, but no scores arrive, so their quality is not watched',
  scored: 'scores come again',
  'no answers': 'there are too few answers to tell whether scores would arrive',
  detached: 'no agent has it any more, so its scores are no longer watched',
}

export const sayBlindness = (scorerId: string, what: Blindness): string => `${scorerId}: ${blindness[what]}.`

export const sayMissed = (scores: number, lateInMs: number, from: string, to: string): string =>
  `${scores === 1 ? 'a score' : `${scores} scores`} with times from ${minute(from)} to ${minute(to)} came into the store more than ${lateInMs / 60_000} minutes later, and ${scores === 1 ? 'is' : 'are'} part of nothing: put clocks right, or raise lateInMs.`

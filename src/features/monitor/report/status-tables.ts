import { type Block, sentence } from '../../../report/document/blocks.ts'
import { column, table } from '../../../report/document/table.ts'
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatScore,
  none,
  orNone,
} from '../../../report/format-numbers.ts'
import type { AlarmEvent } from '../alarms/monitor-event.ts'
import type { MonitorStatus, StreamStatus } from '../status.ts'
import { toLabel } from '../streams/stream-key.ts'
import { stateTones } from './tones.ts'

/** Formats a time in ISO 8601 to the minute. */
export const minute = (time: string | undefined): string =>
  time === undefined ? none : `${time.slice(0, 16).replace('T', ' ')} UTC`

export function toStateCell({ state, lowerIsBetter }: StreamStatus) {
  const texts = {
    alarm: '✗ alarm',
    mix: '⇄ question mix changed',
    blind: '⚠ not scoring',
    learning: '… learning',
    worsening: `${lowerIsBetter ? '↗ rising' : '↘ falling'}, not sure enough yet`,
    calm: '✓ no loss',
  }
  return { text: texts[state], tone: stateTones[state] }
}

/** Compares the answers of the last day with their scores. */
export function coverageBlocks({ coverage, streams, at }: MonitorStatus): Block[] {
  if (coverage === undefined)
    return [sentence('Not known: the store of scores holds no traces, or they have not been read yet.')]
  if (coverage.length === 0) return [sentence('No agent of the project has a scorer.')]
  const dayAgo = Date.parse(at) - 86_400_000
  const hasScores = streams.some(({ lastScoreAt = at }) => Date.parse(lastScoreAt) > dayAgo)
  if (hasScores && coverage.every(({ seen }) => seen === 0))
    return [
      sentence(
        'Not known yet: answers are counted by their traces, a minute or two later. If this stays, there are no traces: give Mastra observability with a storage exporter.',
      ),
    ]
  // A filter may have reduced the number that sampling gives.
  const atMost = (sampled: number, isFiltered: boolean) =>
    isFiltered && sampled > 0 ? `at most ${formatCount(sampled)}` : formatCount(sampled)
  return [
    ...coverage
      .filter(({ isBlind }) => isBlind)
      .map(({ scorerId }) =>
        sentence(`${scorerId} is not scoring: agents answer but no scores arrive.`, { tone: 'bad' }),
      ),
    ...table('Answers of the last day and their scores', coverage, [
      column.name('Scorer', ({ scorerId }) => scorerId),
      column.count('Seen', ({ seen }) => seen),
      column.number('Sampled', ({ sampled, isFiltered }) => atMost(sampled, isFiltered)),
      column.count('Scored', ({ scored }) => scored),
      column.count('Not scorable', ({ notScorable }) => notScorable),
      column.count('Failed', ({ failed }) => failed),
      column.count('Waiting', ({ queued }) => queued),
    ]),
  ]
}

/** Shows stored answers that are judged again. */
export function anchorBlocks({ anchors, anchorsRest }: MonitorStatus): Block[] {
  if (anchors.length === 0)
    return [
      sentence('There are no anchors, so the monitor cannot tell whether the answers or the judge changed.'),
    ]
  return [
    ...(anchorsRest === undefined
      ? []
      : [sentence(`No more are judged today: ${anchorsRest}.`, { tone: 'partly' })]),
    ...table('Anchors that were judged again', anchors, [
      column.name('Scorer', ({ scorerId }) => scorerId),
      column.word('Judge', ({ changed }) =>
        changed === undefined ? { text: '✓ as before', tone: 'good' } : { text: `✗ ${changed}`, tone: 'bad' },
      ),
      column.count('Anchors', ({ anchors }) => anchors),
      column.count('Judged again', ({ judged }) => judged),
      column.number('Difference', ({ difference, over }) =>
        difference === undefined ? undefined : `${formatDifference(difference)} over ${formatCount(over)}`,
      ),
      column.number('95 % band', ({ interval }) => interval && formatDifferenceInterval(interval)),
      column.number(
        'Off the labels',
        ({ labels }) => labels && `${formatScore(labels.storedError)} then, ${formatScore(labels.error)} now`,
      ),
      column.number('Failed', ({ failed, problem }) =>
        problem === undefined ? formatCount(failed) : `${formatCount(failed)}: ${problem}`,
      ),
    ]),
  ]
}

/** Shows where a configuration sends events. `onEvent` is the terminal of the command. */
export function deliveryBlocks({ delivery }: MonitorStatus): Block[] {
  const configured = delivery.filter(({ to }) => to !== 'onEvent')
  if (configured.length === 0)
    return [sentence('No webhook is configured. Events appear on this page and in the terminal.')]
  return table('Delivery of events', configured, [
    column.name('To', ({ to }) => to),
    column.count('Delivered', ({ delivered }) => delivered),
    column.count('Waiting', ({ waiting }) => waiting),
    column.count('Lost', ({ lost }) => lost),
    column.name('Trouble', ({ problem }) => problem ?? none),
  ])
}

const alarmFirst = (one: StreamStatus, other: StreamStatus) =>
  Number(other.state === 'alarm') - Number(one.state === 'alarm')

export const groupBlocks = ({ label }: StreamStatus, groups: readonly StreamStatus[]): Block[] =>
  table(`Groups of ${label}`, groups.toSorted(alarmFirst), [
    column.name('Group', ({ key }) => `${key.field} ${key.value}`),
    column.word('State', (group) => ({ ...toStateCell(group), detail: group.words })),
    column.number('Mean', ({ current, high }) => orNone(current.mean, formatScore, high)),
    column.number('Reference', ({ reference, high }) => orNone(reference, formatScore, high)),
    column.count('Scores', ({ scores }) => scores),
  ])

/** Shows the mean of a stream over time, newest first: a page leaves out the last rows of a long table. */
export const historyBlocks = ({ label, history, high }: StreamStatus): Block[] =>
  table(`Mean of ${label} over time`, joinMinutes(history).toReversed(), [
    column.name('Time', ({ from, to }) => period(from, to)),
    column.count('Observations', ({ count }) => count),
    column.number('Mean', ({ mean }) => formatScore(mean, high)),
  ])

/** Joins points of the same minute, which the table would not tell apart. */
function joinMinutes(history: StreamStatus['history']): StreamStatus['history'] {
  const joined: StreamStatus['history'][number][] = []
  for (const point of history) {
    const last = joined.at(-1)
    if (last === undefined || minute(last.from) !== minute(point.to)) {
      joined.push(point)
      continue
    }
    const count = last.count + point.count
    const mean = (last.mean * last.count + point.mean * point.count) / count
    joined[joined.length - 1] = { from: last.from, to: point.to, count, mean }
  }
  return joined
}

/** Formats a time from its first to its last minute, with the day of the last one where that is another. */
function period(from: string, to: string): string {
  if (minute(from) === minute(to)) return minute(from)
  const isOneDay = from.slice(0, 10) === to.slice(0, 10)
  return `${minute(from).replace(' UTC', '')} to ${isOneDay ? minute(to).slice(11) : minute(to)}`
}

export const movedBlocks = ({ groups, scale, stream, since }: AlarmEvent): Block[] =>
  table(`Groups of ${toLabel(stream)} before and after ${minute(since.estimate)}`, groups, [
    column.name('Group', ({ field, value }) => `${field} ${value}`),
    column.number('Before', ({ before }) =>
      before === undefined ? 'new' : `${formatScore(before.mean, scale)} (${formatCount(before.scores)})`,
    ),
    column.number('After', ({ after }) => `${formatScore(after.mean, scale)} (${formatCount(after.scores)})`),
    column.number('Difference', ({ difference }) => formatDifference(difference, scale)),
    column.name('Moved', ({ moved }) => (moved ? 'yes' : 'cannot tell')),
  ])

import type { MonitorEvent, MonitorStatus } from '../../live/monitor/index.ts'
import type { StreamStatus } from '../../live/monitor/status.ts'
import { formatCount, formatDuration, formatInterval, formatNumberOf, formatScore, none } from '../format.ts'
import { streamChart } from '../html/charts/stream-chart.ts'
import { html, type Markup } from '../html/markup.ts'
import { dataTable, figure, legend } from '../html/parts.ts'
import { minute } from './wording.ts'

const levelOf = { alarm: 'bad', blind: 'partly', learning: 'neutral', calm: 'good' } as const
const iconOf = { alarm: '✗', blind: '⚠', learning: '…', calm: '✓' } as const

/** The state of a stream in a word. */
export const stateBadge = ({ state }: StreamStatus): Markup =>
  html`<span class="badge" data-level="${levelOf[state]}">${iconOf[state]} ${state}</span>`

/** A block for each scorer: its state, its mean over time, and a row for each of its groups. */
export function streamSection({ streams, events }: MonitorStatus): Markup {
  if (streams.length === 0) return html`<p>No live answer has been scored yet.</p>`
  const main = streams.filter(({ key }) => key.field === undefined)
  return html`${main.map((stream) => {
    const groups = streams.filter(
      ({ key }) =>
        key.scorerId === stream.key.scorerId && key.field !== undefined && stream.key.of === 'scores',
    )
    return streamBlock(stream, groups, events)
  })}`
}

function streamBlock(
  stream: StreamStatus,
  groups: readonly StreamStatus[],
  events: readonly MonitorEvent[],
): Markup {
  const { label, words, lowerIsBetter, judging } = stream
  const facts: [string, string][] = [
    ['Mean', meanOf(stream)],
    ['95 % sequence', intervalOf(stream.current, stream.high)],
    ['Of all time', ofAllTime(stream)],
    ['Reference', scoreOr(stream.reference, stream.high)],
    ['Limit', scoreOr(stream.limit, stream.high)],
    ['Scores', formatCount(stream.scores)],
    ['Observations', formatCount(stream.observations)],
    ...(judging
      ? ([
          [
            'Judging',
            `${formatDuration(judging.durationInMs)}, ${judging.calls.toFixed(1)} calls, ${formatCount(Math.round(judging.tokens))} tokens`,
          ],
        ] as [string, string][])
      : []),
  ]
  return html`<article class="stream"><header><h3>${label}</h3>${stateBadge(stream)}${lowerIsBetter ? html`<span class="soft">lower is better</span>` : ''}</header>
<p class="soft">${words}</p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${chartOf(stream, events)}
${groups.length === 0 ? '' : groupTable(stream, groups)}</article>`
}

function chartOf(stream: StreamStatus, events: readonly MonitorEvent[]): Markup {
  const { history, label, low, high, reference, limit } = stream
  if (history.length < 2) return html``
  const points = history.map(({ from, to, mean, low, high }) => ({
    ...{ mean, low, high },
    from: Date.parse(from),
    to: Date.parse(to),
  }))
  const alarms = alarmsOf(stream, events)
  const [first, last] = [history[0], history.at(-1)]
  return figure({
    title: 'Mean over time',
    description: `The mean of ${label} from ${minute(first?.from)} to ${minute(last?.to)}: first ${scoreOr(first?.mean, high)}, last ${scoreOr(last?.mean, high)}, reference ${scoreOr(reference, high)}. ${formatNumberOf(alarms.length, 'alarm')}.`,
    draw: (width) => streamChart({ points, range: [low, high], reference, limit, alarms }, width),
    legend: legend([
      ['now', 'mean'],
      ['band', '95 % sequence since the last change'],
      ...(reference === undefined ? [] : ([['before', 'reference']] as const)),
      ...(limit === undefined ? [] : ([['limit', 'limit']] as const)),
      ...(alarms.length === 0 ? [] : ([['alarm', 'alarm']] as const)),
    ]),
    table: dataTable(
      `Mean of ${label} over time`,
      [
        { title: 'From' },
        { title: 'To' },
        ...['Observations', 'Mean', '95 % sequence'].map((title) => ({ title, numeric: true })),
      ],
      history.map((point) => [
        minute(point.from),
        minute(point.to),
        formatCount(point.count),
        formatScore(point.mean, high),
        intervalOf(point, high),
      ]),
    ),
  })
}

/** From each alarm of the stream to its recovery. */
function alarmsOf({ key }: StreamStatus, events: readonly MonitorEvent[]) {
  const name = JSON.stringify(key)
  const ends = new Map(
    events.flatMap((event) =>
      event.kind === 'recovery' ? [[event.alarm, Date.parse(event.at)] as const] : [],
    ),
  )
  return events.flatMap((event) =>
    event.kind === 'alarm' && JSON.stringify(event.stream) === name
      ? [{ from: Date.parse(event.since.estimate), to: ends.get(event.id) }]
      : [],
  )
}

const groupTable = ({ label }: StreamStatus, groups: readonly StreamStatus[]): Markup =>
  dataTable(
    `Groups of ${label}`,
    [
      { title: 'Group' },
      { title: 'State' },
      ...['Mean', '95 % sequence', 'Reference', 'Scores'].map((title) => ({ title, numeric: true })),
    ],
    groups.map((group) => [
      `${group.key.field} ${group.key.value}`,
      html`${stateBadge(group)} <span class="soft">${group.words}</span>`,
      meanOf(group),
      intervalOf(group.current, group.high),
      scoreOr(group.reference, group.high),
      formatCount(group.scores),
    ]),
  )

const ofAllTime = ({ all, high }: StreamStatus) =>
  all.low === undefined ? scoreOr(all.mean, high) : `${scoreOr(all.mean, high)} (${intervalOf(all, high)})`
const scoreOr = (value: number | undefined, scale: number) =>
  value === undefined ? none : formatScore(value, scale)
const meanOf = ({ current, high }: StreamStatus) => scoreOr(current.mean, high)
const intervalOf = ({ low, high }: { readonly low?: number; readonly high?: number }, scale: number) =>
  low === undefined || high === undefined ? none : formatInterval({ low, high, level: 0.95 }, scale)

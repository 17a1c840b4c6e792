import { html, type Markup } from '../../../page/markup.ts'
import { badge, pageBlocks } from '../../../report/document/html.ts'
import {
  formatCount,
  formatDuration,
  formatQuantity,
  formatScore,
  orNone,
} from '../../../report/format-numbers.ts'
import { figure, legend } from '../../../report/html/tables-and-figures.ts'
import type { MonitorEvent } from '../index.ts'
import type { MonitorStatus, StreamStatus } from '../status.ts'
import { groupBlocks, historyBlocks, minute, toStateCell } from './status-tables.ts'
import { streamChart } from './stream-chart.ts'

/** Shows a block for each scorer: its state, its mean over time, and a row for each of its groups. */
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
  const { label, words, lowerIsBetter, judging, openConversations: open } = stream
  const { text, tone } = toStateCell(stream)
  const facts: [string, string][] = [
    ['Mean', formatMean(stream)],
    ['All time', orNone(stream.all.mean, formatScore, stream.high)],
    ['Reference', orNone(stream.reference, formatScore, stream.high)],
    ['Limit', orNone(stream.limit, formatScore, stream.high)],
    ['Scores', formatCount(stream.scores)],
    ['Observations', formatCount(stream.observations)],
    ...(open === 0 ? [] : ([['Still open', formatCount(open)]] as [string, string][])),
    ...(judging
      ? ([
          [
            'Judging',
            `${formatDuration(judging.durationInMs)}, ${judging.calls.toFixed(1)} calls, ${formatCount(Math.round(judging.tokens))} tokens`,
          ],
        ] as [string, string][])
      : []),
  ]
  return html`<article class="stream"><header><h3>${label}</h3>${badge(tone, text)}${lowerIsBetter ? html`<span class="soft">lower is better</span>` : ''}</header>
<p class="soft">${words}</p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${open === 0 ? '' : html`<p class="soft">All scores of one user or thread are one observation. It counts once no score has followed for a while; until then it is open.</p>`}
${drawChart(stream, events)}
${pageBlocks(groupBlocks(stream, groups))}</article>`
}

function drawChart(stream: StreamStatus, events: readonly MonitorEvent[]): Markup {
  const { history, label, low, high, reference, limit } = stream
  if (history.length < 2) return html``
  const points = history.map(({ from, to, mean }) => ({ mean, from: Date.parse(from), to: Date.parse(to) }))
  const alarms = listAlarms(stream, events)
  const first = history[0]
  const last = history.at(-1)
  return figure({
    title: 'Mean over time',
    description: `The mean of ${label} from ${minute(first?.from)} to ${minute(last?.to)}: first ${orNone(first?.mean, formatScore, high)}, last ${orNone(last?.mean, formatScore, high)}, reference ${orNone(reference, formatScore, high)}. ${formatQuantity(alarms.length, 'alarm')}.`,
    draw: (width) => streamChart({ points, range: [low, high], reference, limit, alarms }, width),
    legend: legend([
      ['now', 'mean'],
      ...(reference === undefined ? [] : ([['before', 'reference']] as const)),
      ...(limit === undefined ? [] : ([['limit', 'limit']] as const)),
      ...(alarms.length === 0 ? [] : ([['alarm', 'alarm']] as const)),
    ]),
    table: pageBlocks(historyBlocks(stream)),
  })
}

/** Returns the time from each alarm of the stream to its end. */
function listAlarms({ key }: StreamStatus, events: readonly MonitorEvent[]) {
  const name = JSON.stringify(key)
  const ends = new Map(
    events.flatMap((event) =>
      event.kind === 'recovery' || event.kind === 'restart'
        ? [[event.alarm, Date.parse(event.at)] as const]
        : [],
    ),
  )
  return events.flatMap((event) =>
    'worst' in event && JSON.stringify(event.stream) === name
      ? [{ from: Date.parse(event.since.estimate), to: ends.get(event.id) }]
      : [],
  )
}

const formatMean = ({ current, high }: StreamStatus) => orNone(current.mean, formatScore, high)

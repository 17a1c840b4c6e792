import { html, type Markup } from '../../../page/markup.ts'
import { wholeOptions } from '../../../page/whole-options.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { type Page, renderPage } from '../../../report/html/layout.ts'
import type { MonitorStatus, StreamStatus } from '../status.ts'
import { eventSection } from './event-section.ts'
import { anchorBlocks, coverageBlocks, deliveryBlocks, minute } from './status-tables.ts'
import { streamSection } from './stream-section.ts'
import { monitorStyles } from './styles.ts'

const sections: readonly { id: string; title: string; renderBody(status: MonitorStatus): Markup }[] = [
  { id: 'streams', title: 'Streams', renderBody: streamSection },
  { id: 'events', title: 'Events', renderBody: ({ events }) => eventSection(events) },
  { id: 'coverage', title: 'Seen and scored', renderBody: (status) => pageBlocks(coverageBlocks(status)) },
  { id: 'anchors', title: 'Anchors', renderBody: (status) => pageBlocks(anchorBlocks(status)) },
  { id: 'delivery', title: 'Delivery', renderBody: (status) => pageBlocks(deliveryBlocks(status)) },
]

export const monitorPage = (
  status: MonitorStatus,
  served: Pick<Page, 'refreshInMs' | 'above'> = {},
): string =>
  renderPage({
    title: status.monitor === 'default' ? 'Monitor' : `Monitor ${status.monitor}`,
    ...served,
    styles: monitorStyles,
    heading: describeState(status.streams),
    lead: lead(status),
    sections: sections.map(({ renderBody, ...section }) => ({ ...section, body: renderBody(status) })),
  })

/** Returns the page before its first request: it holds no data of the monitor. */
export const monitorShell = (served: Pick<Page, 'refreshInMs' | 'above'>): string =>
  renderPage({ title: 'Monitor', ...served, styles: monitorStyles, lead: html``, sections: [] })

const states: readonly (readonly [StreamStatus['state'], string])[] = [
  ['alarm', 'In alarm'],
  ['mix', 'Question mix changed'],
  ['blind', 'Not scoring'],
  ['worsening', 'Not sure yet'],
  ['learning', 'Learning'],
  ['calm', 'No loss'],
]

function lead(status: MonitorStatus): Markup {
  const { monitor, rows, missed, averageRunLength, lookedAt, problems, without, streams } = status
  const counts = states.flatMap(([state, name]) => {
    const count = streams.filter((stream) => stream.state === state).length
    return count === 0 ? [] : [[name, count] as const]
  })
  const facts = [
    ...(monitor === 'default' ? [] : [['Monitor', monitor] as const]),
    ['Looked at', minute(lookedAt)],
    ['Scores read', formatCount(rows)],
    ['Promise', `at most one false alarm in ${formatCount(averageRunLength)} scores on average`],
  ] as const
  const beyond = Object.entries(without).map(
    ([field, scores]) =>
      `${formatQuantity(scores, 'score')} of further values of ${field} are not watched separately.`,
  )
  const late = missed === 0 ? [] : [`${formatQuantity(missed, 'score')} came too late to be read (lateInMs).`]
  return html`${streams.length === 0 ? html`<p>Scores appear once an agent with scorers answers.</p>` : ''}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${streams.length < 2 ? '' : html`<dl class="numbers-row">${[['Streams', streams.length] as const, ...counts].map(([name, count]) => html`<div><dt>${name}</dt><dd><strong>${formatCount(count)}</strong></dd></div>`)}</dl>`}
${[...problems, ...late, ...beyond].map((problem) => html`<p class="notice" data-level="partly">${wholeOptions(problem)}</p>`)}`
}

/** Says what has happened, with the name of the stream if it is one. */
function describeState(streams: readonly StreamStatus[]): string {
  if (streams.length === 0) return 'No live answer has been scored yet'
  const say = (state: StreamStatus['state'], one: string, many = one) => {
    const [first, ...others] = streams.filter((stream) => stream.state === state)
    if (first === undefined) return []
    return others.length === 0 ? `${first.label} ${one}` : `${formatCount(others.length + 1)} streams ${many}`
  }
  const alarms = say('alarm', 'is in alarm', 'are in alarm')
  return [
    alarms.length === 0 ? 'No stream is in alarm' : alarms,
    say('mix', 'gets other questions', 'get other questions'),
    say('blind', 'is not scoring', 'are not scoring'),
    say('worsening', 'may be getting worse'),
  ]
    .flat()
    .join('; ')
}

import { html, type Markup } from '../../../page/markup.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { type Page, renderPage } from '../../../report/html/layout.ts'
import type { MonitorStatus } from '../status.ts'
import { eventSection } from './event-section.ts'
import { anchorBlocks, coverageBlocks, deliveryBlocks, minute } from './status-tables.ts'
import { streamSection } from './stream-section.ts'

type Served = Pick<Page, 'refreshInMs' | 'above'>

const sections: readonly { id: string; title: string; renderBody(status: MonitorStatus): Markup }[] = [
  { id: 'streams', title: 'Streams', renderBody: streamSection },
  { id: 'events', title: 'What happened', renderBody: ({ events }) => eventSection(events) },
  { id: 'coverage', title: 'Seen and scored', renderBody: (status) => pageBlocks(coverageBlocks(status)) },
  { id: 'anchors', title: 'Anchors', renderBody: (status) => pageBlocks(anchorBlocks(status)) },
  { id: 'delivery', title: 'Delivery', renderBody: (status) => pageBlocks(deliveryBlocks(status)) },
]

export const monitorPage = (status: MonitorStatus, served: Served = {}): string =>
  renderPage({
    title: status.monitor === 'default' ? 'Monitor' : `Monitor ${status.monitor}`,
    ...served,
    lead: lead(status),
    sections: sections.map(({ renderBody, ...section }) => ({ ...section, body: renderBody(status) })),
  })

/** Returns the page before its first request: it holds no data of the monitor. */
export const monitorShell = (served: Served): string =>
  renderPage({ title: 'Monitor', ...served, lead: html``, sections: [] })

function lead(status: MonitorStatus): Markup {
  const { streams, rows, missed, averageRunLength, lookedAt, problems, without } = status
  const count = (state: string) => streams.filter((stream) => stream.state === state).length
  const numbers: [string, string][] = [
    ['in alarm', formatCount(count('alarm'))],
    ['with other questions', formatCount(count('mix'))],
    ['not scoring', formatCount(count('blind'))],
    ['not sure yet', formatCount(count('worsening'))],
    ['learning', formatCount(count('learning'))],
    ['calm', formatCount(count('calm'))],
  ]
  const beyond = Object.entries(without).map(
    ([field, scores]) =>
      `${formatQuantity(scores, 'score')} of further values of ${field} are not watched separately.`,
  )
  const late = missed === 0 ? [] : [`${formatQuantity(missed, 'score')} came too late to be read (lateInMs).`]
  return html`<p>${describeState(count('alarm'), count('blind'), streams.length)}</p>
<dl class="facts"><div><dt>Looked at</dt><dd>${minute(lookedAt)}</dd></div><div><dt>Scores read</dt><dd>${formatCount(rows)}</dd></div><div><dt>Promise</dt><dd>at most one false alarm in ${formatCount(averageRunLength)} scores on average</dd></div></dl>
<dl class="numbers-row">${numbers.map(([name, value]) => html`<div><dt>Streams ${name}</dt><dd><strong>${value}</strong></dd></div>`)}</dl>
${[...problems, ...late, ...beyond].map((problem) => html`<p class="notice" data-level="partly">${problem}</p>`)}`
}

function describeState(alarms: number, blind: number, streams: number): string {
  if (streams === 0)
    return 'No live answer has been scored yet. Scores appear once an agent with scorers answers.'
  const parts = [
    ...(alarms > 0 ? [`${formatQuantity(alarms, 'stream is', 'streams are')} in alarm`] : []),
    ...(blind > 0 ? [`${formatQuantity(blind, 'stream is', 'streams are')} not scoring`] : []),
  ]
  return parts.length === 0 ? 'No stream is in alarm.' : `${parts.join(', ')}.`
}

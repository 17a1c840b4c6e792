import { html, type Markup } from '../../../page/markup.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { formatCount, formatScore, none } from '../../../report/format-numbers.ts'
import { sayVerdict } from '../../../report/say-verdict.ts'
import type { VerdictRecord } from '../../../run/record.ts'
import { formatLevel } from '../../../shared/format-level.ts'
import type { AlarmEvent } from '../alarms/monitor-event.ts'
import type { MonitorEvent } from '../index.ts'
import { minute, movedBlocks } from './status-tables.ts'
import { eventTones } from './tones.ts'

/** Shows events, newest first; an alarm unfolds to its groups and its worst answers. */
export const eventSection = (events: readonly MonitorEvent[]): Markup =>
  events.length === 0
    ? html`<p>Nothing has happened yet.</p>`
    : html`${events.map((event) => ('worst' in event ? alarm(event, events) : plain(event)))}`

const head = ({ at, kind, sentence }: MonitorEvent): Markup =>
  html`<time datetime="${at}">${minute(at)}</time><span class="badge" data-level="${eventTones[kind]}">${kind}</span> ${sentence}`

const plain = (event: MonitorEvent): Markup =>
  html`<div class="event" data-level="${eventTones[event.kind]}"><p>${head(event)}</p></div>`

function alarm(event: AlarmEvent, events: readonly MonitorEvent[]): Markup {
  const { id, from, to, scale, since, worst, observations } = event
  const later = events.find((other) => other.kind === 'finding' && other.alarm === id)
  const finding = later?.kind === 'finding' ? later.finding : event.finding
  const facts: (readonly [string, string])[] = [
    ['From', formatScore(from, scale)],
    ['To', formatScore(to, scale)],
    ['Since', minute(since.estimate)],
    ...(minute(since.low) === minute(since.high)
      ? []
      : [[`${formatLevel(since.level)} interval`, `${minute(since.low)} to ${minute(since.high)}`] as const]),
    ['Observations up to then', formatCount(observations)],
    ['System or judge', finding ?? 'not known: there are no anchors'],
  ]
  return html`<details class="event" id="event-${id}" data-level="${eventTones[event.kind]}"><summary>${head(event)}</summary><div class="inside">
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${pageBlocks(movedBlocks(event))}
${worst.length === 0 ? html`<p class="soft">No answers are kept with this alarm.</p>` : html`<div><h3>The worst answers since then</h3><ol class="worst">${worst.map((answer) => worstAnswer(answer, scale))}</ol></div>`}
</div></details>`
}

const worstAnswer = (
  { score, question, answer, reason, verdicts, link, time, agentId }: AlarmEvent['worst'][number],
  scale: number,
): Markup =>
  html`<li><p><strong>${formatScore(score, scale)}</strong> <span class="soft">${agentId}, ${minute(time)}</span>${link === undefined ? '' : html` <a href="${link}" rel="noreferrer">Trace in Studio<span class="unseen"> of the answer of ${time}</span></a>`}</p>
<h4>Question</h4><p class="said">${question ?? none}</p>
<h4>Answer</h4><p class="said">${answer ?? none}</p>
${reason === undefined ? '' : html`<h4>Reason</h4><p class="said">${reason}</p>`}
${verdicts.length === 0 ? '' : html`<ul class="units">${verdicts.map(verdictLine)}</ul>`}</li>`

const verdictLine = (verdict: VerdictRecord): Markup =>
  html`<li><strong>${sayVerdict(verdict).name}</strong> ${verdict.unit}${verdict.reason === undefined ? '' : html` <span class="soft">${verdict.reason}</span>`}</li>`

import type { MonitorStatus } from '../../live/monitor/index.ts'
import { formatCount, formatDifference, formatScore, none } from '../format.ts'
import { html, type Markup } from '../html/markup.ts'
import { dataTable } from '../html/parts.ts'

const numeric = (...titles: string[]) => titles.map((title) => ({ title, numeric: true }))
const countOr = (count: number | undefined) => (count === undefined ? none : formatCount(count))
/** A filter may have wanted fewer than the sampling. */
const atMost = (count: number, isFiltered: boolean) =>
  isFiltered && count > 0 ? `at most ${formatCount(count)}` : formatCount(count)

/** Answers of the last day against their scores. */
export function coverageSection({ coverage }: MonitorStatus): Markup {
  if (coverage === undefined)
    return html`<p>Not known: the store of the scores holds no traces, or they were not looked at yet.</p>`
  if (coverage.length === 0) return html`<p>No agent of the project has a scorer.</p>`
  const blind = coverage.filter(({ isBlind }) => isBlind)
  return html`${blind.map(({ scorerId }) => html`<p class="notice" data-level="bad">${scorerId} is blind: answers are given, and no score comes.</p>`)}
${dataTable(
  'Answers of the last day and their scores',
  [{ title: 'Scorer' }, ...numeric('Seen', 'Sampled', 'Scored', 'Not scorable', 'Failed', 'Waiting')],
  coverage.map(({ scorerId, seen, sampled, scored, notScorable, failed, waiting, isFiltered }) => [
    scorerId,
    formatCount(seen),
    atMost(sampled, isFiltered),
    formatCount(scored),
    ...[notScorable, failed, waiting].map(countOr),
  ]),
)}`
}

/** Stored answers that are judged again. */
export function anchorSection({ anchors, anchorsRest }: MonitorStatus): Markup {
  if (anchors.length === 0)
    return html`<p>There are no anchors, so the monitor cannot tell whether the answers or the judge changed.</p>`
  return html`${anchorsRest === undefined ? '' : html`<p class="notice" data-level="partly">No more are judged today: ${anchorsRest}.</p>`}
${dataTable(
  'Anchors that were judged again',
  [
    { title: 'Scorer' },
    { title: 'Judge' },
    ...numeric('Anchors', 'Judged again', 'Difference', '95 % sequence', 'Off the labels', 'Failed'),
  ],
  anchors.map(({ scorerId, changed, anchors, judged, difference, interval, labels, failed, problem }) => [
    scorerId,
    changed === undefined
      ? html`<span class="badge" data-level="good">✓ as before</span>`
      : html`<span class="badge" data-level="bad">✗ ${changed}</span>`,
    formatCount(anchors),
    formatCount(judged),
    difference === undefined ? none : formatDifference(difference),
    interval === undefined ? none : `${formatDifference(interval.low)} to ${formatDifference(interval.high)}`,
    labels === undefined ? none : `${formatScore(labels.storedError)} then, ${formatScore(labels.error)} now`,
    problem === undefined ? formatCount(failed) : `${formatCount(failed)}: ${problem}`,
  ]),
)}`
}

/** Where events went. */
export const deliverySection = ({ delivery }: MonitorStatus): Markup =>
  delivery.length === 0
    ? html`<p>Nowhere but to this page.</p>`
    : dataTable(
        'Delivery of events',
        [{ title: 'To' }, ...numeric('Delivered', 'Waiting', 'Lost'), { title: 'Trouble' }],
        delivery.map(({ to, delivered, waiting, lost, problem }) => [
          to,
          ...[delivered, waiting, lost].map(formatCount),
          problem ?? none,
        ]),
      )

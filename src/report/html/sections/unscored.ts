import type { EvaluationRun } from '../../../evaluation/record.ts'
import { type FailureGroup, type NotScorableGroup, scorerNames } from '../../contents/groups.ts'
import { formatCount } from '../../format.ts'
import { html, type Markup } from '../markup.ts'
import { dataTable, itemLink } from '../parts.ts'

const mostRows = 50

/**
 * Failures by error, most frequent first, with a link to the first item of each.
 *
 * @param of Whose they are, on a page with those of several runs.
 */
export function failureSection(run: EvaluationRun, groups: readonly FailureGroup[], of?: string): Markup {
  const nameOf = scorerNames(run)
  const rows = groups.map(({ scorerId, failure, count, itemId }) => [
    scorerId === undefined ? 'No answer' : nameOf(scorerId),
    html`<span class="error"><strong>${failure.name}</strong> ${failure.message}</span>`,
    formatCount(count),
    itemLink(itemId),
  ])
  const caption = of === undefined ? 'Failures by error' : `Failures by error of ${of}`
  return groupTable(caption, ['Where', 'Error'], rows, 'kinds of errors')
}

/** Why answers were not scorable, most frequent first, with a link to the first item of each. */
export function notScorableSection(run: EvaluationRun, groups: readonly NotScorableGroup[]): Markup {
  const nameOf = scorerNames(run)
  const rows = groups.map(({ scorerId, reason, count, itemId }) => [
    nameOf(scorerId),
    reason,
    formatCount(count),
    itemLink(itemId),
  ])
  return groupTable('Not scorable, by reason', ['Scorer', 'Why'], rows, 'reasons')
}

function groupTable(
  caption: string,
  titles: readonly string[],
  rows: readonly (string | Markup)[][],
  what: string,
): Markup {
  const columns = [
    ...titles.map((title) => ({ title })),
    { title: 'Answers', numeric: true },
    { title: 'First item' },
  ]
  const left = rows.length - mostRows
  const note = html`<p class="soft">${formatCount(left)} more ${what} are in the table of answers.</p>`
  return html`${dataTable(caption, columns, rows.slice(0, mostRows))}${left > 0 ? note : ''}`
}

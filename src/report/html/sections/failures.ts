import type { EvaluationRun } from '../../../evaluation/record.ts'
import { formatCount } from '../../format.ts'
import type { FailureGroup } from '../../material/failures.ts'
import { dataTable } from '../data-table.ts'
import { itemLink } from '../item-link.ts'
import { html, type Markup } from '../markup.ts'

const shown = 50

/** Failures by error, most frequent first, with a link to the first item of each. */
export function failureSection({ header }: EvaluationRun, groups: readonly FailureGroup[]): Markup {
  const names = new Map(header.scorers.map(({ id, name }) => [id, name]))
  const rest = groups.length - shown
  return html`${dataTable(
    'Failures by error',
    [{ title: 'Where' }, { title: 'Error' }, { title: 'Answers', numeric: true }, { title: 'First item' }],
    groups
      .slice(0, shown)
      .map(({ scorerId, failure, count, itemId }) => [
        scorerId === undefined ? 'No answer' : (names.get(scorerId) ?? scorerId),
        html`<span class="error"><strong>${failure.name}</strong> ${failure.message}</span>`,
        formatCount(count),
        itemLink(itemId),
      ]),
  )}${rest > 0 ? html`<p class="soft">${formatCount(rest)} more kinds of errors are in the table of answers.</p>` : ''}`
}

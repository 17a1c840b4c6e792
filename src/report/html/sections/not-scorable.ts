import type { EvaluationRun } from '../../../evaluation/record.ts'
import { formatCount } from '../../format.ts'
import type { NotScorableGroup } from '../../material/not-scorable.ts'
import { dataTable } from '../data-table.ts'
import { itemLink } from '../item-link.ts'
import { html, type Markup } from '../markup.ts'

const shown = 50

/** Why answers were not scorable, most frequent first, with a link to the first item of each. */
export function notScorableSection({ header }: EvaluationRun, groups: readonly NotScorableGroup[]): Markup {
  const names = new Map(header.scorers.map(({ id, name }) => [id, name]))
  const rest = groups.length - shown
  return html`${dataTable(
    'Not scorable, by reason',
    [{ title: 'Scorer' }, { title: 'Why' }, { title: 'Answers', numeric: true }, { title: 'First item' }],
    groups
      .slice(0, shown)
      .map(({ scorerId, reason, count, itemId }) => [
        names.get(scorerId) ?? scorerId,
        reason,
        formatCount(count),
        itemLink(itemId),
      ]),
  )}${rest > 0 ? html`<p class="soft">${formatCount(rest)} more reasons are in the table of answers.</p>` : ''}`
}

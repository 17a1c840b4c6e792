import type { AgreementResult } from '../../../agreement/index.ts'
import { formatCount } from '../../format.ts'
import { html, type Markup } from '../../html/markup.ts'
import { dataTable } from '../../html/parts.ts'

const shown = 50

/** Why rows have no score, the most frequent reason first. */
export function unscoredSection({ notScorable, failures }: AgreementResult): Markup {
  const rows = [
    ...notScorable.map((one) => ({ ...one, outcome: 'not scorable' })),
    ...failures.map((one) => ({ ...one, outcome: 'failed' })),
  ]
  const left = rows.length - shown
  return html`<p class="soft">No figure has these rows.</p>${dataTable(
    'Rows without a score, by reason',
    [{ title: 'Outcome' }, { title: 'Reason' }, { title: 'Rows', numeric: true }, { title: 'First row' }],
    rows
      .slice(0, shown)
      .map(({ outcome, reason, count, id }) => [
        outcome,
        html`<span class="error">${reason}</span>`,
        formatCount(count),
        id,
      ]),
  )}${left > 0 ? html`<p class="soft">${formatCount(left)} more reasons are in the JSON report.</p>` : ''}`
}

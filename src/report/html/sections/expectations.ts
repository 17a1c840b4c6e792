import type { EvaluationRun } from '../../../evaluation/record.ts'
import { expectationSentence, expectationsOf } from '../../contents/expectations.ts'
import { formatCount } from '../../format.ts'
import { html, type Markup } from '../markup.ts'
import { dataTable, itemLink } from '../parts.ts'

const mostRows = 100

/** What was expected of items and not met, each with a link to its item; empty where no item expects anything. */
export function expectationSection(run: EvaluationRun): Markup | '' {
  const expectations = expectationsOf(run)
  if (expectations === undefined) return ''
  const { unmet } = expectations
  const repeats = run.header.repeats > 1
  const columns = [
    { title: 'Item' },
    ...(repeats ? [{ title: 'Repeat', numeric: true }] : []),
    { title: 'Not met' },
    { title: 'Found' },
  ]
  const rows = unmet
    .slice(0, mostRows)
    .map(({ itemId, repeat, what, found }) => [
      itemLink(itemId),
      ...(repeats ? [formatCount(repeat)] : []),
      what,
      found,
    ])
  const left = unmet.length - rows.length
  return html`<p>${expectationSentence(expectations)}</p>
${rows.length === 0 ? '' : dataTable('Expectations that were not met', columns, rows)}
${left > 0 ? html`<p class="soft">${formatCount(left)} more are in the JSON report and the run file.</p>` : ''}`
}

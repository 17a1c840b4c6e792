import type { AgreementResult } from '../../../agreement/index.ts'
import { formatCount } from '../../format.ts'
import { html, type Markup } from '../../html/markup.ts'

/** Labels down, verdicts across; what is the same in green, what is not and is frequent in red. */
export function confusionCard({ confusion }: AgreementResult): Markup | '' {
  if (confusion === undefined) return ''
  const { categories, counts } = confusion
  return html`<h3>Which verdict met which label?</h3>
<div class="scroll" role="region" aria-label="Confusion table" tabindex="0"><table class="confusion"><caption class="unseen">Labels down, verdicts across; shares are of the rows with the label</caption>
<thead><tr><th scope="col">Label ↓ Verdict →</th>${categories.map((category) => html`<th scope="col">${category}</th>`)}</tr></thead>
<tbody>${categories.map((category, row) => {
    const all = (counts[row] ?? []).reduce((sum, count) => sum + count, 0)
    return html`<tr><th scope="row">${category}</th>${(counts[row] ?? []).map((count, column) => cell(count, all, row === column))}</tr>`
  })}</tbody></table></div>
<p class="soft">Shares are of the rows with the label.</p>`
}

/** An error is marked from a tenth of its row on. */
function cell(count: number, all: number, isSame: boolean): Markup {
  const share = all === 0 ? 0 : count / all
  const content = html`<strong>${formatCount(count)}</strong>${all === 0 ? '' : `${Math.round(share * 100)} %`}`
  if (isSame) return html`<td data-level="good">${content}</td>`
  return share >= 0.1 ? html`<td data-level="bad">${content}</td>` : html`<td>${content}</td>`
}

import { html, type Markup } from '../../../../page/markup.ts'
import { pageTable } from '../../../../report/document/html.ts'
import { formatCount, formatScore } from '../../../../report/format-numbers.ts'
import { figure } from '../../../../report/html/tables-and-figures.ts'
import type { AgreementResult } from '../../result.ts'
import { reliabilityBlocks } from '../document.ts'
import { type ReliabilityMark, reliabilityChart } from '../reliability-chart.ts'

/** Shows the reliability curve and the confusion table side by side if there is room, or the only one of them. */
export const verdictSection = (result: AgreementResult): Markup =>
  html`<div class="pair">${[reliabilityCard(result), confusionCard(result)].map((card) => (card === '' ? '' : html`<div class="card">${card}</div>`))}</div>`

/** Shows whether scores can be read as probabilities. */
function reliabilityCard(result: AgreementResult): Markup | '' {
  const { reliability = [] } = result
  const marks = reliability.flatMap(({ found, ...rest }): ReliabilityMark[] => {
    if ('undefinedBecause' in found) return []
    const { value, interval } = found
    return [{ ...rest, found: value, interval }]
  })
  if (marks.length === 0) return ''
  return html`<h3>Can scores be read as probabilities?</h3>
<p class="soft">On the dashed line they can: of the rows with a score of 0.7, seven in ten are positive. Points above it are better than their scores say.</p>
${figure({
  title: 'Scores and the share of positive rows',
  description: `Reliability curve: ${marks.map(markSentence).join('; ')}.`,
  draw: (width) => reliabilityChart(marks, width),
  widths: [400],
  table: html`${reliabilityBlocks(result).map(pageTable)}`,
})}`
}

/** Describes one point in words. */
const markSentence = ({ said, found, rows }: ReliabilityMark) =>
  `scores of about ${formatScore(said, 10)}: ${formatScore(found, 10)} positive, ${rows} rows`

/** Shows labels as rows and verdicts as columns, with matches in green and frequent mismatches in red. */
function confusionCard({ confusion }: AgreementResult): Markup | '' {
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

/** Marks an error if it is at least a tenth of its row. */
function cell(count: number, all: number, isSame: boolean): Markup {
  const share = all === 0 ? 0 : count / all
  const content = html`<strong>${formatCount(count)}</strong>${all === 0 ? '' : `${Math.round(share * 100)} %`}`
  if (isSame) return html`<td data-level="good">${content}</td>`
  return share >= 0.1 ? html`<td data-level="bad">${content}</td>` : html`<td>${content}</td>`
}

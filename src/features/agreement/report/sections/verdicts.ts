import { html, type Markup } from '../../../../page/markup.ts'
import { pageBlocks, pageTable } from '../../../../report/document/html.ts'
import { formatScore } from '../../../../report/format-numbers.ts'
import { figure } from '../../../../report/html/tables-and-figures.ts'
import type { AgreementResult } from '../../result.ts'
import { confusionBlocks, reliabilityBlocks } from '../document.ts'
import { reliabilityChart } from '../reliability-chart.ts'

/** Shows the reliability curve and the confusion table side by side if there is room, or the only one of them. */
export const verdictSection = (result: AgreementResult): Markup =>
  html`<div class="pair">${[reliabilityCard(result), confusionCard(result)].map((card) => (card === '' ? '' : html`<div class="card">${card}</div>`))}</div>`

/** Shows whether scores can be read as probabilities. */
function reliabilityCard(result: AgreementResult): Markup | '' {
  const { reliability = [] } = result
  const marks = reliability.flatMap(({ found, ...rest }) =>
    'undefinedBecause' in found ? [] : [{ ...rest, found: found.value, interval: found.interval }],
  )
  const sentences = marks.map(
    ({ said, found, rows }) =>
      `scores of about ${formatScore(said, 10)}: ${formatScore(found, 10)} positive, ${rows} rows`,
  )
  if (marks.length === 0) return ''
  return html`<h3>Can scores be read as probabilities?</h3>
<p class="soft">On the dashed line they can: of the rows with a score of 0.7, seven in ten are positive. Points above it are better than their scores say.</p>
${figure({
  title: 'Scores and the share of positive rows',
  description: `Reliability curve: ${sentences.join('; ')}.`,
  draw: (width) => reliabilityChart(marks, width),
  widths: [400],
  table: html`${reliabilityBlocks(result).map(pageTable)}`,
})}`
}

function confusionCard(result: AgreementResult): Markup | '' {
  const blocks = confusionBlocks(result)
  return blocks.length === 0 ? '' : html`<h3>Verdicts by label</h3>${pageBlocks(blocks)}`
}

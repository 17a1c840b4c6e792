import type { AgreementResult } from '../../../people/agreement/index.ts'
import { pageBlocks } from '../../document/page.ts'
import { formatCount } from '../../format.ts'
import { html, type Markup } from '../../html/markup.ts'
import { agreementLead } from '../document.ts'
import { costWords, formatFigure, formatFigureInterval, mainFigure } from '../wording.ts'

/** What was compared with what, the two figures to look at first, and what to know before they are believed. */
export function lead(result: AgreementResult): Markup {
  const { data, judges, counts, figures, reading } = result
  const { calls, tokens, money } = costWords(result)
  const facts = [
    ['Judge', judges.length === 0 ? 'none named' : judges.join(', ')],
    ['Data', data.name],
    ['Labels', data.unit === 'statement' ? 'of single statements' : 'of whole answers'],
  ]
  const number = (title: string, name: 'kappa' | 'kendall' | ReturnType<typeof mainFigure>) => [
    title,
    formatFigure(name, figures[name]),
    formatFigureInterval(name, figures[name]),
  ]
  const numbers = [
    ['Rows scored', formatCount(counts.scored), `of ${formatCount(data.rows)}`],
    reading.kind === 'class' ? number('Cohen’s kappa', 'kappa') : number('Kendall’s tau-b', 'kendall'),
    number(reading.kind === 'class' ? 'Area under the curve' : 'Spearman’s rho', mainFigure(result)),
    ['Cost', money, `${calls} calls, ${tokens}`],
  ]
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<dl class="numbers-row">${numbers.map(([name, value, note]) => html`<div><dt>${name}</dt><dd><strong>${value}</strong><span class="soft">${note}</span></dd></div>`)}</dl>
${pageBlocks(agreementLead(result))}`
}

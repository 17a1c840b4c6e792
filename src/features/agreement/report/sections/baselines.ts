import { html, type Markup } from '../../../../page/markup.ts'
import { pageBlocks } from '../../../../report/document/html.ts'
import { forestPlot, forestRow } from '../../../../report/html/charts/row-charts.ts'
import { dataTable, figure } from '../../../../report/html/tables-and-figures.ts'
import type { FigureName, Figures } from '../../figures/figures.ts'
import type { AgreementResult } from '../../result.ts'
import { gainBlocks } from '../document.ts'
import { figureTexts, figureWords, mainFigure } from '../figure-words.ts'

/** Shows the scorer and its judge-free baselines, with intervals on one axis. */
export function baselineSection(result: AgreementResult): Markup {
  const name = mainFigure(result)
  return html`${pageBlocks(gainBlocks(result))}
${comparison(result, name, name === 'areaUnderCurve' ? 0.5 : 0)}${name === 'areaUnderCurve' ? comparison(result, 'kappa', 0) : ''}`
}

function comparison(
  { scorer, figures, baselines }: AgreementResult,
  name: FigureName,
  chance: number,
): Markup | '' {
  const methods: (readonly [string, Figures, string])[] = [
    [scorer.name, figures, 'var(--accent)'],
    ...baselines.map((baseline) => [baseline.name, baseline.figures, 'var(--before)'] as const),
  ]
  const rows = methods.flatMap(([label, own, color]) => forestRow(label, own[name], color))
  if (rows.length === 0) return ''
  const { title } = figureWords[name]
  const numbers = methods.map(([label, own]) => [label, ...figureTexts(name, own[name])])
  return figure({
    title: `${title}: the scorer and simple baselines`,
    description: numbers.map(([label, value, range]) => `${label}: ${value}, ${range}.`).join(' '),
    draw: (width) => forestPlot({ rows, reach: [chance - 0.1, 1], reference: chance }, width),
    legend: html`<p class="soft">Dashed: guessing.</p>`,
    table: dataTable(
      `${title} by method`,
      [{ title: 'Method' }, { title, numeric: true }, { title: 'Interval', numeric: true }],
      numbers,
    ),
  })
}

import { html, type Markup } from '../../../page/markup.ts'
import { costText, formatCost, formatMoney } from '../../format-costs.ts'
import { formatCount } from '../../format-numbers.ts'
import { barChart } from '../../html/charts/row-charts.ts'
import { dataTable, figure, fold } from '../../html/tables-and-figures.ts'
import { type CostLine, sumCosts } from '../cost-lines.ts'
import type { ReportMaterial } from '../material.ts'

/** Shows the cost of answers and each scorer, as bars and a table: in money if all prices are known, else in tokens. */
export function costSection({ run }: ReportMaterial): Markup {
  const costs = sumCosts(run)
  const lines: [string, CostLine][] = [
    ['Answers', costs.target],
    ...(costs.simulator ? [['Simulated users', costs.simulator] as [string, CostLine]] : []),
    ...run.header.scorers.flatMap(({ id, name }): [string, CostLine][] => {
      const line = costs.scorers.get(id)
      return line === undefined ? [] : [[name, line]]
    }),
  ]
  const tokens = ({ inputTokens, outputTokens }: CostLine) => inputTokens + outputTokens
  const inMoney = costs.total.unpriced === 0 && costs.total.money > 0
  const bars = lines.map(([label, line]) =>
    inMoney
      ? { label, value: line.money, text: formatMoney(line.money) }
      : { label, value: tokens(line), text: formatCount(tokens(line)) },
  )
  const numbers = ['Calls', 'Input tokens', 'Output tokens', 'Money']
  const row = ([name, line]: [string, CostLine]) => [
    name,
    formatCount(line.calls),
    formatCount(line.inputTokens),
    formatCount(line.outputTokens),
    formatCost(line),
  ]
  const table = dataTable(
    'Cost of answers and scorers',
    [{ title: 'What' }, ...numbers.map((title) => ({ title, numeric: true }))],
    [...lines.map(row), row(['Total', costs.total])],
  )
  if (tokens(costs.total) + costs.total.money === 0) return table
  const drawn = figure({
    title: inMoney ? 'Money, in US dollars' : 'Tokens, because some prices are not known',
    description: bars.map(({ label, text }) => `${label}: ${text}.`).join(' '),
    draw: (width) => barChart(bars, width),
  })
  return html`<p class="sentence">${costText(costs.total)}</p>${fold('By answers and scorers', html`${drawn}${table}`, { openWhereWide: true })}`
}

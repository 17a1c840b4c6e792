import type { ScorerRecord } from '../../../evaluation/record.ts'
import { html, type Markup } from '../../../page/markup.ts'
import { pageBlocks } from '../../document/page.ts'
import { formatScore } from '../../format.ts'
import { forestPlot } from '../../html/charts/row-charts.ts'
import { figure } from '../../html/parts.ts'
import { type GroupTable, groupBlocks } from '../by-group.ts'
import { peopleForestRow } from './people.ts'

/** For each field a drawing a scorer, and a table with all numbers. */
export const groupSection = (tables: readonly GroupTable[]): Markup =>
  html`${tables.map(
    (table) => html`<h3 class="part">By ${table.by}</h3>
<div class="cards">${scorersOf(table).map((scorer) => meansFigure(table, scorer))}</div>
${pageBlocks(groupBlocks(table))}`,
  )}`

const scorersOf = ({ lines }: GroupTable) => [...new Set(lines.map(({ scorer }) => scorer))]

function meansFigure({ by, lines }: GroupTable, scorer: ScorerRecord): Markup {
  const rows = lines.flatMap((line) => {
    const { mean, interval } = line.summary
    if (line.scorer !== scorer || mean === undefined) return []
    return [{ label: line.group.name, middle: mean, interval }, ...peopleForestRow(line.people)]
  })
  if (rows.length === 0) return html``
  const reach = scorer.scale === undefined ? [] : [0, scorer.scale]
  return html`<div class="card">${figure({
    title: `${scorer.name}${scorer.lowerIsBetter ? ', lower is better' : ''}`,
    description: `Means of ${scorer.name} by ${by}. ${rows.map(({ label, middle }) => `${label}: ${formatScore(middle)}.`).join(' ')}`,
    draw: (width) => forestPlot({ rows, reach }, width),
    widths: [340],
  })}</div>`
}

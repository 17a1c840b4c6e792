import type { ScorerRecord } from '../../../evaluation/record.ts'
import { type GroupLine, type GroupTable, groupCells } from '../../contents/by-group.ts'
import { formatScore, intervalTitle } from '../../format.ts'
import { forestPlot } from '../charts/row-charts.ts'
import { html, type Markup } from '../markup.ts'
import { dataTable, figure } from '../parts.ts'
import { peopleForestRow } from './people.ts'

/** For each field a drawing a scorer, and a table with all numbers. */
export const groupSection = (tables: readonly GroupTable[]): Markup =>
  html`${tables.map(
    (table) => html`<h3 class="part">By ${table.by}</h3>
<div class="cards">${scorersOf(table).map((scorer) => meansFigure(table, scorer))}</div>
${groupTable(table)}${table.notes.map((note) => html`<p class="soft">${note}</p>`)}`,
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

function groupTable({ by, lines, isCompared, hasPeople, hasPeopleChange }: GroupTable): Markup {
  const compared = (line: GroupLine) => {
    const { difference, differenceInterval, verdict } = groupCells(line)
    return [difference, differenceInterval, verdict]
  }
  const numeric = (title: string) => ({ title, numeric: true })
  return dataTable(
    `Means by ${by}`,
    [
      { title: 'Group' },
      { title: 'Scorer' },
      ...['Scored', 'Mean', intervalTitle(lines.map(({ summary }) => summary.interval))].map(numeric),
      ...(hasPeople ? ['As people', 'Its interval'].map(numeric) : []),
      ...(isCompared ? [...['After − before', 'Its interval'].map(numeric), { title: 'Verdict' }] : []),
      ...(hasPeopleChange ? ['After − before, as people', 'Its interval'].map(numeric) : []),
    ],
    lines.map((line) => {
      const { group, scorer, scored, mean, interval, people, peopleDifference } = groupCells(line)
      const byPeople = hasPeople ? [people.value, people.interval] : []
      return [
        ...[group, scorer, scored, mean, interval, ...byPeople, ...(isCompared ? compared(line) : [])],
        ...(hasPeopleChange ? [peopleDifference.value, peopleDifference.interval] : []),
      ]
    }),
  )
}

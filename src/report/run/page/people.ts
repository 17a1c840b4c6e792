import { html, type Markup } from '../../../page/markup.ts'
import type { PeopleOfGroup } from '../../../run/people-estimates.ts'
import { formatInterval, formatScore, none, orNone } from '../../format-numbers.ts'
import { type ForestRow, forestPlot, forestRow } from '../../html/charts/row-charts.ts'
import { dataTable, figure } from '../../html/tables-and-figures.ts'
import type { ScorerMaterial } from '../material.ts'

/** Returns the parts around the sentences on people: what was done, and a picture for each scorer. */
export const peoplePictures = (scorers: readonly ScorerMaterial[]) => ({
  above: html`<p class="soft">The judge scored every answer, people labelled some. Together they give the mean that people would give.</p>`,
  below: html`<div class="cards">${scorers.map(pictureCard)}</div>`,
})

/** Makes the row for what people would score, shown below the judge's row for the same answers. */
export const peopleForestRow = (summary: PeopleOfGroup | undefined): ForestRow[] =>
  forestRow('as people', summary?.people, 'var(--partly)')

function pictureCard({ scorer, people: summary }: ScorerMaterial): Markup | '' {
  if (summary === undefined || 'undefinedBecause' in summary.people) return ''
  const { people, judge, labelsAlone } = summary
  const rows = [
    ...forestRow('As people', people),
    ...forestRow('Judge alone', { value: judge }, 'var(--before)'),
    ...forestRow('Labels alone', labelsAlone, 'var(--soft)'),
  ]
  const numbers = rows.map(({ label, middle, interval }) => [
    label,
    formatScore(middle, scorer.scale),
    orNone(interval, formatInterval, scorer.scale),
  ])
  const title = `${scorer.name}: people, judge and labels`
  return html`<div class="card">${figure({
    title,
    description: numbers
      .map(([label, value, range]) => `${label} ${value}${range === none ? '' : `, ${range}`}.`)
      .join(' '),
    draw: (width) => forestPlot({ rows, reach: scorer.scale === undefined ? [] : [0, scorer.scale] }, width),
    widths: [400],
    table: dataTable(
      title,
      [{ title: 'Mean' }, { title: 'Value', numeric: true }, { title: 'Interval', numeric: true }],
      numbers,
    ),
  })}</div>`
}

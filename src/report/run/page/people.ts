import type { PeopleOfGroup } from '../../../evaluation/comparison/people.ts'
import type { PeopleEstimate } from '../../../statistics/prediction-powered/estimate.ts'
import { formatInterval, formatScore, none, orNone } from '../../format.ts'
import { type ForestRow, forestPlot } from '../../html/charts/row-charts.ts'
import { html, type Markup } from '../../html/markup.ts'
import { dataTable, figure } from '../../html/parts.ts'
import type { ScorerMaterial } from '../material.ts'

/** What stands around the sentences on people: what was done, and a picture for each scorer. */
export const peoplePictures = (scorers: readonly ScorerMaterial[]) => ({
  above: html`<p class="soft">The judge scored every answer, people labelled some. Together they give the mean that people would give.</p>`,
  below: html`<div class="cards">${scorers.map(pictureCard)}</div>`,
})

/** What people would score, to stand below what the judge said of the same answers. */
export function peopleForestRow(summary: PeopleOfGroup | undefined): ForestRow[] {
  if (summary === undefined || 'undefinedBecause' in summary.people) return []
  const { value, interval } = summary.people
  return [
    {
      ...{ label: 'as people', middle: value, color: 'var(--partly)' },
      interval: summary.selfSelected ? undefined : interval,
    },
  ]
}

function pictureCard({ scorer, people: summary }: ScorerMaterial): Markup | '' {
  if (summary === undefined || 'undefinedBecause' in summary.people) return ''
  const rowOf = (label: string, estimate: PeopleEstimate, color?: string): ForestRow[] => {
    if ('undefinedBecause' in estimate) return []
    const interval = summary.selfSelected ? undefined : estimate.interval
    return [{ label, middle: estimate.value, interval, color }]
  }
  const rows: ForestRow[] = [
    ...rowOf('As people', summary.people),
    { label: 'Judge alone', middle: summary.judge, color: 'var(--before)' },
    ...rowOf('Labels alone', summary.labelsAlone, 'var(--soft)'),
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

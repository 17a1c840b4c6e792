import { html, type Markup } from '../../../page/markup.ts'
import { formatLevel } from '../../../shared/format-level.ts'
import { pageTable } from '../../document/html.ts'
import { formatCount, formatInterval, formatQuantity, none } from '../../format-numbers.ts'
import { type Bin, binValues, histogram } from '../../html/charts/histogram.ts'
import { forestPlot } from '../../html/charts/row-charts.ts'
import {
  dataTable,
  directionNote,
  figure,
  fold,
  legend,
  withDirection,
} from '../../html/tables-and-figures.ts'
import { scoreCells } from '../../score-cells.ts'
import { sumCosts } from '../cost-lines.ts'
import { listScores, scoreRange } from '../list-scores.ts'
import type { ReadMaterial, ReportMaterial, ScorerMaterial } from '../material.ts'
import { scoreTable } from '../score-table.ts'

const bins = 20

/** Shows a card for each scorer with its mean and distribution, and all intervals on one axis. */
export const scoreSection = (material: ReadMaterial): Markup =>
  html`<div class="cards">${material.scorers.map((scorer) => scoreCard(material, scorer))}</div>
${intervalFigure(material)}`

function scoreCard({ run, baseline }: ReportMaterial, material: ScorerMaterial): Markup {
  const { scorer, summary } = material
  const cells = scoreCells(material)
  const { mean, interval, note, scored, notScorable, failed } = summary
  const total = scored + notScorable + failed
  const range =
    interval === undefined
      ? (note ?? 'no interval')
      : `${formatLevel(interval.level)} interval ${cells.interval}`
  const counts = [
    { level: 'good', label: 'scored', count: cells.scored },
    { level: 'neutral', label: 'not scorable', count: cells.notScorable },
    { level: 'bad', label: 'failed', count: cells.failed },
  ]
  const scale = scorer.scale === undefined ? '' : `, scale 0 to ${scorer.scale}`
  return html`<article class="card"><h3>${scorer.name}</h3>
<p class="direction soft">${scorer.lowerIsBetter ? 'Lower is better' : 'Higher is better'}</p>
<p class="mean"><strong>${cells.mean}</strong><span class="soft">${mean === undefined ? 'nothing was scored' : `mean${scale}`}</span></p>
<p class="soft">${range}</p>
${interval === undefined || note === undefined ? '' : html`<p class="soft">${note}</p>`}
${distribution({ run, baseline }, scorer)}
<ul class="counts">${counts.map(({ level, label, count }) => html`<li data-level="${level}"><strong>${count}</strong> ${label}</li>`)}</ul>
<p class="unseen">Of ${formatQuantity(total, 'answer')}.</p></article>`
}

function distribution(
  { run, baseline }: Pick<ReportMaterial, 'run' | 'baseline'>,
  scorer: ScorerMaterial['scorer'],
): Markup | '' {
  const scores = listScores(run.items, scorer.id)
  if (scores.length === 0) return ''
  const earlier = baseline === undefined ? [] : listScores(baseline.items, scorer.id)
  const [low, high] = scoreRange(scorer, [...scores, ...earlier])
  const now = binValues(scores, low, high, bins)
  const before = earlier.length === 0 ? [] : binValues(earlier, low, high, bins)
  const fullest = now.reduce((one, other) => (other.count > one.count ? other : one))
  const edges = ({ from, to }: Bin) => formatInterval({ low: from, high: to }, scorer.scale)
  const columns = [
    { title: 'Score' },
    { title: 'Answers', numeric: true },
    { title: 'Answers before', numeric: true },
  ]
  const rows = now.map((bin, index) => [
    edges(bin),
    formatCount(bin.count),
    ...(before.length === 0 ? [] : [formatCount(before[index]?.count ?? 0)]),
  ])
  const drawn = figure({
    title: `Spread of scores: ${scorer.name}`,
    description: `Histogram of ${formatQuantity(scores.length, 'score')}. Most, ${formatCount(fullest.count)}, lie from ${edges(fullest)}.`,
    draw: (width) => histogram({ bins: now, before }, width),
    widths: [340],
    legend:
      before.length === 0
        ? undefined
        : legend([
            ['now', 'this run'],
            ['before', 'before'],
          ]),
    table: dataTable(`Scores of ${scorer.name} by range`, columns.slice(0, rows[0]?.length), rows),
  })
  return fold('Spread of scores', drawn, { openWhereWide: true })
}

/** Shows scorers with other scales on one axis, as shares of their scale; those without one are only in the table. */
function intervalFigure({ run, scorers }: ReadMaterial): Markup {
  const sameScale = new Set(scorers.map(({ scorer }) => scorer.scale)).size === 1
  const drawn = scorers.flatMap(({ scorer, summary: { mean, interval } }) => {
    if (mean === undefined || scorer.scale === undefined) return []
    const unit = sameScale ? 1 : scorer.scale
    const shared = interval && { low: interval.low / unit, high: interval.high / unit }
    return [{ label: withDirection(scorer), middle: mean / unit, interval: shared }]
  })
  const table = html`${scoreTable(scorers, sumCosts(run)).map(pageTable)}`
  if (drawn.length === 0) return table
  const scale = scorers.find(({ scorer }) => scorer.scale !== undefined)?.scorer.scale ?? 1
  const drawing = figure({
    title: sameScale ? 'Means with their intervals' : 'Means with their intervals, as shares of each scale',
    description: scorers
      .map((material) => {
        const { mean, interval } = scoreCells(material)
        const numbers = interval === none ? mean : `${mean}, ${interval}`
        return `${material.scorer.name}: ${mean === none ? 'nothing scored' : numbers}.`
      })
      .join(' '),
    legend: directionNote(scorers.map(({ scorer }) => scorer)),
    draw: (width) => forestPlot({ rows: drawn, reach: [0, sameScale ? scale : 1] }, width),
    table,
  })
  return fold('All on one axis', drawing, { openWhereWide: true })
}

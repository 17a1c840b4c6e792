import { pairScores } from '../../../evaluation/comparison/scores.ts'
import type { MovedItem } from '../../../evaluation/comparison/types.ts'
import { html, type Markup } from '../../../page/markup.ts'
import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { pageBlocks } from '../../document/page.ts'
import {
  changeCells,
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatNumberOf,
  intervalTitle,
  none,
  orNone,
} from '../../format.ts'
import { type Bin, binValues, histogram } from '../../html/charts/histogram.ts'
import { dumbbellPlot, forestPlot } from '../../html/charts/row-charts.ts'
import { dataTable, directionNote, figure, itemLink, legend, withDirection } from '../../html/parts.ts'
import { comparedRuns, comparisonGrounds, comparisonSentence } from '../../wording.ts'
import { type Compared, verdictTone } from '../comparison.ts'
import type { ReportMaterial } from '../material.ts'

const moved = 10

const verdictMarks = {
  better: { mark: '↗', word: 'Better' },
  worse: { mark: '↘', word: 'Worse' },
  same: { mark: '=', word: 'Unchanged' },
  'cannot tell': { mark: '?', word: 'Cannot tell' },
} as const

/**
 * The verdict on each scorer in words, the differences on one axis with 0, all numbers, how far items moved and which
 * moved most.
 */
export function comparisonSection(material: ReportMaterial, compared: readonly Compared[]): Markup {
  const { run, baseline } = material
  const outcomes = compared.map(({ scorer, comparison }) => ({
    ...verdictMarks[comparison.verdict],
    tone: verdictTone[comparison.verdict],
    name: scorer.name,
    text: comparisonGrounds(comparison, scorer.scale),
  }))
  const cards = (contents: readonly (Markup | '')[]) =>
    html`<div class="cards">${contents.map((one) => (one === '' ? '' : html`<div class="card">${one}</div>`))}</div>`
  const histograms = compared.map(({ scorer }) =>
    baseline === undefined ? '' : differenceHistogram(baseline, run, scorer),
  )
  return html`${named(comparedRuns(material))}${pageBlocks([{ block: 'outcomes', title: 'Scorer', outcomes }])}
${differenceFigure(compared)}${cards(histograms)}${cards(compared.map(movedFigure))}`
}

const named = (runs: string | undefined) => (runs === undefined ? '' : html`<p class="soft">${runs}</p>`)

function differenceFigure(compared: readonly Compared[]): Markup {
  const sameScale = new Set(compared.map(({ scorer }) => scorer.scale)).size === 1
  const rows = compared.flatMap(({ scorer, comparison: { difference, interval, verdict } }) => {
    if (difference === undefined || (!sameScale && scorer.scale === undefined)) return []
    const unit = sameScale ? 1 : (scorer.scale ?? 1)
    const shared = interval && { low: interval.low / unit, high: interval.high / unit }
    const color = `var(--${verdictTone[verdict]})`
    return [{ label: withDirection(scorer), middle: difference / unit, interval: shared, color }]
  })
  const details = html`<details class="numbers"><summary>Details</summary>${differenceTable(compared)}</details>`
  if (rows.length === 0) return details
  return html`${figure({
    title: `After − before, by scorer${sameScale ? '' : ', as shares of each scale'}`,
    description: compared
      .map(({ scorer, comparison }) => `${scorer.name}: ${comparisonSentence(comparison, scorer.scale)}`)
      .join(' '),
    legend: directionNote(compared.map(({ scorer }) => scorer)),
    draw: (width) => forestPlot({ rows, reach: [], reference: 0 }, width),
  })}${details}`
}

function differenceTable(compared: readonly Compared[]): Markup {
  const numbers = [
    'Before',
    'After',
    'Difference',
    intervalTitle(compared.map(({ comparison }) => comparison)),
    'Effect size',
    'Pairs',
    'Left out',
  ]
  return dataTable(
    'Before and after by scorer',
    [{ title: 'Scorer' }, ...numbers.map((title) => ({ title, numeric: true }))],
    compared.map(({ scorer: { name, scale }, comparison }) => {
      const { effectSize, pairs, unpaired, interval } = comparison
      return [
        name,
        ...changeCells(comparison, scale),
        orNone(interval, formatDifferenceInterval, scale),
        effectSize === undefined ? none : formatDifference(effectSize, 10),
        String(pairs),
        String(unpaired),
      ]
    }),
  )
}

/** The items that one scorer saw move most: a way from before to after, and a link to each. */
function movedFigure({ scorer, comparison }: Compared): Markup | '' {
  const moves = comparison.moved.slice(0, moved)
  if (moves.length === 0) return ''
  const isBetter = ({ difference }: MovedItem) => difference > 0 !== scorer.lowerIsBetter
  const better = moves.filter(isBetter).length
  return figure({
    title: `Items that moved most: ${scorer.name}`,
    description: `Of ${formatNumberOf(moves.length, 'item')}, ${better} became better and ${moves.length - better} worse.`,
    legend: legend([
      ['hollow', 'before'],
      ['better', 'became better'],
      ['worse', 'became worse'],
    ]),
    widths: [340],
    draw: (width) =>
      dumbbellPlot(
        moves.map((move) => ({
          ...move,
          label: move.itemId,
          color: isBetter(move) ? 'var(--good)' : 'var(--bad)',
        })),
        [0, scorer.scale ?? 0],
        width,
      ),
    table: dataTable(
      `Items that moved most: ${scorer.name}`,
      [
        { title: 'Item' },
        { title: 'Before', numeric: true },
        { title: 'After', numeric: true },
        { title: 'Difference', numeric: true },
        { title: 'Became' },
      ],
      moves.map((move) => [
        itemLink(move.itemId),
        ...changeCells(move, scorer.scale),
        isBetter(move) ? 'better' : 'worse',
      ]),
    ),
  })
}

/** Odd, so that one bin lies around 0 and holds the items that did not move. */
const bins = 15

/** How far the items of both runs moved, one scorer's. */
function differenceHistogram(before: EvaluationRun, after: EvaluationRun, scorer: ScorerRecord): Markup | '' {
  const differences = pairScores(before, after, scorer.id).pairs.map(({ difference }) => difference)
  if (differences.length === 0) return ''
  const farthest = differences.reduce((most, one) => Math.max(most, Math.abs(one)), 0) || (scorer.scale ?? 1)
  const counted = binValues(differences, -farthest, farthest, bins)
  const unmoved = counted[(bins - 1) / 2]
  const color = (bin: Bin) => {
    if (bin === unmoved) return 'var(--before)'
    return bin.from > 0 !== scorer.lowerIsBetter ? 'var(--good)' : 'var(--bad)'
  }
  const total = (way: string) =>
    counted.filter((bin) => color(bin) === way).reduce((sum, { count }) => sum + count, 0)
  const [better, worse] = [total('var(--good)'), total('var(--bad)')]
  return figure({
    title: `How far items moved: ${scorer.name}`,
    description: `Histogram of ${formatNumberOf(differences.length, 'item')}: ${better} clearly better, ${worse} clearly worse, ${unmoved?.count ?? 0} about the same.`,
    legend: legend([
      ['better', 'better'],
      ['same', 'about the same'],
      ['worse', 'worse'],
    ]),
    draw: (width) => histogram({ bins: counted, color }, width),
    widths: [340],
    table: dataTable(
      `Items by how far they moved: ${scorer.name}`,
      [{ title: 'After − before' }, { title: 'Items', numeric: true }],
      counted.map(({ from, to, count }) => [
        formatDifferenceInterval({ low: from, high: to }, scorer.scale),
        formatCount(count),
      ]),
    ),
  })
}

import { html, type Markup } from '../../../page/markup.ts'
import type { EvaluationRun, ScorerRecord } from '../../../run/record.ts'
import { comparisonSentence } from '../../comparison-sentences.ts'
import { pageBlocks, pageTable } from '../../document/html.ts'
import { column, table } from '../../document/table.ts'
import { formatCount, formatDifferenceInterval, formatQuantity } from '../../format-numbers.ts'
import { type Bin, binValues, histogram } from '../../html/charts/histogram.ts'
import { dumbbellPlot, forestPlot } from '../../html/charts/row-charts.ts'
import { directionNote, figure, fold, legend, withDirection } from '../../html/tables-and-figures.ts'
import { comparedPairs } from '../compared-items.ts'
import { flipSentences, isLoss, lossesFirst, movedTable, verdictTone } from '../comparison.ts'
import type { ReadMaterial, ScorerComparison } from '../material.ts'

const moved = 10

/** Draws what a page shows below the blocks of a comparison: differences on one axis with 0, and how items moved. */
export function comparisonDrawings(material: ReadMaterial): Markup {
  const { run, baseline, compared } = material
  const histograms = compared.map(({ scorer }) =>
    baseline === undefined ? '' : differenceHistogram(baseline, run, scorer),
  )
  const drawn = [...histograms, ...compared.map((one) => movedFigure(material, one))].filter(
    (card) => card !== '',
  )
  return html`${differenceFigure(compared)}${
    drawn.length === 0
      ? ''
      : fold(
          'Changes by item',
          html`<div class="cards">${drawn.map((one) => html`<div class="card">${one}</div>`)}</div>`,
          { openWhereWide: true },
        )
  }`
}

function differenceFigure(compared: readonly ScorerComparison[]): Markup | '' {
  const sameScale = new Set(compared.map(({ scorer }) => scorer.scale)).size === 1
  const rows = compared.flatMap(({ scorer, comparison: { difference, interval, verdict } }) => {
    if (difference === undefined || (!sameScale && scorer.scale === undefined)) return []
    const unit = sameScale ? 1 : (scorer.scale ?? 1)
    const shared = interval && { low: interval.low / unit, high: interval.high / unit }
    const color = `var(--${verdictTone[verdict]})`
    return [{ label: withDirection(scorer), middle: difference / unit, interval: shared, color }]
  })
  if (rows.length === 0) return ''
  return figure({
    title: `After − before, by scorer${sameScale ? '' : ', as shares of each scale'}`,
    description: compared
      .map(({ scorer, comparison }) => `${scorer.name}: ${comparisonSentence(comparison, scorer.scale)}`)
      .join(' '),
    legend: directionNote(compared.map(({ scorer }) => scorer)),
    draw: (width) => forestPlot({ rows, reach: [], reference: 0 }, width),
  })
}

/** Draws the items that moved most by one scorer, losses first: a line from before to after, and a link to each. */
function movedFigure(material: ReadMaterial, one: ScorerComparison): Markup | '' {
  const { scorer } = one
  const moves = lossesFirst(one, moved)
  if (moves.length === 0) return ''
  const worse = moves.filter((move) => isLoss(move, scorer)).length
  const drawn = figure({
    title: `Items that moved most: ${scorer.name}`,
    description: `Of ${formatQuantity(moves.length, 'item')}, ${moves.length - worse} became better and ${worse} worse.`,
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
          color: isLoss(move, scorer) ? 'var(--bad)' : 'var(--good)',
        })),
        [0, scorer.scale ?? 0],
        width,
      ),
    table: html`${movedTable([one], moved).map(pageTable)}`,
  })
  return html`${drawn}${pageBlocks(flipSentences(material, [one]))}`
}

/** Odd, so that one bin is centred on 0 and holds the items that did not move. */
const bins = 15

/** Draws how far the items of both runs moved by one scorer. */
function differenceHistogram(before: EvaluationRun, after: EvaluationRun, scorer: ScorerRecord): Markup | '' {
  const differences = comparedPairs(before, after, scorer.id).map(({ difference }) => difference)
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
  const better = total('var(--good)')
  const worse = total('var(--bad)')
  return figure({
    title: `Changes by item: ${scorer.name}`,
    description: `Histogram of ${formatQuantity(differences.length, 'item')}: ${better} clearly better, ${worse} clearly worse, ${unmoved?.count ?? 0} about the same.`,
    legend: legend([
      ['better', 'better'],
      ['same', 'about the same'],
      ['worse', 'worse'],
    ]),
    draw: (width) => histogram({ bins: counted, color }, width),
    widths: [340],
    table: html`${table<Bin>(`Items by how far they moved: ${scorer.name}`, counted, [
      column.word('Difference', ({ from, to }) =>
        formatDifferenceInterval({ low: from, high: to }, scorer.scale),
      ),
      column.number('Items', ({ count }) => formatCount(count)),
    ]).map(pageTable)}`,
  })
}

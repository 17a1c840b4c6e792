import { pairScores } from '../../../evaluation/comparison/scores.ts'
import type { EvaluationRun, ScorerRecord } from '../../../evaluation/record.ts'
import { formatCount, formatDifference, formatNumberOf } from '../../format.ts'
import { type Bin, binValues } from '../charts/bins.ts'
import { histogram } from '../charts/histogram.ts'
import { dataTable } from '../data-table.ts'
import { figure } from '../figure.ts'
import { legend } from '../legend.ts'
import type { Markup } from '../markup.ts'

/** Odd, so that one bin lies around 0 and holds the items that did not move. */
const bins = 15

/** How far the items of both runs moved, one scorer's. */
export function differenceHistogram(
  before: EvaluationRun,
  after: EvaluationRun,
  scorer: ScorerRecord,
): Markup | '' {
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
        `${formatDifference(from, scorer.scale)} to ${formatDifference(to, scorer.scale)}`,
        formatCount(count),
      ]),
    ),
  })
}

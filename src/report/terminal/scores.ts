import type { ScoreComparison } from '../../evaluation/comparison/types.ts'
import type { RunCosts } from '../contents/costs.ts'
import type { ScorerMaterial } from '../contents/material.ts'
import {
  formatCount,
  formatDifference,
  formatDifferenceInterval,
  formatInterval,
  formatMoneyOf,
  formatPValue,
  formatScore,
  intervalTitle,
} from '../format.ts'
import { terminalName } from '../safe-text.ts'
import type { Paint } from './paint.ts'
import { renderTable } from './table.ts'

const none = '–'

const nameOf = ({ scorer }: ScorerMaterial) =>
  `${terminalName(scorer.name)}${scorer.lowerIsBetter ? ' (lower is better)' : ''}`

/** Mean, interval, counts and cost, a line a scorer. */
export function scoreTable(
  scorers: readonly ScorerMaterial[],
  costs: RunCosts,
  width: number,
  paint: Paint,
): string {
  const columns = [
    { title: 'Scorer', flexible: true },
    { title: 'Mean', align: 'right' },
    { title: intervalTitle(scorers.map(({ summary }) => summary.interval)), align: 'right' },
    { title: 'Scored', align: 'right' },
    { title: 'Not\nscorable', align: 'right' },
    { title: 'Failed', align: 'right' },
    { title: 'Cost', align: 'right' },
  ] as const
  const rows = scorers.map((material) => {
    const { scorer, summary } = material
    const { mean, interval, scored, notScorable, failed } = summary
    const cost = costs.scorers.get(scorer.id)
    return [
      nameOf(material),
      mean === undefined ? none : paint('bold', formatScore(mean, scorer.scale)),
      interval === undefined ? none : formatInterval(interval, scorer.scale),
      scored === 0 ? paint('red', '0') : formatCount(scored),
      formatCount(notScorable),
      failed === 0 ? '0' : paint('red', formatCount(failed)),
      cost === undefined ? none : formatMoneyOf(cost),
    ]
  })
  return renderTable(columns, rows, width)
}

const verdictColor = { better: 'green', worse: 'red', 'cannot tell': 'yellow' } as const

/** Before, after, difference and verdict, a line a scorer that was compared. */
export function comparisonTable(scorers: readonly ScorerMaterial[], width: number, paint: Paint): string {
  const interval = intervalTitle(scorers.map(({ comparison }) => comparison?.interval))
  const columns = [
    { title: 'Scorer', flexible: true },
    { title: 'Before', align: 'right' },
    { title: 'After', align: 'right' },
    { title: `Difference\n${interval}`, align: 'right' },
    { title: 'p\n(Holm)', align: 'right' },
    { title: 'Verdict' },
  ] as const
  const rows = scorers.flatMap((material) => {
    const { comparison, scorer } = material
    if (comparison === undefined) return []
    const { before, after, adjustedPValue, verdict } = comparison
    return [
      [
        nameOf(material),
        before === undefined ? none : formatScore(before, scorer.scale),
        after === undefined ? none : formatScore(after, scorer.scale),
        differenceCell(comparison, scorer.scale),
        adjustedPValue === undefined ? none : formatPValue(adjustedPValue),
        paint(verdictColor[verdict], verdict),
      ],
    ]
  })
  return renderTable(columns, rows, width)
}

function differenceCell({ difference, interval }: ScoreComparison, scale?: number): string {
  if (difference === undefined) return none
  const range = interval === undefined ? '' : `\n${formatDifferenceInterval(interval, scale)}`
  return `${formatDifference(difference, scale)}${range}`
}

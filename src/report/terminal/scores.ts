import type { RunCosts } from '../contents/costs.ts'
import type { ScorerMaterial } from '../contents/material.ts'
import {
  changeCells,
  differenceIntervalCell,
  formatMoneyOf,
  intervalTitle,
  none,
  scoreCells,
} from '../format.ts'
import { terminalName } from '../safe-text.ts'
import { verdictWord } from '../wording.ts'
import type { Paint } from './paint.ts'
import { renderTable } from './table.ts'

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
    const { mean, interval, scored, notScorable, failed } = scoreCells(material)
    const cost = costs.scorers.get(material.scorer.id)
    return [
      nameOf(material),
      mean === none ? none : paint('bold', mean),
      interval,
      scored === '0' ? paint('red', scored) : scored,
      notScorable,
      failed === '0' ? failed : paint('red', failed),
      cost === undefined ? none : formatMoneyOf(cost),
    ]
  })
  return renderTable(columns, rows, width)
}

export const verdictColor = { better: 'green', worse: 'red', same: 'green', 'cannot tell': 'yellow' } as const

/** Before, after, difference and verdict, a line a scorer that was compared. */
export function comparisonTable(scorers: readonly ScorerMaterial[], width: number, paint: Paint): string {
  const interval = intervalTitle(scorers.map(({ comparison }) => comparison?.interval))
  const columns = [
    { title: 'Scorer', flexible: true },
    { title: 'Before', align: 'right' },
    { title: 'After', align: 'right' },
    { title: `Difference\n${interval}`, align: 'right' },
    { title: 'Verdict' },
  ] as const
  const rows = scorers.flatMap((material) => {
    const { comparison, scorer } = material
    if (comparison === undefined) return []
    const { verdict } = comparison
    const [before, after, difference] = changeCells(comparison, scorer.scale)
    const interval = differenceIntervalCell(comparison, scorer.scale)
    const range = difference === none || interval === none ? difference : `${difference}\n${interval}`
    return [[nameOf(material), before, after, range, paint(verdictColor[verdict], verdictWord[verdict])]]
  })
  return renderTable(columns, rows, width)
}

import { type Block, note } from '../document/blocks.ts'
import { type Cell, column, type Table, table } from '../document/table.ts'
import { formatCost } from '../format-costs.ts'
import { intervalTitle, none } from '../format-numbers.ts'
import { summaryNotes } from '../run-notices.ts'
import { scoreCells } from '../score-cells.ts'
import type { sumCosts } from './cost-lines.ts'
import type { ScorerMaterial } from './material.ts'

/** Returns a scorer's label outside of tables: 'Toxicity (lower is better)'. */
export const scorerLabel = ({ name, lowerIsBetter }: ScorerMaterial['scorer']): string =>
  `${name}${lowerIsBetter ? ' (lower is better)' : ''}`

const alarming = (text: string, isBad: boolean): Cell => ({ text, tone: isBad ? 'bad' : undefined })

export function scoreTable(scorers: readonly ScorerMaterial[], costs: ReturnType<typeof sumCosts>): Table[] {
  const cells = scorers.map((one) => ({ ...one, ...scoreCells(one), cost: costs.scorers.get(one.scorer.id) }))
  return table('Means and intervals by scorer', cells, [
    column.name('Scorer', ({ scorer }) => scorerLabel(scorer)),
    column.number('Mean', ({ mean }) => ({ text: mean, strong: mean !== none })),
    column.number(intervalTitle(scorers.map(({ summary }) => summary)), ({ interval }) => interval),
    column.number('Scored', ({ scored }) => alarming(scored, scored === '0')),
    column.number('Not scorable', ({ notScorable }) => notScorable),
    column.number('Failed', ({ failed }) => alarming(failed, failed !== '0')),
    column.number('Cost', ({ cost }) => (cost ? formatCost(cost) : none)),
  ])
}

export const scoreNotes = (scorers: readonly ScorerMaterial[]): Block[] =>
  summaryNotes(scorers).map(({ names, note: text }) => note(text, names.join(', ')))

import type { MovedItem, ScoreComparison } from '../../evaluation/comparison/score-comparison.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { comparedRuns, comparisonSentence, verdictWord } from '../comparison-sentences.ts'
import { type Block, type Sentence, sentence, sentences } from '../document/blocks.ts'
import { type Cell, column, type Table, type Tone, table } from '../document/table.ts'
import { estimateCell } from '../estimates.ts'
import { formatDifference, formatQuantity, intervalTitle } from '../format-numbers.ts'
import { lostShare } from '../rank-answer.ts'
import { changeCells } from '../score-cells.ts'
import { comparedPairs } from './compared-items.ts'
import type { ReadMaterial, ScorerComparison } from './material.ts'
import { scorerLabel } from './score-table.ts'
import { worstAnswers } from './worst-answers.ts'

export const verdictTone = {
  better: 'good',
  worse: 'bad',
  same: 'good',
  'cannot tell': 'partly',
} as const satisfies Record<ScoreComparison['verdict'], Tone>

export const differenceCell = ({ difference, interval }: ScoreComparison, scale: number | undefined): Cell =>
  estimateCell({ value: difference, interval }, formatDifference, scale)

/** Shows the compared runs, before, after, difference and verdict of each scorer, and their grounds. */
export function comparisonBlocks(material: ReadMaterial): Block[] {
  const { compared } = material
  if (compared.length === 0) return []
  return [
    ...sentences(comparedRuns(material)),
    ...table('Before and after by scorer', compared, [
      column.name('Scorer', ({ scorer }) => scorerLabel(scorer)),
      column.word('Verdict', ({ comparison: { verdict } }) => ({
        text: verdictWord[verdict],
        tone: verdictTone[verdict],
      })),
      column.number('Before', ({ comparison, scorer }) => changeCells(comparison, scorer.scale)[0]),
      column.number('After', ({ comparison, scorer }) => changeCells(comparison, scorer.scale)[1]),
      column.number('Difference', ({ comparison, scorer }) => differenceCell(comparison, scorer.scale), {
        detail: intervalTitle(compared.map(({ comparison }) => comparison)) || undefined,
      }),
    ]),
    ...compared.map(({ scorer, comparison }) =>
      sentence(comparisonSentence(comparison, scorer.scale), {
        name: scorer.name,
        // The table shows the result; a missing result must be explained.
        isNote: comparison.measure === undefined && comparison.difference !== undefined,
      }),
    ),
  ]
}

export const isLoss = ({ difference }: Pick<MovedItem, 'difference'>, { lowerIsBetter }: ScorerRecord) =>
  difference !== 0 && difference > 0 === lowerIsBetter

export function lossesFirst({ scorer, comparison }: ScorerComparison, most: number): readonly MovedItem[] {
  const moves = comparison.moved.slice(0, most)
  return [true, false].flatMap((lost) => moves.filter((move) => isLoss(move, scorer) === lost))
}

/**
 * Returns the answers that lost most over all scorers, one an item: the worst of its repeats, with the scorer by which
 * it lost the largest share of the scale.
 */
export function lostMost({ run, baseline, compared }: ReadMaterial, limit: number) {
  if (baseline === undefined) return []
  const losses = compared
    // A lower score by another judge is no loss.
    .filter(({ comparison }) => comparison.measure === undefined)
    .flatMap(({ scorer }) =>
      comparedPairs(baseline, run, scorer.id)
        .filter((pair) => isLoss(pair, scorer))
        .map((pair) => ({ ...pair, scorer, share: lostShare(pair.difference, scorer) })),
    )
    .sort((one, other) => other.share - one.share || Math.abs(other.difference) - Math.abs(one.difference))
  return [...Map.groupBy(losses, ({ itemId }) => itemId).values()].slice(0, limit).flatMap(([move]) => {
    if (move === undefined) return []
    const items = run.items.filter(({ itemId }) => itemId === move.itemId)
    return worstAnswers({ ...run, items }, move.scorer, 1).map((answer) => ({ ...move, ...answer }))
  })
}

/**
 * Says of each scorer with only two possible scores that chance moves its items, too. All moves are then equally large,
 * so the order of the table does not separate true ones: of an agent that lost 0.1, about one in five is.
 */
export function flipSentences(
  { run, baseline }: ReadMaterial,
  compared: readonly ScorerComparison[],
): Sentence[] {
  if (baseline === undefined || [baseline, run].some(({ header }) => header.repeats > 1)) return []
  // Of recorded answers, repeats are the same.
  const wayOut = run.header.target.kind === 'recorded' ? '' : '; --repeats 3 shows which ones really changed'
  return compared.flatMap(({ scorer: { id, name, scale }, comparison: { rose, fell } }) => {
    if (rose + fell === 0) return []
    const isYesOrNo = ({ scores: { [id]: of } }: ItemRecord) =>
      of?.outcome !== 'scored' || of.score === 0 || of.score === scale
    if (![baseline, run].every(({ items }) => items.every(isYesOrNo))) return []
    const counts = `${formatQuantity(fell, 'item')} fell and ${rose} rose`
    return sentence(
      `${counts}. With two possible scores and one answer in each run, chance alone flips some items both ways${wayOut}.`,
      { name },
    )
  })
}

export function movedTable(compared: readonly ScorerComparison[], examples: number): Table[] {
  const moves = compared.flatMap((one) =>
    lossesFirst(one, examples).map((change) => ({ scorer: one.scorer, change })),
  )
  const by = compared.length === 1 ? ` by ${compared[0]?.scorer.name}` : ''
  return table(`Items that moved most${by}`, moves, [
    column.name('Item', ({ change }) => ({ text: change.itemId, isItem: true })),
    column.name('Scorer', ({ scorer }) => scorer.name),
    column.number('Difference', ({ change, scorer }) => changeCells(change, scorer.scale)[2]),
    column.number('Before', ({ change, scorer }) => changeCells(change, scorer.scale)[0]),
    column.number('After', ({ change, scorer }) => changeCells(change, scorer.scale)[1]),
  ])
}

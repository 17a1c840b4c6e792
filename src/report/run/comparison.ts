import type { MovedItem, ScoreComparison } from '../../evaluation/comparison/types.ts'
import type { ScorerRecord } from '../../run/record.ts'
import {
  type Block,
  type Cell,
  column,
  sentence,
  sentences,
  type Table,
  type Tone,
  table,
} from '../document/blocks.ts'
import { estimateCell } from '../estimates.ts'
import { changeCells, formatDifference, intervalTitle } from '../format.ts'
import { comparedRuns, comparisonSentence, verdictWord } from '../wording.ts'
import { changesSentence } from './changes.ts'
import type { ReportMaterial, ScorerMaterial } from './material.ts'
import { scorerLabel } from './scores.ts'

export interface Compared {
  readonly scorer: ScorerRecord
  readonly comparison: ScoreComparison
}

/** The scorers that have a comparison. */
export const comparedOf = (scorers: readonly ScorerMaterial[]): Compared[] =>
  scorers.flatMap(({ scorer, comparison }) => (comparison === undefined ? [] : [{ scorer, comparison }]))

export const verdictTone = {
  better: 'good',
  worse: 'bad',
  same: 'good',
  'cannot tell': 'partly',
} as const satisfies Record<ScoreComparison['verdict'], Tone>

/** The columns that a change has everywhere. */
export function changeOf<Line>(
  of: (line: Line) => { readonly scorer: ScorerRecord; readonly change: Partial<MovedItem> },
) {
  const cell = (index: 0 | 1 | 2) => (line: Line) => {
    const { scorer, change } = of(line)
    return changeCells(change, scorer.scale)[index]
  }
  const [before, after, difference] = [cell(0), cell(1), cell(2)]
  return { before, after, difference }
}

/** A difference with its interval below or beside it. */
export const differenceCell = ({ difference, interval }: ScoreComparison, scale: number | undefined): Cell =>
  estimateCell({ value: difference, interval }, formatDifference, scale)

/** Which runs were compared, before, after, difference and verdict of each scorer, and what that rests on. */
export function comparisonBlocks(material: ReportMaterial, compared: readonly Compared[]): Block[] {
  if (compared.length === 0) return []
  const { before, after } = changeOf<Compared>(({ scorer, comparison }) => ({ scorer, change: comparison }))
  return [
    ...sentences(comparedRuns(material), changesSentence(material)),
    ...table('Before and after by scorer', compared, [
      column.name('Scorer', ({ scorer }) => scorerLabel(scorer)),
      column.number('Before', before),
      column.number('After', after),
      column.number('Difference', ({ comparison, scorer }) => differenceCell(comparison, scorer.scale), {
        detail: intervalTitle(compared.map(({ comparison }) => comparison)) || undefined,
      }),
      column.word('Verdict', ({ comparison: { verdict } }) => ({
        text: verdictWord[verdict],
        tone: verdictTone[verdict],
      })),
    ]),
    ...compared.map(({ scorer, comparison }) =>
      sentence(comparisonSentence(comparison, scorer.scale), { name: scorer.name }),
    ),
  ]
}

/** The items that each scorer saw move most. */
export function movedTable(compared: readonly Compared[], examples: number): Table[] {
  const moves = compared.flatMap(({ scorer, comparison }) =>
    comparison.moved.slice(0, examples).map((change) => ({ scorer, change })),
  )
  const { before, after, difference } = changeOf<(typeof moves)[number]>((one) => one)
  return table('Items that moved most', moves, [
    column.name('Item', ({ change }) => ({ text: change.itemId, isItem: true })),
    column.name('Scorer', ({ scorer }) => scorer.name),
    column.number('Before', before),
    column.number('After', after),
    column.number('Difference', difference),
  ])
}

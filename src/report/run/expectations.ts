import type { EvaluationRun } from '../../run/record.ts'
import { type Block, sentence } from '../document/blocks.ts'
import { column, table } from '../document/table.ts'
import { formatCount, formatQuantity } from '../format-numbers.ts'

/** The expectations of items, and those that were not met. */
export interface ExpectationContents {
  readonly total: number
  /** In the order of the run. */
  readonly unmet: readonly {
    readonly itemId: string
    readonly repeat: number
    readonly what: string
    readonly found: string
  }[]
}

export function collectExpectations({ items }: EvaluationRun): ExpectationContents | undefined {
  const all = items.flatMap(({ itemId, repeat, expectations = [] }) =>
    expectations.map(({ what, met, found }) => ({ itemId, repeat, what, met, found })),
  )
  if (all.length === 0) return undefined
  return { total: all.length, unmet: all.filter(({ met }) => !met).map(({ met: _, ...one }) => one) }
}

/** '1 of 4 expectations not met' */
export const countUnmet = (unmet: number, total: number) =>
  `${formatCount(unmet)} of ${formatQuantity(total, 'expectation')} not met`

function expectationSentence({ total, unmet }: ExpectationContents): string {
  if (unmet.length > 0) return `${countUnmet(unmet.length, total)}.`
  if (total <= 2) return total === 1 ? 'The expectation was met.' : 'Both expectations were met.'
  return `All ${formatQuantity(total, 'expectation')} were met.`
}

/** Shows the expectations that were not met, or says that all were. */
export function expectationBlocks(run: EvaluationRun): Block[] {
  const expectations = collectExpectations(run)
  if (expectations === undefined) return []
  const { repeats } = run.header
  const unmet = table(
    'Expectations that were not met',
    expectations.unmet,
    [
      column.word('Item', ({ itemId }) => ({ text: itemId, isItem: true })),
      column.number('Repeat', ({ repeat }) => (repeats > 1 ? `${repeat}` : undefined)),
      column.word('Not met', ({ what }) => what),
      column.word('Found', ({ found }) => found),
    ],
    {
      others: 'other',
      told: ({ itemId, repeat, what, found }) => ({
        mark: '✗',
        tone: 'bad',
        text: `${itemId}${repeats > 1 ? `, repeat ${repeat}` : ''}: ${what} – ${found}`,
      }),
    },
  )
  return [...unmet, sentence(expectationSentence(expectations))]
}

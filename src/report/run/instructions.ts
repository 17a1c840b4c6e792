import { diffArrays } from 'diff'
import { cutAt } from '../../shared/cut-at.ts'
import { withoutTimes } from '../../shared/without-times.ts'
import { type Block, sentence } from '../document/blocks.ts'
import { column, table } from '../document/table.ts'
import { formatQuantity } from '../format-numbers.ts'
import { shorten } from '../safe-text.ts'
import type { ReportMaterial } from './material.ts'

const mostLines = 10
const longestLine = 240
/** The number of characters to show before a long line differs from the other. */
const runUp = 40
/** Limits the number of edits, since the work grows with its square. */
const mostEdits = 2000

/**
 * Returns the lines of the instructions that only one of two runs has, except for dates and times; undefined if a run
 * does not contain them.
 */
export function changedLines({ run, baseline }: ReportMaterial) {
  const before = baseline?.header.target.instructionsText
  const after = run.header.target.instructionsText
  if (before === undefined || after === undefined) return undefined
  const parts = diffArrays(toLines(before), toLines(after), {
    maxEditLength: mostEdits,
    comparator: (one, other) => one.said === other.said,
  })
  return parts?.flatMap(({ value, removed, added }, index) => {
    if (!removed && !added) return []
    const other = parts[removed ? index + 1 : index - 1]
    const against = other?.removed || other?.added ? other.value : []
    const change = removed ? 'removed' : 'added'
    return value.map(({ line }, at) => ({ change, line: fromDifference(line, against[at]?.line ?? '') }))
  })
}

const toLines = (text: string) => text.split('\n').map((line) => ({ line, said: withoutTimes(line) }))

/** Shows the changed lines, each shortened to the difference. */
export function instructionBlocks(material: ReportMaterial): Block[] {
  const lines = changedLines(material) ?? []
  const left = lines.length - mostLines
  return [
    ...table(
      'Changed lines of the instructions',
      lines.slice(0, mostLines),
      [column.word('Change', ({ change }) => change), column.name('Line', ({ line }) => line)],
      {
        told: ({ change, line }) => ({ mark: change === 'removed' ? '−' : '+', tone: 'neutral', text: line }),
      },
    ),
    ...(left > 0 ? [sentence(`${formatQuantity(left, 'more line')} changed.`)] : []),
  ]
}

function fromDifference(line: string, other: string): string {
  if (line.trim() === '') return '(blank)'
  let same = 0
  while (same < line.length && line[same] === other[same]) same += 1
  const isLong = line.length > longestLine && same > runUp
  return shorten(isLong ? `…${line.slice(cutAt(line, same - runUp).length)}` : line, longestLine)
}

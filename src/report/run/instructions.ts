import { diffArrays } from 'diff'
import { type Block, column, sentence, table } from '../document/blocks.ts'
import { formatNumberOf } from '../format.ts'
import { shorten } from '../safe-text.ts'
import type { ReportMaterial } from './material.ts'

interface ChangedLine {
  readonly change: 'removed' | 'added'
  readonly line: string
}

const mostLines = 12
const longestLine = 240
/** What is shown of a long line before it differs from the other. */
const runUp = 40
/** Beyond it the work grows with its square. */
const mostEdits = 2000

/** Lines of the instructions that only one of two runs has; undefined where a run has not kept them. */
export function changedLines({ run, baseline }: ReportMaterial): ChangedLine[] | undefined {
  const [before, after] = [baseline?.header, run.header].map((header) => header?.target.instructionsText)
  if (before === undefined || after === undefined) return undefined
  const parts = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: mostEdits })
  return parts?.flatMap(({ value, removed, added }, index): ChangedLine[] => {
    if (!removed && !added) return []
    const other = parts[removed ? index + 1 : index - 1]
    const against = other?.removed || other?.added ? other.value : []
    const change = removed ? 'removed' : 'added'
    return value.map((line, at) => ({ change, line: fromDifference(line, against[at] ?? '') }))
  })
}

/** The changed lines, each shortened to where it differs. */
export function instructionBlocks(material: ReportMaterial): Block[] {
  const lines = changedLines(material) ?? []
  const left = lines.length - mostLines
  return [
    ...table('Changed lines of the instructions', lines.slice(0, mostLines), [
      column.word('Change', ({ change }) => change),
      column.name('Line', ({ line }) => line),
    ]),
    ...(left > 0 ? [sentence(`${formatNumberOf(left, 'more line')} changed.`)] : []),
  ]
}

function fromDifference(line: string, other: string): string {
  if (line.trim() === '') return '(blank)'
  let same = 0
  while (same < line.length && line[same] === other[same]) same += 1
  const isLong = line.length > longestLine && same > runUp
  return shorten(isLong ? `…${line.slice(same - runUp).toWellFormed()}` : line, longestLine)
}

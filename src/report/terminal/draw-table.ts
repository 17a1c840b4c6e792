import wrapAnsi from 'wrap-ansi'
import type { Column } from '../document/table.ts'
import { drawFrame, widestLine } from './draw-frame.ts'

/** Below this, a column of words becomes a column of letters. */
const narrowestText = 12
/** The width of a border and two spaces for each column. */
const frame = 3

/**
 * Renders a table of at most `width` terminal columns; if it does not fit, shows its rows one below the other, with a
 * line for each cell. Names take the remaining width, and wrap; all else has one line.
 *
 * @param columns Default kind: word.
 * @param rows Cells, one a column, with or without colours; a line break in a cell or title is one in the table.
 */
export function renderTable(
  columns: readonly (Pick<Column, 'title'> & Partial<Column>)[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const titles = columns.map(({ title, kind }, index) =>
    kind === 'name'
      ? title
      : titleOver(title, Math.max(0, ...rows.map((row) => widestLine(row[index] ?? '')))),
  )
  const cells = [titles, ...rows]
  const flexible = columns.filter(({ kind }) => kind === 'name').length
  const fixed = columns.map(({ kind }, index) =>
    kind === 'name' ? 0 : Math.max(...cells.map((row) => widestLine(row[index] ?? ''))),
  )
  const left = width - 1 - fixed.reduce((total, length) => total + length + frame, 0)
  const textWidth = flexible === 0 ? 0 : Math.floor(left / flexible)
  if (flexible === 0 ? left < 0 : textWidth < narrowestText) return stacked(columns, rows, width)
  return drawFrame(
    titles,
    rows.map((row) =>
      row.map((cell, index) => (columns[index]?.kind === 'name' ? wrap(cell, textWidth) : cell)),
    ),
    columns.map(({ kind }) => kind === 'number'),
  )
}

/** Breaks a title that would make its column wider than its cells, but never within a word. */
function titleOver(title: string, width: number): string {
  const longestWord = Math.max(...title.split(/\s/).map(widestLine))
  return wrap(title, Math.max(width, longestWord))
}

function stacked(
  columns: readonly Pick<Column, 'title'>[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const blocks = rows.map((row) =>
    row
      .map((cell, index) =>
        index === 0
          ? wrap(cell, width)
          : indented(`${columns[index]?.title}: ${cell}`.replaceAll('\n', ' '), width),
      )
      .join('\n'),
  )
  return blocks.join('\n\n')
}

export const wrap = (text: string, width: number) => wrapAnsi(text, Math.max(width, 1), { hard: true })

export const indented = (text: string, width: number) =>
  wrap(text, width - 2)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')

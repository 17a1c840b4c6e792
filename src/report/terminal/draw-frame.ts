import stringWidth from 'string-width'

/**
 * Draws a table with a frame, as wide as its cells.
 *
 * @param head Titles; a line break in a title or cell is one in the table.
 * @param rows Cells, one a column, with or without colours.
 * @param isRight Whether the cells of each column are aligned right.
 */
export function drawFrame(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: readonly boolean[],
): string {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(widestLine)),
  )
  const rule = (left: string, between: string, right: string) =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(between)}${right}`
  const drawRow = (row: readonly string[]) => {
    const cells = row.map((cell) => cell.split('\n'))
    const height = Math.max(...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) => {
      const texts = widths.map((width, column) => {
        const text = cells[column]?.[line] ?? ''
        const blank = ' '.repeat(width - stringWidth(text))
        return isRight[column] ? blank + text : text + blank
      })
      return `│ ${texts.join(' │ ')} │`
    })
  }
  return [
    rule('┌', '┬', '┐'),
    ...drawRow(head),
    rule('├', '┼', '┤'),
    ...rows.flatMap(drawRow),
    rule('└', '┴', '┘'),
  ].join('\n')
}

/** Measures in columns of the terminal: one or two for a character as it is read, none for its marks. */
export const widestLine = (text: string): number =>
  Math.max(...text.split('\n').map((line) => stringWidth(line)))

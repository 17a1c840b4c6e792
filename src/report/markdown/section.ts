import { markdownText, shorten } from '../safe-text.ts'

/** A part of a summary: what is above the rows, and rows of which the last may be left out. */
export interface Section {
  readonly head: string
  readonly rows: readonly string[]
}

const longestCell = 280

/** Text of others in a cell. */
export const cell = (text: string) => markdownText(shorten(text, longestCell))

interface MarkdownColumn {
  readonly title: string
  readonly align?: 'right'
}

/** A table under a heading. */
export function section(title: string, ...[columns, rows]: Parameters<typeof markdownTable>): Section {
  const [heading, rule, ...lines] = markdownTable(columns, rows).split('\n')
  return { head: `### ${title}\n\n${heading}\n${rule}`, rows: lines }
}

/** A table in GitHub's Markdown. Cells are Markdown on one line; text of others in them is escaped by then. */
function markdownTable(columns: readonly MarkdownColumn[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'))
  return [columns.map(({ title }) => title), rule, ...rows].map(line).join('\n')
}

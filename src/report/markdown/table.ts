export interface MarkdownColumn {
  readonly title: string
  readonly align?: 'right'
}

/** A table in GitHub's Markdown. Cells are Markdown on one line; text of others in them is escaped by then. */
export function markdownTable(
  columns: readonly MarkdownColumn[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'))
  return [columns.map(({ title }) => title), rule, ...rows].map(line).join('\n')
}

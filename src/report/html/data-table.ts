import { html, type Markup } from './markup.ts'

export interface DataColumn {
  readonly title: string
  /** Numbers stand at the right. */
  readonly numeric?: boolean
}

/** A plain table, the first cell of a row as its heading; it scrolls by itself where the page is too narrow. */
export function dataTable(
  caption: string,
  columns: readonly DataColumn[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  const kind = (index: number) => (columns[index]?.numeric ? 'numeric' : 'words')
  const cell = (content: string | Markup, index: number) =>
    index === 0
      ? html`<th scope="row" class="${kind(index)}">${content}</th>`
      : html`<td class="${kind(index)}">${content}</td>`
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="data">
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ title }, index) => html`<th scope="col" class="${kind(index)}">${title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody>
</table></div>`
}

import { html, type Markup, raw } from '../../page/markup.ts'
import type { ScorerRecord } from '../../run/record.ts'

interface DataColumn {
  readonly title: string | Markup
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

export interface Figure {
  readonly title: string
  /** What the drawing shows, in words, for those who do not see it. */
  readonly description: string
  /** The drawing at a width in CSS pixels. */
  readonly draw: (width: number) => Markup
  /** The same numbers as a table. */
  readonly table?: Markup
  /** What colours and marks mean. */
  readonly legend?: Markup
  /** The widths at which it is drawn; the page shows the widest that fits. Default 320, 680 and 1060. */
  readonly widths?: readonly [number] | readonly [number, number, number]
}

/** A drawing with its title, description and numbers. Text in it keeps its size: it is drawn once for each width. */
export function figure({
  title,
  description,
  draw,
  table,
  legend,
  widths = [320, 680, 1060],
}: Figure): Markup {
  const kinds = widths.length === 1 ? ['only'] : ['narrow', 'medium', 'wide']
  return html`<figure><figcaption>${title}</figcaption>${legend ?? ''}
<div class="chart" role="img" aria-label="${description}">${widths.map(
    (width, index) => html`<div class="${kinds[index] ?? 'wide'}">${draw(width)}</div>`,
  )}</div>
${table === undefined ? '' : html`<details class="numbers"><summary>Numbers<span class="unseen"> of: ${title}</span></summary>${table}</details>`}</figure>`
}

/** What is long, behind a line; the page's script opens it where there is room, if that is wanted. */
export const fold = (summary: string, body: Markup, { openWhereWide = false } = {}): Markup =>
  html`<details class="fold"${openWhereWide ? raw(' data-wide') : ''}><summary>${summary}</summary>${body}</details>`

/** How a style sheet draws the sign of an entry. */
type Key = 'now' | 'before' | 'hollow' | 'better' | 'same' | 'worse' | 'band' | 'limit' | 'alarm'

/** What the colours and signs of a drawing mean. */
export const legend = (entries: readonly (readonly [Key, string])[]): Markup =>
  html`<ul class="legend soft">${entries.map(([key, text]) => html`<li><span class="key ${key}" aria-hidden="true"></span>${text}</li>`)}</ul>`

/** A link that opens the first answer of an item in the page. An address holds no lone surrogates. */
export const itemLink = (itemId: string): Markup =>
  html`<a href="#item=${encodeURIComponent(itemId.toWellFormed())}">${itemId}</a>`

/** A scorer's name, with an arrow where lower is better, for where there is no room for words. */
export const withDirection = ({ name, lowerIsBetter }: ScorerRecord) => (lowerIsBetter ? `${name} ↓` : name)

/** What the arrow means; nothing where no scorer has it. */
export const directionNote = (scorers: readonly ScorerRecord[]): Markup | undefined =>
  scorers.some(({ lowerIsBetter }) => lowerIsBetter) ? html`<p class="soft">↓ lower is better</p>` : undefined

import { html, type Markup, raw } from '../../page/markup.ts'
import type { ScorerRecord } from '../../run/record.ts'

/** A phone has no room for more columns, and the last ones often hold the conclusion. */
const mostOnPhone = 4

/**
 * Renders a plain table with the first cell of each row as its heading. On a phone, rows of many cells are stacks of
 * lines; other tables scroll if the page is too narrow.
 */
export function dataTable(
  caption: string,
  columns: readonly {
    readonly title: string | Markup
    /** Numbers are aligned right. */
    readonly numeric?: boolean
  }[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  const stacks = columns.length > mostOnPhone
  const kind = (index: number) => (columns[index]?.numeric ? 'numeric' : 'words')
  // Cells that are no longer shown as cells would lose their roles.
  const role = (name: string) => (stacks ? raw(` role="${name}"`) : '')
  const cell = (content: string | Markup, index: number) =>
    index === 0
      ? html`<th scope="row" class="${kind(index)}"${role('rowheader')}>${content}</th>`
      : html`<td class="${kind(index)}"${role('cell')}>${stacks ? html`<span class="label" aria-hidden="true">${columns[index]?.title ?? ''}</span>` : ''}${content}</td>`
  const heading = ({ title }: { readonly title: string | Markup }, index: number) =>
    html`<th scope="col" class="${kind(index)}"${role('columnheader')}>${title}</th>`
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="data${stacks ? ' stacks' : ''}"${role('table')}>
<caption class="unseen">${caption}</caption>
<thead${role('rowgroup')}><tr${role('row')}>${columns.map(heading)}</tr></thead>
<tbody${role('rowgroup')}>${rows.map((row) => html`<tr${role('row')}>${row.map(cell)}</tr>`)}</tbody>
</table></div>`
}

/** Renders a drawing with its title, description and numbers, once for each width so that text keeps its size. */
export function figure(parts: {
  readonly title: string
  /** Describes the drawing in words, for readers who do not see it. */
  readonly description: string
  /** Draws at a width in CSS pixels. */
  readonly draw: (width: number) => Markup
  /** The same numbers as a table. */
  readonly table?: Markup
  /** Explains colours and marks. */
  readonly legend?: Markup
  /** The widths to draw for; the page shows the widest that fits. Default 320, 680 and 1060. */
  readonly widths?:
    | readonly [number]
    | readonly [narrow: number, medium: number]
    | readonly [narrow: number, medium: number, wide: number]
  /** Whether the drawing has links; a picture holds none. Default false. */
  readonly hasLinks?: boolean
}): Markup {
  const { title, description, draw, table, legend, widths = [320, 680, 1060], hasLinks = false } = parts
  const kinds = widths.length === 1 ? ['only'] : ['narrow', 'medium', 'wide']
  return html`<figure><figcaption>${title}</figcaption>${legend ?? ''}
<div class="chart" role="${hasLinks ? 'group' : 'img'}" aria-label="${description}">${widths.map(
    (width, index) => html`<div class="${kinds[index] ?? 'wide'}">${draw(width)}</div>`,
  )}</div>
${table === undefined ? '' : html`<details class="numbers"><summary>Numbers<span class="unseen"> of: ${title}</span></summary>${table}</details>`}</figure>`
}

/** Renders facts, each by its name, and below them the main numbers, each with a note. */
export const factsAndNumbers = (
  facts: readonly (readonly string[])[],
  numbers: readonly (readonly string[])[],
): Markup =>
  html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<dl class="numbers-row">${numbers.map(([name, value, note]) => html`<div><dt>${name}</dt><dd><strong>${value}</strong><span class="soft">${note}</span></dd></div>`)}</dl>`

/** Folds a long part; if `openWhereWide` is set, the page's script opens it on wide screens. */
export const fold = (summary: string, body: Markup, { openWhereWide = false } = {}): Markup =>
  html`<details class="fold"${openWhereWide ? raw(' data-wide') : ''}><summary>${summary}</summary>${body}</details>`

/** Explains the colours and signs of a drawing; the style sheet draws the sign of a key. */
export const legend = (
  entries: readonly (readonly [
    key: 'now' | 'before' | 'hollow' | 'better' | 'same' | 'partly' | 'worse' | 'limit' | 'alarm',
    text: string,
  ])[],
): Markup =>
  html`<ul class="legend soft">${entries.map(([key, text]) => html`<li><span class="key ${key}" aria-hidden="true"></span>${text}</li>`)}</ul>`

/** Links to an answer in the page. An address holds no lone surrogates. */
export const itemLink = (itemId: string, repeat = 1): Markup =>
  html`<a href="#item=${encodeURIComponent(itemId.toWellFormed())}${repeat === 1 ? '' : `&repeat=${repeat}`}">${itemId}</a>`

/** Returns a scorer's name, with an arrow if lower is better, for places without room for words. */
export const withDirection = ({ name, lowerIsBetter }: ScorerRecord) => (lowerIsBetter ? `${name} ↓` : name)

/** Explains the arrow; undefined if no scorer has it. */
export const directionNote = (scorers: readonly ScorerRecord[]): Markup | undefined =>
  scorers.some(({ lowerIsBetter }) => lowerIsBetter) ? html`<p class="soft">↓ lower is better</p>` : undefined

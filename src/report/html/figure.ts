import { html, type Markup } from './markup.ts'

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

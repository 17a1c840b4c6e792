import { html, type Markup } from '../markup.ts'
import { drawing, scaleOf } from './axes.ts'
import { labelledRows, labelWidth } from './rows.ts'

export interface Bar {
  readonly label: string
  /** 0 or more. */
  readonly value: number
  /** As written at the end of the bar. */
  readonly text: string
}

const rowHeight = 40

/** Amounts as bars, one a row, each with its number. */
export function barChart(bars: readonly Bar[], width: number): Markup {
  const start = labelWidth(width) + 8
  const x = scaleOf([0, Math.max(...bars.map(({ value }) => value)) || 1], [start, width - 92])
  return drawing(
    width,
    bars.length * rowHeight + 8,
    labelledRows(
      bars,
      rowHeight,
      width,
      ({ value, text }, y) =>
        html`<rect x="${start}" y="${y - 9}" width="${x(value) - start}" height="18" rx="3" fill="var(--accent)"/>
<path d="M${start} ${y - rowHeight / 2}v${rowHeight}" stroke="var(--line-strong)"/>
<text x="${x(value) + 6}" y="${y + 4}" font-size="13" fill="var(--ink)">${text}</text>`,
    ),
  )
}

import { html, type Markup } from '../markup.ts'
import { rowPlot } from './rows.ts'

export interface ForestRow {
  readonly label: string
  readonly middle: number
  /** Absent where there is none: the point stands alone. */
  readonly interval?: { readonly low: number; readonly high: number }
  /** A CSS colour. Default the accent. */
  readonly color?: string
}

export interface Forest {
  readonly rows: readonly ForestRow[]
  /** Values that the axis reaches beside those of the rows. */
  readonly reach: readonly number[]
  /** Where a line is drawn through all rows, such as 0 for differences; the axis reaches it. */
  readonly reference?: number
}

/** Points with their intervals, one row each, on one axis. */
export function forestPlot({ rows, reach, reference }: Forest, width: number): Markup {
  const ends = rows.flatMap(({ middle, interval = { low: middle, high: middle } }) => [
    middle,
    interval.low,
    interval.high,
  ])
  return rowPlot(
    {
      rows,
      rowHeight: 44,
      reach: [...reach, ...(reference === undefined ? [] : [reference]), ...ends],
      reference,
      mark: ({ middle, interval, color = 'var(--accent)' }, x, y) =>
        html`${
          interval === undefined
            ? ''
            : html`<path d="M${x(interval.low)} ${y}H${x(interval.high)}M${x(interval.low)} ${y - 7}v14M${x(interval.high)} ${y - 7}v14" stroke="${color}" stroke-width="2.5" stroke-linecap="round"/>`
        }<circle cx="${x(middle)}" cy="${y}" r="6" fill="${color}"/>`,
    },
    width,
  )
}

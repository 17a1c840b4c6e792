import { html, type Markup } from '../../../page/markup.ts'
import type { ShownEstimate } from '../../estimates.ts'
import { drawing, makeScale, numbersBelow, type Scale, uprights } from './axes.ts'
import { measureWidth } from './measure-width.ts'

const top = 4
const fontSize = 13
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Draws rows one below the other, each with its label on the left, over one axis. */
function rowPlot<Row extends { readonly label: string }>(
  plot: {
    readonly rows: readonly Row[]
    readonly rowHeight: number
    /** Values that the axis must reach; it ends on round ones. */
    readonly reach: readonly number[]
    /** The position of a line through all rows, such as 0 for differences. */
    readonly reference?: number | undefined
    /** Draws one row, centred on `y`. */
    readonly mark: (row: Row, x: Scale, y: number) => Markup
  },
  width: number,
): Markup {
  const { rows, rowHeight, reach, reference, mark } = plot
  const bottom = top + rows.length * rowHeight
  const low = Math.min(...reach)
  const high = Math.max(...reach)
  const room = roomAround(low, high)
  const x = makeScale([low - room, high + room], [labelWidth(width) + 14, width - 24]).nice(5)
  return drawing(width, bottom + 30, [
    uprights(x, top, bottom),
    numbersBelow(x, bottom),
    reference === undefined
      ? ''
      : html`<path d="M${x(reference)} ${top}V${bottom}" stroke="var(--soft)" stroke-width="1.5" stroke-dasharray="4 4"/>`,
    ...labelledRows(rows, rowHeight, width, (row, y) => mark(row, x, y)),
  ])
}

/** Returns the margin of an axis: only a single value and almost equal values need one. */
function roomAround(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (size < 1e-300) return 1
  return high - low > size * 1e-12 ? 0 : size
}

const labelledRows = <Row extends { readonly label: string }>(
  rows: readonly Row[],
  rowHeight: number,
  width: number,
  mark: (row: Row, y: number) => Markup,
): Markup[] =>
  rows.map((row, index) => {
    const y = top + (index + 0.5) * rowHeight
    const room = labelWidth(width)
    return html`<text x="${room}" y="${y + 4}" text-anchor="end" font-size="${fontSize}" fill="var(--ink)">${shortened(row.label, room)}</text>${mark(row, y)}`
  })

const labelWidth = (width: number) => Math.min(196, width * 0.38)

/** Shortens a text to the available room. */
export function shortened(text: string, room: number): string {
  let width = 0
  let kept = ''
  for (const { segment } of segments.segment(text)) {
    width += measureWidth(segment) * fontSize
    if (width > room) return `${kept.trimEnd()}…`
    // The ellipsis is as wide as the font size.
    if (width <= room - fontSize) kept += segment
  }
  return text
}

export interface ForestRow {
  readonly label: string
  readonly middle: number
  /** Absent if unknown: then only the point is drawn. */
  readonly interval?: { readonly low: number; readonly high: number }
  /** A CSS colour. Default: the accent colour. */
  readonly color?: string
}

export const forestRow = (label: string, estimate: ShownEstimate | undefined, color?: string): ForestRow[] =>
  estimate === undefined || 'undefinedBecause' in estimate || estimate.value === undefined
    ? []
    : [{ label, middle: estimate.value, interval: estimate.interval, color }]

/** Draws points with their intervals, one row each, on one axis. */
export function forestPlot(
  forest: {
    readonly rows: readonly ForestRow[]
    /** Values that the axis must reach in addition to those of the rows. */
    readonly reach: readonly number[]
    /** The position of a line through all rows, such as 0 for differences; the axis reaches it. */
    readonly reference?: number
  },
  width: number,
): Markup {
  const { rows, reach, reference } = forest
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

/**
 * Draws a line from a hollow point to a full one, one row each: the score before and after.
 *
 * @param reach Values that the axis must reach in addition to those of the moves.
 */
export const dumbbellPlot = (
  moves: readonly {
    readonly label: string
    readonly before: number
    readonly after: number
    /** A CSS colour for the line and its end. */
    readonly color: string
  }[],
  reach: readonly number[],
  width: number,
): Markup =>
  rowPlot(
    {
      rows: moves,
      rowHeight: 32,
      reach: [...reach, ...moves.flatMap(({ before, after }) => [before, after])],
      mark: ({ before, after, color }, x, y) =>
        html`<path d="M${x(before)} ${y}H${x(after)}" stroke="${color}" stroke-width="2.5"/>
<circle cx="${x(before)}" cy="${y}" r="5" fill="var(--card)" stroke="var(--before)" stroke-width="2"/>
<circle cx="${x(after)}" cy="${y}" r="6" fill="${color}"/>`,
    },
    width,
  )

const rowHeight = 40

/** Draws amounts as bars, one a row, each with its number. */
export function barChart(
  bars: readonly {
    readonly label: string
    /** 0 or more. */
    readonly value: number
    /** The text at the end of the bar. */
    readonly text: string
  }[],
  width: number,
): Markup {
  const start = labelWidth(width) + 8
  const x = makeScale([0, Math.max(...bars.map(({ value }) => value)) || 1], [start, width - 92])
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

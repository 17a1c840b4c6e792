import { html, type Markup } from '../markup.ts'
import { rowPlot } from './rows.ts'

export interface Move {
  readonly label: string
  readonly before: number
  readonly after: number
  /** A CSS colour for the way and its end. */
  readonly color: string
}

/**
 * From a hollow point to a full one, one row each: what a score was and what it is.
 *
 * @param reach Values that the axis reaches beside those of the moves.
 */
export const dumbbellPlot = (moves: readonly Move[], reach: readonly number[], width: number): Markup =>
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

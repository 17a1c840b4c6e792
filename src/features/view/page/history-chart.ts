import { html, type Markup } from '../../../page/markup.ts'
import { formatInterval, formatScore } from '../../../report/format-numbers.ts'
import { drawing, levels, makeScale } from '../../../report/html/charts/axes.ts'
import { roomFor } from '../../../report/html/charts/measure-width.ts'
import { toTime } from '../../../shared/to-time.ts'
import type { History } from '../runs/history.ts'
import { addressTo } from './address.ts'

const height = 190
const top = 12
const bottom = 158

const colors = { passed: 'good', failed: 'bad', 'cannot tell': 'partly', unchecked: 'accent' } as const

/** Draws a scorer's means in the order of the runs, with their intervals; a line joins those that measure the same. */
export function historyChart({ scorer, points }: History, width: number): Markup {
  const y = makeScale(reach(points, scorer.scale), [bottom, top])
  const left = roomFor(y.ticks(4).map(String))
  const right = width - 14
  const x = makeScale([0, Math.max(1, points.length - 1)], [left + 10, right - 10])
  const line = points
    .map(
      ({ mean, broken }, index) => `${index === 0 || broken !== undefined ? 'M' : 'L'}${x(index)} ${y(mean)}`,
    )
    .join('')
  const breaks = points.flatMap(({ broken }, index) =>
    broken === undefined ? [] : `M${x(index - 0.5)} ${top}V${bottom}`,
  )
  const reachOfPointer = Math.max(4, Math.min(10, (x(1) - x(0)) / 2))
  const first = points[0]
  const last = points.at(-1)
  return drawing(width, height, [
    levels(y, y.ticks(4), String, left, right),
    html`<path d="${breaks.join('')}" stroke="var(--soft)" stroke-dasharray="3 4"/>`,
    html`${points.map(({ interval }, index) =>
      interval === undefined
        ? ''
        : html`<path d="M${x(index)} ${y(interval.low)}V${y(interval.high)}" stroke="var(--line-strong)" stroke-width="1.5"/>`,
    )}`,
    html`<path d="${line}" fill="none" stroke="var(--accent)" stroke-width="1.8" stroke-linejoin="round"/>`,
    html`${points.map((point, index) => {
      const { file, mean, outcome } = point
      const place = html`cx="${x(index)}" cy="${y(mean)}"`
      // The table under the chart has the same links for the keyboard.
      return html`<a href="${addressTo({ report: file })}" tabindex="-1"><title>${pointTitle(point, scorer.scale)}</title><circle ${place} r="${reachOfPointer}" fill="transparent"/><circle ${place} r="4" fill="var(--${outcome === undefined ? 'accent' : colors[outcome]})"/></a>`
    })}`,
    html`<text x="${left}" y="${bottom + 20}">${day(first)}</text>`,
    points.length < 2
      ? ''
      : html`<text x="${right}" y="${bottom + 20}" text-anchor="end">${day(last)}</text>`,
  ])
}

function pointTitle(
  { startedAt, file, mean, interval }: History['points'][number],
  scale: number | undefined,
): string {
  const range = interval === undefined ? '' : `, 95 % interval ${formatInterval(interval, scale)}`
  return `${toTime(startedAt)}, ${file}: ${formatScore(mean, scale)}${range}`
}

const day = (point: History['points'][number] | undefined) => point?.startedAt.slice(0, 10) ?? ''

/** Returns the range of the scorer's scale that the points and their intervals take, with a margin. */
function reach(points: History['points'], scale = Number.POSITIVE_INFINITY): [number, number] {
  const values = points.flatMap(({ mean, interval }) => [mean, interval?.low ?? mean, interval?.high ?? mean])
  const least = Math.min(...values)
  const most = Math.max(...values)
  const margin = Math.max((most - least) * 0.1, 0.02)
  return [Math.max(0, least - margin), Math.min(scale, most + margin)]
}

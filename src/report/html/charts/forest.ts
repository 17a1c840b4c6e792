import type { CustomSeriesOption } from 'echarts/charts'
import { categoryAxis, valueAxis } from './axes.ts'
import type { Drawing } from './render-svg.ts'

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
  readonly minimum: number
  readonly maximum: number
  /** Where a line is drawn through all rows, such as 0 for differences. */
  readonly reference?: number
}

const rowHeight = 44
const axisHeight = 30

/** Points with their intervals, one row each, on one axis. */
export function forestPlot({ rows, minimum, maximum, reference }: Forest, width: number): Drawing {
  const labelWidth = Math.min(190, width * 0.36)
  const renderItem: CustomSeriesOption['renderItem'] = (_params, api) => {
    const row = rows[Number(api.value(1))]
    if (row === undefined) return null
    const [x = 0, y = 0] = api.coord([row.middle, api.value(1)])
    const fill = row.color ?? 'var(--accent)'
    const point = { type: 'circle' as const, shape: { cx: x, cy: y, r: 6 }, style: { fill } }
    if (row.interval === undefined) return point
    const [low = 0] = api.coord([row.interval.low, api.value(1)])
    const [high = 0] = api.coord([row.interval.high, api.value(1)])
    const line = (x1: number, y1: number, x2: number, y2: number) => ({
      type: 'line' as const,
      shape: { x1, y1, x2, y2 },
      style: { stroke: fill, lineWidth: 2.5, lineCap: 'round' as const },
    })
    const caps = [line(low, y - 7, low, y + 7), line(high, y - 7, high, y + 7)]
    return { type: 'group', children: [line(low, y, high, y), ...caps, point] }
  }
  return {
    width,
    height: rows.length * rowHeight + axisHeight,
    option: {
      grid: { left: labelWidth + 12, right: 24, top: 4, bottom: axisHeight },
      xAxis: valueAxis(minimum, maximum),
      yAxis: {
        ...categoryAxis(
          rows.map(({ label }) => label),
          labelWidth,
        ),
        inverse: true,
        axisLine: { show: false },
      },
      series: [
        ...(reference === undefined ? [] : [referenceLine(reference, rows.length)]),
        { type: 'custom', silent: true, renderItem, data: rows.map(({ middle }, index) => [middle, index]) },
      ],
    },
  }
}

function referenceLine(at: number, rows: number): CustomSeriesOption {
  return {
    type: 'custom',
    silent: true,
    data: [[at, 0]],
    renderItem: (_params, api) => {
      const [x = 0, y = 0] = api.coord([at, 0])
      const [, bottom = 0] = api.coord([at, rows - 1])
      const shape = { x1: x, y1: y - rowHeight / 2, x2: x, y2: bottom + rowHeight / 2 }
      return { type: 'line', shape, style: { stroke: 'var(--soft)', lineWidth: 1.5, lineDash: [4, 4] } }
    },
  }
}

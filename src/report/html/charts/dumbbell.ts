import type { CustomSeriesOption } from 'echarts/charts'
import { categoryAxis, valueAxis } from './axes.ts'
import type { Drawing } from './render-svg.ts'

export interface Move {
  readonly label: string
  readonly before: number
  readonly after: number
  /** A CSS colour for the way and its end. */
  readonly color: string
}

const rowHeight = 32
const axisHeight = 30

/** From a hollow point to a full one, one row each: what a score was and what it is. */
export function dumbbellPlot(
  moves: readonly Move[],
  minimum: number,
  maximum: number,
  width: number,
): Drawing {
  const labelWidth = Math.min(190, width * 0.36)
  const renderItem: CustomSeriesOption['renderItem'] = (params, api) => {
    const move = moves[params.dataIndex]
    if (move === undefined) return null
    const [before = 0, y = 0] = api.coord([move.before, params.dataIndex])
    const [after = 0] = api.coord([move.after, params.dataIndex])
    const inward = Math.sign(after - before) * 5
    return {
      type: 'group',
      children: [
        {
          type: 'line',
          shape: { x1: before + inward, y1: y, x2: after, y2: y },
          style: { stroke: move.color, lineWidth: 2.5 },
        },
        {
          type: 'circle',
          shape: { cx: before, cy: y, r: 5 },
          style: { fill: 'var(--card)', stroke: 'var(--before)', lineWidth: 2 },
        },
        { type: 'circle', shape: { cx: after, cy: y, r: 6 }, style: { fill: move.color } },
      ],
    }
  }
  return {
    width,
    height: moves.length * rowHeight + axisHeight,
    option: {
      grid: { left: labelWidth + 20, right: 24, top: 4, bottom: axisHeight },
      xAxis: valueAxis(minimum, maximum),
      yAxis: {
        ...categoryAxis(
          moves.map(({ label }) => label),
          labelWidth,
        ),
        inverse: true,
        axisLine: { show: false },
      },
      series: [
        { type: 'custom', silent: true, renderItem, data: moves.map(({ after }, index) => [after, index]) },
      ],
    },
  }
}

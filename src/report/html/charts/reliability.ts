import type { CustomSeriesOption } from 'echarts/charts'
import { axisNumber, valueAxis } from './axes.ts'
import type { Drawing } from './render-svg.ts'

export interface ReliabilityMark {
  /** Where its rows lie on the scale, 0 to 1. */
  readonly low: number
  readonly high: number
  readonly rows: number
  /** Mean score, 0 to 1. */
  readonly said: number
  /** Share of positive rows, 0 to 1. */
  readonly found: number
  readonly interval?: { readonly low: number; readonly high: number }
}

const left = 46
const right = 14
const countsHeight = 64
const below = 44

/**
 * What scores say against what is so, with the diagonal on which both are the same; below it how many rows each
 * point stands for.
 */
export function reliabilityChart(marks: readonly ReliabilityMark[], width: number): Drawing {
  const side = width - left - right
  const countsTop = 12 + side + 16
  const points: CustomSeriesOption = {
    type: 'custom',
    silent: true,
    data: marks.map(({ said, found }) => [said, found]),
    renderItem: (params, api) => {
      const mark = marks[params.dataIndex]
      if (mark === undefined) return null
      const [x = 0, y = 0] = api.coord([mark.said, mark.found])
      const line = (x1: number, y1: number, x2: number, y2: number) => ({
        type: 'line' as const,
        shape: { x1, y1, x2, y2 },
        style: { stroke: 'var(--accent)', lineWidth: 2, lineCap: 'round' as const },
      })
      const point = {
        type: 'circle' as const,
        shape: { cx: x, cy: y, r: 5.5 },
        style: { fill: 'var(--accent)' },
      }
      if (mark.interval === undefined) return point
      const [, low = 0] = api.coord([mark.said, mark.interval.low])
      const [, high = 0] = api.coord([mark.said, mark.interval.high])
      return {
        type: 'group',
        children: [
          line(x, low, x, high),
          line(x - 5, low, x + 5, low),
          line(x - 5, high, x + 5, high),
          point,
        ],
      }
    },
  }
  const diagonal: CustomSeriesOption = {
    type: 'custom',
    silent: true,
    data: [[0, 0]],
    renderItem: (_params, api) => {
      const [x1 = 0, y1 = 0] = api.coord([0, 0])
      const [x2 = 0, y2 = 0] = api.coord([1, 1])
      const style = { stroke: 'var(--soft)', lineWidth: 1.5, lineDash: [5, 5] }
      return { type: 'line', shape: { x1, y1, x2, y2 }, style }
    },
  }
  const counts: CustomSeriesOption = {
    type: 'custom',
    silent: true,
    xAxisIndex: 1,
    yAxisIndex: 1,
    data: marks.map(({ low, rows }) => [low, rows]),
    renderItem: (params, api) => {
      const mark = marks[params.dataIndex]
      if (mark === undefined) return null
      const [from = 0, top = 0] = api.coord([mark.low, mark.rows])
      const [to = 0, bottom = 0] = api.coord([mark.high, 0])
      const bar = {
        type: 'rect' as const,
        shape: { x: from + 1, y: top, width: to - from - 2, height: bottom - top, r: [2, 2, 0, 0] },
        style: { fill: 'var(--before)' },
      }
      const text = {
        type: 'text' as const,
        style: {
          text: String(mark.rows),
          x: (from + to) / 2,
          y: top - 3,
          align: 'center' as const,
          verticalAlign: 'bottom' as const,
          fill: 'var(--soft)',
          fontSize: 11,
        },
      }
      return { type: 'group', children: [bar, text] }
    },
  }
  const most = Math.max(1, ...marks.map(({ rows }) => rows))
  const name = (text: string) => ({
    name: text,
    nameLocation: 'middle' as const,
    nameTextStyle: { fontSize: 12 },
  })
  return {
    width,
    height: countsTop + countsHeight + below,
    option: {
      grid: [
        { left, right, top: 12, height: side, outerBoundsMode: 'none' },
        { left, right, top: countsTop, height: countsHeight, outerBoundsMode: 'none' },
      ],
      xAxis: [
        { ...valueAxis(0, 1), gridIndex: 0, axisLabel: { show: false } },
        {
          ...valueAxis(0, 1),
          gridIndex: 1,
          splitLine: { show: false },
          ...name('what the score says'),
          nameGap: 28,
        },
      ],
      yAxis: [
        { ...valueAxis(0, 1), gridIndex: 0, ...name('share of positive rows'), nameGap: 32 },
        {
          ...valueAxis(0, most * 1.35),
          gridIndex: 1,
          splitLine: { show: false },
          axisLabel: { show: false },
          ...name('rows'),
          nameGap: 12,
        },
      ],
      series: [diagonal, points, counts],
    },
  }
}

/** One point in words. */
export const markSentence = ({ said, found, rows }: ReliabilityMark) =>
  `scores of about ${axisNumber(said)}: ${axisNumber(found)} positive, ${rows} rows`

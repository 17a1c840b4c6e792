import type { CustomSeriesOption } from 'echarts/charts'
import { valueAxis } from './axes.ts'
import type { Bin } from './bins.ts'
import type { Drawing } from './render-svg.ts'

export interface Histogram {
  /** Adjoining bins of the same width, lowest first. */
  readonly bins: readonly Bin[]
  /** The same bins of an earlier run, drawn as an outline. */
  readonly before?: readonly Bin[]
  /** A CSS colour for each bin. Default the accent. */
  readonly color?: (bin: Bin) => string
}

/** Counts as bars that stand side by side, an earlier run's as a stepped line. */
export function histogram(
  { bins, before = [], color = () => 'var(--accent)' }: Histogram,
  width: number,
): Drawing {
  const height = 150
  const bars: CustomSeriesOption = {
    type: 'custom',
    silent: true,
    data: bins.map(({ from, count }) => [from, count]),
    renderItem: (params, api) => {
      const bin = bins[params.dataIndex]
      if (bin === undefined || bin.count === 0) return null
      const [left = 0, top = 0] = api.coord([bin.from, bin.count])
      const [right = 0, bottom = 0] = api.coord([bin.to, 0])
      const shape = { x: left + 1, y: top, width: right - left - 2, height: bottom - top, r: [2, 2, 0, 0] }
      return { type: 'rect', shape, style: { fill: color(bin) } }
    },
  }
  const outline: CustomSeriesOption = {
    type: 'custom',
    silent: true,
    data: before.map(({ from, count }) => [from, count]),
    renderItem: (params, api) => {
      // One line through all bins; the other data are there so that the axis reaches their counts.
      if (params.dataIndex > 0) return null
      const points = before.flatMap(({ from, to, count }) => [
        api.coord([from, count]),
        api.coord([to, count]),
      ])
      return {
        type: 'polyline',
        shape: { points },
        style: { fill: 'none', stroke: 'var(--before)', lineWidth: 2, lineDash: [5, 3] },
      }
    },
  }
  return {
    width,
    height,
    option: {
      grid: { left: 36, right: 12, top: 10, bottom: 26 },
      xAxis: { ...valueAxis(bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1), splitLine: { show: false } },
      yAxis: { ...valueAxis(0, undefined), minInterval: 1, splitNumber: 3 },
      series: before.length === 0 ? [bars] : [bars, outline],
    },
  }
}

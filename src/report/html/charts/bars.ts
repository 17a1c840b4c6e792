import { categoryAxis, valueAxis } from './axes.ts'
import type { Drawing } from './render-svg.ts'

export interface Bar {
  readonly label: string
  /** 0 or more. */
  readonly value: number
  /** As written at the end of the bar. */
  readonly text: string
}

const rowHeight = 40

/** Amounts as bars, one a row, each with its number. */
export function barChart(bars: readonly Bar[], width: number): Drawing {
  const labelWidth = Math.min(190, width * 0.36)
  return {
    width,
    height: bars.length * rowHeight + 8,
    option: {
      grid: { left: labelWidth + 12, right: 92, top: 4, bottom: 4 },
      xAxis: { ...valueAxis(0, Math.max(...bars.map(({ value }) => value)) || 1), show: false },
      yAxis: {
        ...categoryAxis(
          bars.map(({ label }) => label),
          labelWidth,
        ),
        inverse: true,
      },
      series: [
        {
          type: 'bar',
          silent: true,
          barWidth: 18,
          data: bars.map(({ value }) => value),
          itemStyle: { color: 'var(--accent)', borderRadius: [0, 3, 3, 0] },
          label: {
            show: true,
            position: 'right',
            color: 'var(--ink)',
            fontSize: 13,
            textBorderWidth: 0,
            formatter: ({ dataIndex }: { dataIndex: number }) => bars[dataIndex]?.text ?? '',
          },
        },
      ],
    },
  }
}

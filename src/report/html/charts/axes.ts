/** What all drawings share: quiet axes, no boxes, the page's colours. */

/** @param maximum Chosen by the data where it is undefined. */
export const valueAxis = (minimum: number, maximum: number | undefined) => ({
  type: 'value' as const,
  min: minimum,
  max: maximum,
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: 'var(--soft)', fontSize: 12, hideOverlap: true, formatter: axisNumber },
  splitLine: { lineStyle: { color: 'var(--line)' } },
})

export const categoryAxis = (categories: readonly string[], labelWidth?: number) => ({
  type: 'category' as const,
  data: [...categories],
  axisLine: { lineStyle: { color: 'var(--line-strong)' } },
  axisTick: { show: false },
  axisLabel: {
    color: 'var(--ink)',
    fontSize: 13,
    ...(labelWidth === undefined ? {} : { width: labelWidth, overflow: 'truncate' as const }),
  },
})

/** Up to three digits, with a true minus sign: 0.25, −0.1, 100. */
export const axisNumber = (value: number) =>
  new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3, signDisplay: 'negative' })
    .format(value)
    .replace('-', '−')

/** The lowest and highest of the values and a little room, on numbers of one digit. */
export function roomFor(values: readonly number[]): [number, number] {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const step = 10 ** Math.floor(Math.log10(Math.max(high - low, Math.abs(high), 1e-9))) / 2
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step]
}

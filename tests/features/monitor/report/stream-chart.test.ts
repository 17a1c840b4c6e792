import { describe, expect, it } from 'vitest'
import { streamChart } from '../../../../src/features/monitor/report/stream-chart.ts'
import { elementsOf } from '../../../report/page-elements.ts'

const texts = (drawing: ReturnType<typeof streamChart>) =>
  elementsOf(String(drawing))
    .filter(({ tagName }) => tagName === 'text')
    .flatMap(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')))

describe('the chart of a stream', () => {
  it.each([
    ['2026-03-01T19:24:10Z', 75, ['19:24:15', '19:24:30', '19:24:45', '19:25', '19:25:15']],
    [
      '2026-03-01T19:24:10Z',
      1.2,
      [
        '19:24:10',
        '19:24:10.200',
        '19:24:10.400',
        '19:24:10.600',
        '19:24:10.800',
        '19:24:11',
        '19:24:11.200',
      ],
    ],
    ['2026-03-01T21:00:00Z', 6 * 3600, ['21:00', '22:00', '23:00', '2 Mar', '01:00', '02:00', '03:00']],
    ['2025-11-01T00:00:00Z', 120 * 86_400, ['1 Nov', '1 Dec', '2026', '1 Feb', '1 Mar']],
  ])('names moments by the clock of 24 hours: from %s', (start, seconds, expected) => {
    const from = Date.parse(start)
    const points = [0, 1].map((part) => ({
      from: from + part * seconds * 500,
      to: from + (part + 1) * seconds * 500,
      mean: 0.5,
    }))
    const words = texts(streamChart({ points, range: [0, 1], alarms: [] }, 780))
    expect(words.filter((word) => /[:A-Z]|^2\d{3}$/.test(word))).toEqual(expected)
  })

  it('draws no line through a time without scores', () => {
    const at = (minutes: number) => ({ from: minutes * 60_000, to: minutes * 60_000 + 1000, mean: 0.5 })
    const lines = (minutes: readonly number[]) => {
      const drawn = String(streamChart({ points: minutes.map(at), range: [0, 1], alarms: [] }, 780))
      return /<path d="([^"]*)" fill="none" stroke="var\(--accent\)"/.exec(drawn)?.[1]?.match(/M/g)?.length
    }
    expect(lines([0, 1, 2, 3, 4, 5])).toBe(1)
    expect(lines([0, 1, 2, 12, 13, 14])).toBe(2)
    expect(lines([0, 1, 2, 12, 22, 23, 24])).toBe(3)
  })
})

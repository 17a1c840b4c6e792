import { expect, it } from 'vitest'
import { formatInterval } from '../../src/evaluation/gates/format-finding.ts'
import { formatDifference, formatScore } from '../../src/report/format-numbers.ts'
import { formatNumber } from '../../src/shared/format-number.ts'

it('sentences, tables and intervals round half of a digit alike, however it was computed', () => {
  const halves = Array.from({ length: 160 }, (_, index) => (index - 80) / 160 + 0.0005).filter(
    // Smaller ones have more digits.
    (half) => Math.abs(half) > 0.001,
  )
  for (const half of halves)
    for (const value of [half, half + 1e-15, half - 1e-15, (half * 3 + half * 7) / 10]) {
      const text = formatNumber(value)
      expect([value, Number(formatScore(value).replace('−', '-'))]).toEqual([
        value,
        Number(text.replace('−', '-')),
      ])
      expect(formatDifference(value).replace('+', '')).toBe(formatScore(value))
      expect(formatInterval({ low: value, high: value, level: 0.95 })).toContain(` ${formatScore(value)} to `)
    }
  expect(formatNumber(-0.0875)).toBe('−0.088')
  expect(formatNumber(0.9 - 0.9875)).toBe('−0.088')
})

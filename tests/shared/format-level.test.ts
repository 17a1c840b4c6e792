import { expect, it } from 'vitest'
import { formatLevel } from '../../src/shared/format-level.ts'

it.each([
  [0.95, '95 %'],
  [0.9, '90 %'],
  [1 - 0.05 / 3, '98.3 %'],
  [1 - 0.05 / 30, '99.83 %'],
  [0.99975, '99.975 %'],
  [0.999, '99.9 %'],
  [0.965, '96.5 %'],
  [1, '100 %'],
  [0.05, '5 %'],
])('a level of %f is %s', (level, text) => {
  expect(formatLevel(level)).toBe(text)
})

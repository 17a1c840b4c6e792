import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combine, splitForEncoder } from '../../../../src/judge/embedded/encoder.ts'

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, '')

test('a text that fits is one window', () => {
  expect(splitForEncoder(' Returns are free.\n')).toEqual(['Returns are free.'])
  expect(splitForEncoder('')).toEqual([''])
  expect(splitForEncoder(' \n ')).toEqual([''])
})

test('windows are cut between words', () => {
  const text = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')
  const windows = splitForEncoder(text)
  expect(windows.length).toBeGreaterThan(2)
  expect(windows.map((window) => window.trim()).join(' ')).toBe(text)
})

test('no window is longer than the model reads, and nothing is left out', () => {
  const unit = fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    fc.constantFrom(' ', '\n', 'é'.repeat(300), '한국어'.repeat(100), '!'.repeat(600), '👍🏽'.repeat(90)),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const windows = splitForEncoder(text)
      expect(windows.length).toBeGreaterThan(0)
      for (const window of windows) expect([...window.normalize('NFD')].length).toBeLessThanOrEqual(254)
      expect(withoutBlanks(windows.join(''))).toBe(withoutBlanks(text.normalize('NFD')))
    }),
  )
})

test('windows count by their length, and the mean is 1 long', () => {
  const mean = combine(['aaa', 'b'], [Float32Array.of(1, 0), Float32Array.of(0, 1)])
  expect(mean[0]).toBeCloseTo(3 / Math.sqrt(10), 6)
  expect(mean[1]).toBeCloseTo(1 / Math.sqrt(10), 6)
})

test('of one window the vector is kept as it is', () => {
  const vector = Float32Array.of(0.6, 0.8)
  expect(combine(['a'], [vector])).toBe(vector)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeness, editDistance } from '../../../../src/judge/embedded/equivalence/read-text.ts'

test.each([
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
  ['receive', 'recieve', 1],
  ['', 'abc', 3],
])('%s and %s are %i letters apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
})

test('the distance is the one of the definition', () => {
  /** Optimal string alignment, straight from its recursive definition. */
  const slow = (a: string, b: string): number => {
    if (a === '' || b === '') return a.length + b.length
    const choices = [
      slow(a.slice(1), b) + 1,
      slow(a, b.slice(1)) + 1,
      slow(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    ]
    if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
      choices.push(slow(a.slice(2), b.slice(2)) + 1)
    return Math.min(...choices)
  }
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(slow(a, b))
    }),
  )
})

test('a slip is forgiven in a long word, not in a short one nor in a number', () => {
  expect(closeness('shakespear', 'shakspeare')).toBe(0.9)
  expect(closeness('schubert', 'shubert')).toBe(0.9)
  expect(closeness('iran', 'iraq')).toBe(0)
  expect(closeness('1234567', '1234568')).toBe(closeness('1234568', '1234567'))
  expect(closeness('10001', '10002')).not.toBe(0.9)
})

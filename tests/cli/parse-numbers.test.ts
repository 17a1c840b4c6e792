import { expect, test } from 'vitest'
import { budget, share } from '../../src/cli/options/parse-numbers.ts'

/** As options that are given again are read. */
const read = <Value>(parse: (text: string, before?: Value) => Value, texts: readonly string[]) =>
  texts.reduce<Value | undefined>((before, text) => parse(text, before), undefined)

test('reads shares', () => {
  expect(share('1%')).toBe(0.01)
  expect(share('0.01')).toBe(0.01)
  expect(share(' 12.5 % ')).toBe(0.125)
  expect(share('0')).toBe(0)
})

test.each(['1', '100%'])('reads %s as everything', (spelling) => {
  expect(share(spelling)).toBe(1)
})

test.each(['5', '-1%', '101%', '%', '', 'few', 'NaN'])('refuses the share "%s"', (spelling) => {
  expect(() => share(spelling)).toThrow(/a share from 0 to 1 or 0% to 100%, as in 1%/)
})

test('reads a budget of what there is', () => {
  expect(read(budget, ['calls=5', 'money=0.5'])).toEqual({ calls: 5, money: 0.5 })
  expect(budget('calls=5, money = 1e-1')).toEqual({ calls: 5, money: 0.1 })
  expect(() => read(budget, ['calls=1', 'calls=2'])).toThrow(/calls is given twice/)
  for (const no of ['', 'calls', 'calls=', 'calls=0x1']) expect(() => budget(no)).toThrow(/as in calls=500/)
  expect(() => budget('minutes=5')).toThrow(/no budget of minutes/)
  expect(() => budget('calls=-1')).toThrow(/0 or more/)
})

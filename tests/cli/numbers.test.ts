import { expect, test } from 'vitest'
import { allowedLoss, budget, scorerNumbers, share } from '../../src/cli/options/numbers.ts'

/** As options that are given again are read. */
const read = <Value>(parse: (text: string, before?: Value) => Value, texts: readonly string[]) =>
  texts.reduce<Value | undefined>((before, text) => parse(text, before), undefined)

test('reads limits, repeated or with commas', () => {
  expect(read(scorerNumbers, ['relevancy=0.8', 'a=b=.5, bias = 1e-2'])).toEqual({
    relevancy: 0.8,
    'a=b': 0.5,
    bias: 0.01,
  })
})

test.each([
  'relevancy',
  'relevancy=',
  '=0.8',
  'relevancy=high',
  'relevancy=0x1',
  'relevancy=80%',
  '',
  'a=1,',
])('refuses the limit "%s" and shows how it is written', (spelling) => {
  expect(() => scorerNumbers(spelling)).toThrow(/relevancy=0\.8/)
})

test('refuses two limits for one scorer', () => {
  expect(() => read(scorerNumbers, ['a=1', 'a=2'])).toThrow(/two numbers for a/)
  expect(() => scorerNumbers('a=1,a=2')).toThrow(/two numbers for a/)
})

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

test('reads an allowed loss for all scorers or for some', () => {
  expect(allowedLoss('0.05')).toBe(0.05)
  expect(read(allowedLoss, ['relevancy=0.05', 'bias=0'])).toEqual({ relevancy: 0.05, bias: 0 })
  expect(allowedLoss('relevancy=0.05,bias=0')).toEqual({ relevancy: 0.05, bias: 0 })
  expect(() => allowedLoss('-0.1')).toThrow(/0 or more/)
  for (const both of [
    ['0.1', '0.2'],
    ['0.1', 'a=0.2'],
    ['a=0.2', '0.1'],
  ])
    expect(() => read(allowedLoss, both)).toThrow(/one number for all scorers/)
})

test('reads a budget of what there is', () => {
  expect(read(budget, ['calls=5', 'money=0.5'])).toEqual({ calls: 5, money: 0.5 })
  expect(() => budget('minutes=5')).toThrow(/no budget of minutes/)
  expect(() => budget('calls=-1')).toThrow(/0 or more/)
})

import { expect, test } from 'vitest'
import { agree, numbersIn } from '../../../../src/judge/embedded/support/numbers.ts'

const agreeing = (a: string, b: string) => {
  const [first] = numbersIn(a)
  const [second] = numbersIn(b)
  if (!first || !second) throw new Error('a number is missing')
  return agree(first, second)
}

test.each([
  ['six children', '6 children'],
  ['twenty-one', '21'],
  ['1,200 km', '1200 km'],
  ['over $800 million', '829 million'],
  ['less than 100', '80'],
  ['about 2,850 km', '2,900 km'],
  ['the 17th century', '1642'],
  ['the 1990s', '1994'],
  ['the third', '3rd'],
  ['38 million', '38,000,000'],
  ['a dozen', '12'],
])('%s agrees with %s', (a, b) => expect(agreeing(a, b)).toBe(true))

test.each([
  ['six', 'sixteen'],
  ['1889', '1899'],
  ['30 days', '60 days'],
  ['over 20', '16'],
  ['3.5', '35'],
  ['2 million', '2 billion'],
  ['the 17th century', '1742'],
])('%s does not agree with %s', (a, b) => expect(agreeing(a, b)).toBe(false))

test('numbers inside of words, and words that hold a number word, are none', () => {
  expect(numbersIn('often someone mentions a weight, a tent and the MP3 format')).toEqual([])
  expect(numbersIn('')).toEqual([])
})

test('a number is shown as it stands in the text', () => {
  expect(numbersIn('More than 20 people paid 38 million on the 3rd.').map(({ text }) => text)).toEqual([
    '20',
    '38 million',
    '3rd',
  ])
})

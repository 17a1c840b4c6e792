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
  ['25kg', '25 kg'],
  ['10k', '10,000'],
  ['10 000', '10,000'],
  ['5:30 pm', '17:30'],
  ['5:30', '17:30'],
  ['12:15 am', '0:15'],
  ['5pm', '5 p.m.'],
  ['5 pm', '5'],
  ['9 am', '9:00'],
  ['10.30am', '10:30'],
  ['1.5M', '1.5 million'],
  ['3:1', '3:1'],
  ['2.1.3', '2.1.3'],
  ['version 2.1', '2.1.3'],
  ['12.05.2024', '12.5.2024'],
  ['1,5 m', '1.5 m'],
  ['4,95', '4.95'],
  ['over 300', 'over 250'],
  ['above 60', '61'],
  ['no more than 100', 'at most 100'],
  ['up to 5', '4'],
  ['25 millions', '25 million'],
  ['noon', '12:00'],
  ['noon', '12 pm'],
  ['midnight', '0:00'],
  ['midnight', '12 am'],
  ['two days', '48 hours'],
  ['90 minutes', '1.5 hours'],
  ['one and a half hours', '90-minute'],
  ['half an hour', '30 minutes'],
  ['2.5 kg', '2,500 g'],
  ['18 months', 'one and a half years'],
  ['at most two weeks', '10 days'],
])('%s agrees with %s', (a, b) => expect(agreeing(a, b)).toBe(true))

test.each([
  ['six', 'sixteen'],
  ['1889', '1899'],
  ['30 days', '60 days'],
  ['over 20', '16'],
  ['3.5', '35'],
  ['2 million', '2 billion'],
  ['the 17th century', '1742'],
  ['25kg', '29kg'],
  ['100MB', '10 MB'],
  ['1.5x', '1'],
  ['10am', '11am'],
  ['5:30 am', '5:30 pm'],
  ['5 am', '17:00'],
  ['17:00', '5'],
  ['5:30', '5:45'],
  ['1.5M', '1.5m'],
  ['-5', '5'],
  ['3:1', '1:3'],
  ['2.1.3', '2.1.4'],
  ['192.168.0.1', '192.168.0.2'],
  ['1,5 m', '15 m'],
  ['1,500', '1.5'],
  ['above 60', 'above 40'],
  ['under 6', 'below 12'],
  ['noon', '1 pm'],
  ['noon', '12 am'],
  ['two days', '24 hours'],
  ['48 business hours', 'two days'],
  ['two business days', '48 hours'],
  ['12 months', '12,000 days'],
  ['1.5 litres', '150 ml'],
])('%s does not agree with %s', (a, b) => expect(agreeing(a, b)).toBe(false))

test('numbers inside of words, and words that hold a number word, are none', () => {
  expect(numbersIn('often someone mentions a weight, a tent and the MP3 format')).toEqual([])
  expect(numbersIn('')).toEqual([])
})

test('numbers of a list are several, with or without blanks', () => {
  expect(numbersIn('steps 1,2,3 and 4, 5').map(({ low }) => low)).toEqual([1, 2, 3, 4, 5])
})

test('a number is shown as it stands in the text', () => {
  const text = 'More than 20 people paid 38 million on the 3rd at 5:30 pm for 25kg and 2.1.3.'
  const shown = ['20', '38 million', '3rd', '5:30 pm', '25', '2.1.3']
  expect(numbersIn(text).map(({ text }) => text)).toEqual(shown)
})

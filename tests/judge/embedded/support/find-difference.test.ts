import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDifference } from '../../../../src/judge/embedded/support/contradictions/find-difference.ts'
import { check } from '../../../support/score-properties.ts'

const because = (claim: string, sentence: string, missing: readonly string[] = []) =>
  findDifference(claim, sentence, missing)?.because

describe('a claim that turns its sentence round', () => {
  it.each([
    [
      'The pool is open on holidays.',
      'The pool is not open on holidays.',
      'says "not … open", where the claim says "open"',
    ],
    [
      'The pool is not open on holidays.',
      'The pool is open on holidays.',
      'says "open", where the claim says "not … open"',
    ],
    ...['contractor', 'constructor'].map((word): [string, string, string] => [
      `It is ${word} work.`,
      `It is not ${word} work.`,
      `says "not … ${word}", where the claim says "${word}"`,
    ]),
    ['Sales fell by a lot.', 'Sales rose by a lot.', 'says "rose", where the claim says "fell"'],
    [
      'The cake is made with eggs.',
      'The cake is made without eggs.',
      'says "without … eggs", where the claim says "eggs"',
    ],
    [
      'The committee approved it.',
      'The committee refused to approve it.',
      'says "refused … approve", where the claim says "approved"',
    ],
    ['YouTube acquired Google.', 'Google acquired YouTube.', 'seems to say it the other way round'],
    ['Google was acquired by YouTube.', 'Google acquired YouTube.', 'seems to say it the other way round'],
    ['It goes from Lyon to Paris.', 'It goes from Paris to Lyon.', 'seems to say it the other way round'],
    [
      'The meeting is on Monday.',
      'The meeting was moved from Monday to Friday.',
      'says "friday", where the claim says "monday"',
    ],
    [
      'The ticket is 20 euros.',
      'The price of a ticket rose from 20 euros to 25 euros.',
      'says "25", where the claim says "20"',
    ],
    [
      'The river is 1,230 miles long.',
      'The river is 1,230 kilometres long.',
      'says "1,230 … kilometres", where the claim says "1,230 … miles"',
    ],
    [
      'The plan has 3 GB of storage and 5 users.',
      'The plan has 5 GB of storage and 3 users.',
      'seems to give "3" for something else',
    ],
    [
      'The shop opens at 5 pm and closes at 9 am.',
      'The shop opens at 9 am and closes at 5 pm.',
      'seems to give "5" for something else',
    ],
    [
      'Everyone can book the sauna.',
      'Only members can book the sauna.',
      'says "Only", where the claim says "Everyone"',
    ],
    ['Dogs are allowed only in the garden.', 'Dogs are allowed in the garden.', 'says it without "only"'],
    [
      'It is open every day.',
      'It is open every day except Sunday.',
      'says "except", where the claim says "every"',
    ],
    ['All rooms have a balcony.', 'Some rooms have a balcony.', 'says "Some", where the claim says "All"'],
    ['You must register.', 'You may register.', 'says "may", where the claim says "must"'],
    ['The lake is safe.', 'The lake is unsafe.', 'says "unsafe", where the claim says "safe"'],
    [
      'Tickets are refundable.',
      'Tickets are non-refundable.',
      'says "non-refundable", where the claim says "refundable"',
    ],
    [
      'The app often crashes.',
      'The app hardly ever crashes.',
      'says "hardly … crashes", where the claim says "crashes"',
    ],
    [
      'Oil cars are cheaper to run than gas cars.',
      'Gas cars are cheaper to run than oil cars.',
      'seems to say it the other way round',
    ],
    ['Ann gave the ball to Tom.', 'Tom gave the ball to Ann.', 'seems to say it the other way round'],
    ['It costs $5.', 'It costs €5.', 'says "€5", where the claim says "$5"'],
    ['A bag of 25 lb.', 'A bag of 25kg.', 'says "25kg", where the claim says "25 … lb"'],
    [
      'Write to help@shop.com.',
      'Write to sales@shop.com.',
      'says "sales@shop.com", where the claim says "help@shop.com"',
    ],
    [
      'See shop.com/docs.',
      'See shop.org/docs.',
      'says "shop.org/docs", where the claim says "shop.com/docs"',
    ],
    ['Room 12B is free.', 'Room 12A is free.', 'says "12a", where the claim says "12b"'],
    ['It opened on 12 May 2024.', 'It opened on June 12, 2024.', 'says "June", where the claim says "May"'],
    ['Bake at 180 °F.', 'Bake at 180 °C.', 'says "180 … c", where the claim says "180 … f"'],
    [
      'It is 0 degrees Fahrenheit.',
      'It is 0 degrees Celsius.',
      'says "0 … celsius", where the claim says "0 … fahrenheit"',
    ],
    [
      'A call at 10:00 CET.',
      'A call at 10:00 UTC.',
      'says "10:00 … utc", where the claim says "10:00 … cet"',
    ],
    ['Prices went up.', 'Prices went down.', 'says "down", where the claim says "up"'],
    [
      'It is supported.',
      'It is no longer supported.',
      'says "no … supported", where the claim says "supported"',
    ],
    ['It loads faster.', 'It loads slower.', 'says "slower", where the claim says "faster"'],
    ['Take 8 tablets every hour.', 'Take 1 tablet every 8 hours.', 'seems to give "8" for something else'],
  ])('%s ← %s', (claim, sentence, expected) => {
    expect(because(claim, sentence)).toBe(expected)
  })

  it.each([
    ['The meeting was on Monday.', 'The meeting was moved from Monday to Friday.'],
    ['The meeting is on Friday.', 'The meeting was moved from Monday to Friday.'],
    ['The meeting is on Friday now, before on Monday.', 'The meeting was moved from Monday to Friday.'],
    ['The bus has its first stop at the station.', 'The bus goes from the station to the airport.'],
    ['It takes two days.', 'It takes 48 hours.'],
    ['YouTube was acquired by Google.', 'Google acquired YouTube.'],
    ['The pool is closed on holidays.', 'The pool is not open on holidays.'],
    ['Sales increased by a lot.', 'Sales rose by a lot.'],
    ['The plan has 3 users and 5 GB of storage.', 'The plan has 5 GB of storage and 3 users.'],
    ['A tour starts at 3 pm.', 'Tours start at 11 am and 3 pm.'],
    [
      'On Saturdays the kitchen closes at midnight.',
      'The kitchen closes at 10 pm on weekdays and at midnight on Saturdays.',
    ],
    ['It is open every day but Sunday.', 'It is open every day except Sunday.'],
    ['City tax is excluded from the price.', 'The price includes breakfast and excludes city tax.'],
    ['Meals come after the medicine.', 'The medicine comes before meals.'],
    ['Gas cars cost more than oil cars.', 'Oil cars cost less than gas cars.'],
    ['The hotel is close to the station.', 'The station is close to the hotel.'],
    ['Under water it is unable to breathe.', 'It cannot breathe under water.'],
    ['It costs $5.', 'It costs 5 dollars.'],
    ['A bag of 25 kg.', 'A bag of 25kg.'],
    ['It opened on 12 May 2024.', 'It opened on May 12, 2024.'],
    ['You may choose 3 of them.', 'From June 2024 on you may choose 3 of them.'],
    ['Write to help@shop.com.', 'Write to sales@shop.com or help@shop.com.'],
    ['The API is at api.shop.com/v1.', 'Documents are at docs.shop.com, the API is at api.shop.com/v1.'],
    ['Room 12B is free.', 'Rooms 12A and 12B are free.'],
    ['Go up the stairs.', 'Do not fall down, and go up the stairs.'],
    ['The course has 12 lessons.', 'The course has 12 lessons of 45 minutes.'],
  ])('is not: %s ← %s', (claim, sentence) => {
    expect(because(claim, sentence)).toBeUndefined()
  })

  it('is one with a number that stands nowhere, where its sentence has another', () => {
    expect(because('Return it within 60 days.', 'Return it within 30 days.', ['60'])).toBe(
      'says "30", where the claim says "60"',
    )
    expect(because('Return it within 60 days.', 'Return it soon.', ['60'])).toBeUndefined()
    // "Two" is in both.
    const sentence = 'Whoever misses two classes cannot book for 10 days.'
    expect(because('Whoever misses two classes cannot book for 13 days.', sentence, ['13'])).toBe(
      'says "10", where the claim says "13"',
    )
  })

  it('denies nothing where its amount is in other units, which may be the same', () => {
    const found = (claim: string, sentence: string, missing: string) =>
      findDifference(claim, sentence, [missing])?.mayAgree
    expect(found('It weighs 2,500 grams.', 'It weighs 2.5 kg.', '2,500')).toBe(true)
    expect(found('It takes 14 days.', 'It takes two weeks.', '14')).toBe(true)
    expect(found('It takes 14 days.', 'It takes 30 days.', '14')).toBe(false)
    expect(found('It takes 14 days.', 'It takes 30 days or five weeks.', '14')).toBe(false)
  })

  it('is none with an address that another sentence of the evidence has', () => {
    const found = (others: readonly string[]) =>
      findDifference('Write to help@shop.com.', 'Write to sales@shop.com.', [], others)?.because
    expect(found(['The address help@shop.com is read daily.'])).toBeUndefined()
    expect(found(['The address is read daily.'])).toBeDefined()
  })

  it('is never the sentence itself', () => {
    const words =
      'the pool not open 3 days pm only before all dogs never 40% $5 -5 5:30 12B May up no longer from to and , cannot'.split(
        ' ',
      )
    const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
    check(
      fc.property(sentence, (parts) => {
        const text = parts.join(' ')
        expect(because(text, text)).toBeUndefined()
      }),
    )
  })
})

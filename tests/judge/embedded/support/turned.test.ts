import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf } from '../../../../src/judge/embedded/support/turned/turned.ts'
import { check } from '../../../support/score-properties.ts'

const because = (claim: string, sentence: string, missing: readonly string[] = []) =>
  differenceOf(claim, sentence, missing)?.because

describe('a claim that turns its sentence round', () => {
  it.each([
    ['The pool is open on holidays.', 'The pool is not open on holidays.', 'denies "open"'],
    ['The pool is not open on holidays.', 'The pool is open on holidays.', 'affirms "open"'],
    ['Sales fell by a lot.', 'Sales rose by a lot.', 'says "rose", not "fell"'],
    ['The cake is made with eggs.', 'The cake is made without eggs.', 'denies "eggs"'],
    ['The committee approved it.', 'The committee refused to approve it.', 'denies "approve"'],
    ['YouTube acquired Google.', 'Google acquired YouTube.', 'says it the other way round'],
    ['Google was acquired by YouTube.', 'Google acquired YouTube.', 'says it the other way round'],
    ['It goes from Lyon to Paris.', 'It goes from Paris to Lyon.', 'says it the other way round'],
    [
      'The river is 1,230 miles long.',
      'The river is 1,230 kilometres long.',
      'does not give "1,230 mile" for this',
    ],
    [
      'The plan has 3 GB of storage and 5 users.',
      'The plan has 5 GB of storage and 3 users.',
      'does not give "3" for this',
    ],
    [
      'The shop opens at 5 pm and closes at 9 am.',
      'The shop opens at 9 am and closes at 5 pm.',
      'does not give "5" for this',
    ],
    ['Everyone can book the sauna.', 'Only members can book the sauna.', 'says "only"'],
    ['Dogs are allowed only in the garden.', 'Dogs are allowed in the garden.', 'does not say "only"'],
    ['It is open every day.', 'It is open every day except Sunday.', 'makes an exception'],
    ['All rooms have a balcony.', 'Some rooms have a balcony.', 'says it only of some'],
    ['You must register.', 'You may register.', 'leaves it open'],
    ['The lake is safe.', 'The lake is unsafe.', 'says "unsafe", not "safe"'],
    ['Tickets are refundable.', 'Tickets are non-refundable.', 'says "non-refundable", not "refundable"'],
    ['The app often crashes.', 'The app hardly ever crashes.', 'denies "crashes"'],
    [
      'Oil cars are cheaper to run than gas cars.',
      'Gas cars are cheaper to run than oil cars.',
      'says it the other way round',
    ],
    ['Ann gave the ball to Tom.', 'Tom gave the ball to Ann.', 'says it the other way round'],
    ['Take 8 tablets every hour.', 'Take 1 tablet every 8 hours.', 'does not give "8" for this'],
  ])('%s ← %s', (claim, sentence, expected) => {
    expect(because(claim, sentence)).toBe(expected)
  })

  it.each([
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
    ['The course has 12 lessons.', 'The course has 12 lessons of 45 minutes.'],
  ])('is not: %s ← %s', (claim, sentence) => {
    expect(because(claim, sentence)).toBeUndefined()
  })

  it('is one with a number that stands nowhere, where its sentence has another', () => {
    expect(because('Return it within 60 days.', 'Return it within 30 days.', ['60'])).toBe(
      'says "30", not "60"',
    )
    expect(because('Return it within 60 days.', 'Return it soon.', ['60'])).toBeUndefined()
  })

  it('is never the sentence itself', () => {
    const words = 'the pool not open 3 days pm only before all dogs never 40% from to and , cannot'.split(' ')
    const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
    check(
      fc.property(sentence, (parts) => {
        const text = parts.join(' ')
        expect(because(text, text)).toBeUndefined()
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChoiceAnswer, DecisionRequest } from '../../../src/judge/contract.ts'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { JudgeAbstainedError, JudgeError } from '../../../src/judge/errors.ts'
import { freshClaims } from './fresh-claims.ts'

const judge = embeddedJudge()
const task = { name: 'claim-support', version: 1, instructions: 'Judge support.' }
const question = {
  type: 'choice',
  instructions: 'Does the context support it?',
  criteria: { yes: 'supported', no: 'contradicted', unsure: 'not said', none: 'no claim' },
} as const
type Answer = ChoiceAnswer<'yes' | 'no' | 'unsure' | 'none'>

async function ask(
  context: Record<string, string>,
  claims: Record<string, string>,
  more: Partial<DecisionRequest> = {},
) {
  const questions = Object.fromEntries(Object.keys(claims).map((id) => [id, question]))
  const { answers, evidence } = await judge.decide({ task, state: { context, claims }, questions, ...more })
  return { answers: answers as Record<string, Answer>, evidence }
}

const context = {
  c1: 'The Eiffel Tower is an iron tower in Paris. It was finished in 1889 and is 330 metres tall.',
  c2: 'Refunds are possible within 30 days. Opened software cannot be returned.',
}
const claims = {
  tall: 'The tower is 330 metres tall.',
  short: 'The tower is 200 metres tall.',
  refund: 'Refunds are possible within 30 days.',
  bananas: 'Bananas are yellow.',
  hello: 'Hello!',
}
const share = (answers: Record<string, Answer>, id: string) => answers[id]?.share ?? Number.NaN

test('takes a claim of two facts in two pieces for no contradiction', async () => {
  const two = { c1: 'The guided tour takes 90 minutes.', c2: 'It starts at the main entrance.' }
  const tour = 'The guided tour takes 90 minutes and starts at the main entrance.'
  const { answers } = await ask(two, { tour })
  expect(answers.tour?.choice).not.toBe('no')
})

describe('a claim that takes a word or a number from another sentence', () => {
  const crossed = [
    [
      'Shoes can be returned within 30 days.',
      'Tents can be returned within 60 days.',
      'Shoes can be returned within 60 days.',
    ],
    [
      'Standard shipping costs 4.90 euros.',
      'Express shipping costs 12.90 euros.',
      'Standard shipping costs 12.90 euros.',
    ],
    [
      'The store in Graz opens at 9 on weekdays.',
      'The store in Linz opens at 8 on weekdays.',
      'The store in Graz opens at 8 on weekdays.',
    ],
    [
      'Gift cards are valid for 3 years.',
      'Vouchers expire after 12 months.',
      'Gift cards are valid for 12 years.',
    ],
    ['Refunds take 5 working days.', 'Exchanges take 10 working days.', 'Refunds take 10 working days.'],
    ['Order 1042 arrives on 6 May.', 'Order 1042 was shipped on 3 May.', 'Order 1042 arrives on 3 May.'],
    ['The red jacket costs 89 euros.', 'The black jacket costs 99 euros.', 'The red jacket costs 99 euros.'],
    ['Orders above 60 euros ship free.', 'Members pay 40 euros.', 'Orders above 40 euros ship free.'],
    ['The course starts on Monday.', 'The excursion starts on Friday.', 'The course starts on Friday.'],
    ['The jacket Nord comes in red.', 'The jacket Sued comes in green.', 'The jacket Nord comes in green.'],
    ['Paris is the capital of France.', 'Rome is the capital of Italy.', 'Rome is the capital of France.'],
  ] as const

  test.each(crossed)('is not supported: %s %s', async (one, other, claim) => {
    const { answers } = await ask({ c1: `${one} ${other}` }, { claim, one, other })
    expect(share(answers, 'claim')).toBeLessThan(0.5)
    expect([answers.one?.choice, answers.other?.choice]).toEqual(['yes', 'yes'])
  })

  test.each([
    [
      'The tent weighs 2 kilograms. The tent costs 249 euros.',
      'The tent weighs 2 kilograms and costs 249 euros.',
    ],
    [
      'Tesla was born in 1856. Tesla moved to New York in 1884.',
      'Tesla, born in 1856, moved to New York in 1884.',
    ],
    ['The jacket is red. The jacket is waterproof.', 'The jacket is red and waterproof.'],
    ['The old bridge is from 1900. The new bridge is from 1990.', 'The new bridge was built in 1990.'],
    ['Returns are free. Returns are accepted within 30 days.', 'Returns within 30 days are free.'],
  ])('is supported if both are said of the same: %s', async (text, claim) => {
    const { answers } = await ask({ c1: text }, { claim })
    expect(answers.claim?.choice).toBe('yes')
    // Said in two pieces, it is at least no contradiction.
    const [one = '', other = ''] = text.split(/(?<=\.) /)
    const { answers: apart } = await ask({ c1: one, c2: other }, { claim })
    expect(apart.claim?.choice).not.toBe('no')
  })
})

test('puts what is supported above what is contradicted or not said, on claims it has never seen', async () => {
  const right = await Promise.all(
    freshClaims.map(async ({ context, yes, no, unsure }) => {
      const { answers } = await ask(context, { yes, no, unsure })
      return share(answers, 'yes') > Math.max(share(answers, 'no'), share(answers, 'unsure'))
    }),
  )
  expect(right.filter(Boolean).length).toBe(freshClaims.length)
})

test.each([
  ['We love bikes as much as you do!', 'Bikes can be returned within 14 days.'],
  ['We love jackets as much as you do!', 'Jackets can be returned within 30 days.'],
  ['Our helmets are fun.', 'Helmets can be returned within 30 days.'],
])('finds no support for %j in one word of %j', async (claim, c1) => {
  const { answers } = await ask({ c1 }, { claim, same: c1 })
  expect(answers.claim).toMatchObject({
    choice: 'unsure',
    reason: 'the sentences nearest to it have 1 of its 2 content words',
  })
  expect(share(answers, 'claim')).toBeLessThan(0.5)
  expect(answers.same?.choice).toBe('yes')
})

test.each([
  ['The museum is closed on Mondays.', 'On Mondays the museum does not open.'],
  ['Lisbon is larger than Porto.', 'Porto is smaller than Lisbon.'],
  ['Orders before noon ship the same day.', 'Orders at 11 am ship the same day.'],
  ['Half of the users are from Europe.', '50 % of the users are from Europe.'],
])('%s does not contradict: %s', async (said, claim) => {
  const { answers } = await ask({ c1: said }, { claim })
  expect(answers.claim?.choice).not.toBe('no')
  expect(answers.claim?.reason).not.toContain('but')
})

test.each([
  ['The museum is closed on Mondays.', 'On Mondays the museum is open.'],
  ['Lisbon is larger than Porto.', 'Lisbon is smaller than Porto.'],
  ['Orders before noon ship the same day.', 'Orders before 3 pm ship the same day.'],
  ['Half of the users are from Europe.', '40 % of the users are from Europe.'],
])('%s contradicts: %s', async (said, claim) => {
  const { answers } = await ask({ c1: said }, { claim })
  expect(answers.claim?.choice).toBe('no')
})

test.each([
  ['{"price":49,"stock":3,"rating":4.5}', 'There are 3 in stock.', 'There are 49 in stock.'],
  ['{"price":49,"stock":3,"rating":4.5}', 'The price is 49.', 'The price is 3.'],
  [
    'getWeather(): {"humidity": 82, "windSpeed": 14, "windGust": 31}',
    'The wind speed is 14.',
    'The wind speed is 31.',
  ],
  [
    '{"customer":"Acme","total_orders":12,"revenue":1200.5}',
    'Acme had 12 orders.',
    'Acme had 1200.50 orders.',
  ],
])('takes a value of JSON for its own field: %s', async (piece, right, swapped) => {
  const { answers } = await ask({ c1: piece }, { right, swapped })
  expect([share(answers, 'right') > 0.9, share(answers, 'swapped') < 0.5]).toEqual([true, true])
})

test('takes the numbers of another record for no support', async () => {
  const orders = {
    c1: '{"customer":"Acme","orders":12,"revenue":1200.5}',
    c2: '{"customer":"Foo","orders":9,"revenue":980}',
    c3: '{"customer":"Bar","orders":12,"revenue":77}',
  }
  const { answers } = await ask(orders, {
    ...{
      acme: 'Acme had 12 orders and revenue of 1200.50.',
      foo: 'Foo had 9 orders.',
      bar: 'Bar had 12 orders.',
    },
    ...{ asFoo: 'Acme had 9 orders and revenue of 980.', asAcme: 'Foo had 12 orders.' },
  })
  const verdicts = Object.values(answers).map(({ choice }) => choice)
  expect(verdicts).toEqual(['yes', 'yes', 'yes', 'no', 'no'])
  expect(answers.asFoo?.reason).toContain('takes its numbers from another record')
})

test('takes two records of one place for its own', async () => {
  const forecast = (city: string, rest: object) => `getForecast({"city":"${city}"}): ${JSON.stringify(rest)}`
  const { answers } = await ask(
    {
      c1: forecast('Paris', { day: 'Monday', high: 20, low: 11 }),
      c2: forecast('Paris', { day: 'Tuesday', high: 18, low: 10 }),
      c3: forecast('London', { day: 'Monday', high: 14, low: 9 }),
    },
    { paris: 'Paris will have highs of 20 and 18.', london: 'London has a high of 20 on Monday.' },
  )
  expect([answers.paris?.choice, answers.london?.choice]).toEqual(['yes', 'no'])
})

test.each([
  ['It was observed at 14:30.', 'It was observed at 15:30.'],
  ['It was observed on 2026-12-01.', 'It was observed on 2026-12-02.'],
  ['It was observed on December 1, 2026.', 'It was observed on December 2, 2026.'],
  ['It was observed at 2:30 pm on 1 December 2026.', 'It was observed in November 2026.'],
])('reads the dates of machines: %s', async (right, wrong) => {
  const { answers } = await ask({ c1: '{"observedAt":"2026-12-01T14:30:00.000Z"}' }, { right, wrong })
  expect([share(answers, 'right') > 0.85, share(answers, 'wrong') < 0.5]).toEqual([true, true])
})

test('counts a number that the context has in other words', async () => {
  const { answers } = await ask({ c1: 'The shop opens at 9.' }, { claim: 'We open at nine.' })
  expect(answers.claim?.choice).toBe('yes')
})

test('says what turns a claim round: another number with both numbers, a denial, an opposite', async () => {
  const { answers } = await ask(
    { c1: 'Refunds are made within 30 days. The tower was finished in 1889. Prices fell in March.' },
    {
      number: 'Refunds are made within 60 days.',
      denial: 'The tower was not finished in 1889.',
      opposite: 'Prices rose in March.',
    },
  )
  expect(Object.values(answers).map(({ reason }) => reason)).toEqual([
    'c1: has most of its content words, but says "30", where the claim says "60"',
    'c1: has most of its content words, but says "finished", where the claim says "not … finished"',
    'c1: has most of its content words, but says "fell", where the claim says "rose"',
  ])
})

test('names two differences without a second "but"', async () => {
  const { answers } = await ask(
    { c1: 'Shipping to Germany costs 4.90 euros.' },
    { claim: 'Shipping to France costs 5.90 euros.' },
  )
  expect(answers.claim?.reason).toBe(
    'c1: has most of its content words, but not "France" and says "4.90", where the claim says "5.90"',
  )
})

test('a claim that names its source has the support of the claim alone', async () => {
  const { answers } = await ask(
    { c1: 'Refunds are made within 30 days. API keys are not part of it.' },
    {
      days: 'Refunds are made within 30 days.',
      daysCited: 'Refunds are made within 30 days (docs/reference/refunds.md).',
      keys: 'API keys are not part of it.',
      keysCited: 'API keys are not part of it [handbook.pdf, p. 12].',
    },
  )
  expect(share(answers, 'daysCited')).toBe(share(answers, 'days'))
  expect(share(answers, 'keysCited')).toBe(share(answers, 'keys'))
})

test('says yes, no, unsure or none, with the piece that it rests on', async () => {
  const { answers } = await ask(context, claims)
  expect(answers.tall).toMatchObject({ choice: 'yes', reason: 'c1: has all of its content words' })
  expect(answers.short).toMatchObject({ choice: 'no', reason: expect.stringMatching(/^c1: .*"200"/) })
  expect(answers.refund).toMatchObject({ choice: 'yes', reason: expect.stringMatching(/^c2: /) })
  expect(answers.bananas).toMatchObject({
    choice: 'unsure',
    reason: 'none of its content words are in the context',
  })
  expect(answers.hello).toMatchObject({ choice: 'none', share: 0, reason: 'none: is a greeting' })
})

test('names both pieces where a claim takes its words from two', async () => {
  const pieces = {
    a1: 'Acme Robotics was founded in Leeds by Jane Brown.',
    a2: 'Acme Robotics employs 400 engineers.',
  }
  const { answers } = await ask(pieces, {
    both: 'Acme Robotics, founded by Jane Brown in Leeds, employs 400 engineers.',
  })
  expect(answers.both).toMatchObject({
    choice: 'yes',
    reason: expect.stringMatching(/^a[12]: together with a[12], has/),
  })
})

test('gives probabilities that sum to 1, with the choice and the share that follow from them', async () => {
  const { answers } = await ask(context, claims)
  expect(Object.keys(answers)).toEqual(Object.keys(claims))
  for (const { choice, probabilities, share } of Object.values(answers)) {
    if (!probabilities) throw new Error('no probabilities')
    const { yes, no, unsure, none } = probabilities
    expect(yes + no + unsure + none).toBeCloseTo(1, 12)
    expect(probabilities[choice]).toBe(Math.max(yes, no, unsure, none))
    expect(share).toBe(yes)
  }
})

test('says the same the second time, alone, and with claims and pieces in another order', async () => {
  const { answers } = await ask(context, claims)
  const reverse = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).toReversed())
  expect((await ask(reverse(context), reverse(claims))).answers).toEqual(answers)
  for (const [id, claim] of Object.entries(claims))
    expect((await ask(context, { [id]: claim })).answers[id]).toEqual(answers[id])
})

test('does not find a claim in words that are strewn over pieces that have nothing to do with each other', async () => {
  const strewn = { c1: 'Refunds need a receipt.', c2: 'The hotel has a pool.', c3: 'We wait 30 days.' }
  const { answers } = await ask(strewn, { a: 'The hotel pays refunds for 30 days.' })
  expect(share(answers, 'a')).toBeLessThan(0.5)
})

describe.each([
  ['Are you there?', 'is a question'],
  ['Thank you for your patience!', 'is a courtesy'],
  ['Let me know if you need anything else.', 'is an offer'],
  ['Please provide your order number.', 'is a request'],
  ["I'm sorry, but I can't help with that.", 'is a refusal'],
  ["I don't know.", 'says only that something is not known or not said'],
  ['The documentation does not say.', 'says only that something is not known or not said'],
  ['Here is what I found:', 'announces what follows'],
  ['TypeError: x is not a function', 'is an error message'],
  ['…', 'says nothing'],
])('%s', (text, because) => {
  test('makes no claim', async () => {
    const { answers } = await ask(context, { a: text })
    expect(answers.a).toMatchObject({
      choice: 'none',
      probabilities: { yes: 0, no: 0, unsure: 0, none: 1 },
      reason: `none: ${because}`,
    })
  })
})

test.each([
  'Click Save.',
  'Thanks to the refund policy, software can be returned.',
  'Can openers are sold in aisle 4.',
  'Welcome to Paris, the city in which the Eiffel Tower was finished in 1889.',
  'I do not know why, but refunds are possible within 30 days.',
])('%s makes a claim', async (text) => {
  expect((await ask(context, { a: text })).answers.a?.choice).not.toBe('none')
})

test('any texts get finite probabilities', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.lorem(),
    fc.constantFrom('__proto__', 'c1 not 1,000 first'),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (piece, claim) => {
      const decided = await ask({ c1: piece }, { a: claim }).catch((error: unknown) => {
        if (error instanceof JudgeAbstainedError) return undefined
        throw error
      })
      const found = decided ? share(decided.answers, 'a') : 0
      expect(found).toBeGreaterThanOrEqual(0)
      expect(found).toBeLessThanOrEqual(1)
    }),
  )
})

test('the event loop runs on while a long context is read, and an abort ends the work', async () => {
  const long = { c1: 'The bell rang loudly in town number seven. '.repeat(5_000) }
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const controller = new AbortController()
  await ask(long, { a: 'The bell rang in the town.' })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
  const work = ask(long, { a: 'The bell rang.' }, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
})

test('a context without end is read in part, with a warning, and so is a claim', async () => {
  const word = 'x'.repeat(600_000)
  const { evidence } = await ask({ c1: word, c2: word, c3: 'The bell rang.' }, { a: 'word '.repeat(1_200) })
  expect(evidence.warnings).toEqual([
    'only the first 4000 of 6000 characters of a text were read',
    'only the first 1000000 of 1200014 characters of the context were read',
  ])
})

test('evidence has no prompts, calls or tokens', async () => {
  const { evidence } = await ask(context, claims)
  expect(evidence).toMatchObject({ task: 'claim-support/1', prompts: [], calls: 0, warnings: [] })
})

describe('what it cannot answer', () => {
  test('other options, another state and an id without a claim are refused', async () => {
    const refusal = async (request: Partial<DecisionRequest>) => {
      const error = await ask(context, claims, request).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(JudgeError)
      expect(error).toMatchObject({ judge: 'embedded', reason: 'configuration' })
      return (error as JudgeError).message
    }
    const other = { ...question, criteria: { yes: 'yes', no: 'no' } }
    expect(await refusal({ questions: { tall: other } })).toContain('yes, no, unsure and none, and tall')
    expect(await refusal({ questions: { toString: question } })).toContain('no text for toString')
    expect(await refusal({ state: { claims } })).toContain('state.context')
    expect(await refusal({ state: { claims, context: { c1: 1 } } })).toContain('no text for c1')
    expect(await refusal({ state: { context } })).toContain('state.claims')
  })

  test.each([
    ['claims are', context, 'Der Eiffelturm ist 330 Meter hoch und steht in Paris.'],
    ['context is', { c1: 'Der Eiffelturm ist ein Turm in Paris und wurde 1889 fertig.' }, 'It is in Paris.'],
  ])('it abstains where the %s not in English', async (what, pieces, claim) => {
    const error = await ask(pieces, { a: claim }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(JudgeAbstainedError)
    expect((error as JudgeAbstainedError).because).toContain(`the ${what} not in English`)
  })
})

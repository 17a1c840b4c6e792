import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { JudgeAbstainedError, JudgeError } from '../../../src/judge/errors.ts'
import { ask, question, task } from './ask.ts'
import { everydayPairs } from './everyday-pairs.ts'
import { freshExamples } from './fresh-examples.ts'

const statements = {
  a: 'Alexander Graham Bell patented it in 1876.',
  b: 'Bananas are yellow.',
  c: 'The telephone changed the way people do business.',
  d: 'It was invented by Bell.',
}
const asked = 'Who invented the telephone?'

describe.each([{ encoder: true }, { encoder: false }])('the embedded judge, encoder: $encoder', (options) => {
  const judge = embeddedJudge(options)
  const shareOf = (answers: Awaited<ReturnType<typeof ask>>['answers'], id: string) =>
    answers[id]?.share ?? Number.NaN

  test('puts the answer above the statement off the subject on examples it has never seen', async () => {
    const right = await Promise.all(
      freshExamples.map(async ([asked, yes, , no]) => {
        const { answers } = await ask(judge, asked, { yes, no })
        return shareOf(answers, 'yes') > shareOf(answers, 'no')
      }),
    )
    expect(right.filter(Boolean).length).toBeGreaterThanOrEqual(options.encoder ? 16 : 14)
  })

  test('puts the answer above the statement beside the point in most of them', async () => {
    const right = await Promise.all(
      freshExamples.map(async ([asked, yes, unsure]) => {
        const { answers } = await ask(judge, asked, { yes, unsure })
        return shareOf(answers, 'yes') > shareOf(answers, 'unsure')
      }),
    )
    expect(right.filter(Boolean).length).toBeGreaterThanOrEqual(13)
  })

  test('takes a greeting or an acknowledgement for no answer, and a few words that name nothing for no sure one', async () => {
    const shares = async (statement: string) => {
      const asked = [
        'What can you help me with?',
        'What is the weather in Oslo?',
        'What is the capital of France?',
      ]
      return Promise.all(
        asked.map(async (each) => shareOf((await ask(judge, each, { statement })).answers, 'statement')),
      )
    }
    for (const statement of ['ok', 'Hello!', 'Hmm.', 'Thanks.', 'null', 'Error'])
      expect(await shares(statement), statement).toEqual([0, 0, 0])
    const [, , paris = 0] = await shares('Paris.')
    const [, , test = 1] = await shares('test')
    expect(paris).toBeGreaterThan(options.encoder ? 0.95 : 0.7)
    expect(test).toBeLessThan(0.76)
  })

  test('gives probabilities that sum to 1, with the choice and the share that follow from them', async () => {
    const { answers } = await ask(judge, asked, statements)
    expect(Object.keys(answers)).toEqual(Object.keys(statements))
    for (const { choice, probabilities, share = Number.NaN, reason } of Object.values(answers)) {
      if (!probabilities) throw new Error('no probabilities')
      const { yes, unsure, no } = probabilities
      expect(yes + unsure + no).toBeCloseTo(1, 12)
      expect(choice).toBe(share >= 0.75 ? 'yes' : share > 0.25 ? 'unsure' : 'no')
      expect(share).toBe(yes + 0.5 * unsure)
      expect(reason).not.toBe('')
    }
  })

  test('says where a statement has no word that the question does not have', async () => {
    const { answers } = await ask(judge, 'Is the museum open on Sundays?', {
      same: 'The museum is open on Sundays.',
      more: 'The museum is closed on Sundays.',
    })
    expect(answers.same?.reason).toContain('adds no new content words')
    expect(answers.more?.reason).not.toContain('adds no new content words')
  })

  test('takes no denial for a content word, and is not sure that a price is lacking', async () => {
    const denied = await ask(judge, 'What is not sold?', { denial: 'Dogs are not allowed.' })
    expect(denied.answers.denial?.reason).toContain("does not share the question's only content word")
    const { answers } = await ask(judge, 'How much does it cost?', { free: 'Children pay nothing.' })
    expect(answers.free?.reason).not.toContain('speaks of no price')
  })

  test('says the same the second time, in another order, alone and in a large batch', async () => {
    const together = await ask(judge, asked, statements)
    expect((await ask(judge, asked, statements)).answers).toEqual(together.answers)
    const reversed = Object.fromEntries(Object.entries(statements).toReversed())
    expect((await ask(judge, asked, reversed)).answers).toEqual(together.answers)
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `more${index}`,
        `Statement ${index} is about something else.`,
      ]),
    )
    const large = await ask(judge, asked, { ...many, ...statements })
    for (const [id, statement] of Object.entries(statements)) {
      const alone = await ask(judge, asked, { [id]: statement })
      expect(alone.answers[id]).toEqual(together.answers[id])
      expect(large.answers[id]).toEqual(together.answers[id])
    }
  })

  test('says no to an empty statement, an error text and the question again, and why', async () => {
    const { answers } = await ask(judge, asked, {
      empty: ' \n',
      error: 'Error: 500 Internal Server Error',
      server: 'Internal server error.',
      again: 'Who invented the telephone?',
    })
    for (const answer of Object.values(answers)) expect(answer).toMatchObject({ choice: 'no', share: 0 })
    expect(answers.empty?.reason).toBe('says nothing')
    expect(answers.server?.reason).toBe('is an error message')
    expect(answers.again?.reason).toBe('repeats the question')
  })

  test('does not take an error message for empty talk where errors are what was asked about', async () => {
    const { answers } = await ask(judge, 'Which error does the server return?', {
      a: 'Internal server error.',
    })
    expect(answers.a?.share).toBeGreaterThan(0)
  })

  test('answers only what was asked, and nothing where nothing was', async () => {
    const state = { question: asked, statements }
    expect(Object.keys((await judge.decide({ task, state, questions: { b: question } })).answers)).toEqual([
      'b',
    ])
    expect((await judge.decide({ task, state, questions: {} })).answers).toEqual({})
  })

  test('keeps evidence without prompts, calls or tokens', async () => {
    const { evidence } = await ask(judge, asked, statements)
    expect(evidence).toMatchObject({
      judge: options.encoder ? 'embedded' : 'embedded-words',
      task: 'statement-relevance/1',
      prompts: [],
      calls: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
      cached: false,
      warnings: [],
    })
  })

  test('warns that it does not read the earlier conversation', async () => {
    const { evidence } = await ask(judge, asked, statements, { state: { conversation: ['Hello'] } })
    expect(evidence.warnings).toEqual(['the earlier conversation was not read'])
  })

  test('stops at once where the signal is aborted', async () => {
    const reason = new Error('enough')
    await expect(ask(judge, asked, statements, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

test('tells what answers the short questions of customers from what does not', async () => {
  const judge = embeddedJudge()
  const judged = await Promise.all(
    everydayPairs.map(async ([asked, yes, no]) => (await ask(judge, asked, { yes, no })).answers),
  )
  // It is sure of some answers in other words, and of no statement beside the point; one answer ("Rebooking") it misses.
  expect(judged.filter(({ yes }) => yes?.choice === 'no').length).toBeLessThanOrEqual(1)
  expect(judged.filter(({ yes }) => yes?.choice === 'yes').length).toBeGreaterThanOrEqual(7)
  expect(judged.filter(({ no }) => no?.choice === 'yes')).toHaveLength(0)
  const isApart = ({ yes, no }: (typeof judged)[number]) => (yes?.share ?? 0) > (no?.share ?? 1) + 0.1
  expect(judged.filter(isApart).length).toBeGreaterThanOrEqual(judged.length - 1)
})

test('a shop is told a statement on another matter from the answer', async () => {
  const { answers } = await ask(embeddedJudge(), 'Who founded the shop?', {
    other: 'The first service is free in any of our shops in Oslo.',
    answer: 'The shop was founded by Kari Nordmann in 1998.',
  })
  expect(answers.other?.share).toBeLessThan(0.3)
  expect(answers.answer?.choice).toBe('yes')
})

test('of several questions in one message a statement need answer only one', async () => {
  const judge = embeddedJudge()
  const asked = 'I bought a jacket.\nCan I return it? And how long does delivery take?'
  const { answers } = await ask(judge, asked, {
    first: 'Returns are free within 30 days.',
    second: 'Delivery takes three to five days.',
    neither: 'Our newsletter comes out on Fridays.',
    again: 'How long does delivery take?',
  })
  expect(answers).toMatchObject({
    first: { choice: 'unsure' },
    second: { choice: 'yes' },
    neither: { choice: 'no' },
    again: { choice: 'no', share: 0, reason: 'repeats the question' },
  })
  const alone = await ask(judge, 'How long does delivery take?', {
    a: 'Delivery takes three to five days.',
  })
  expect(answers.second).toEqual(alone.answers.a)
})

test('an abort during the work rejects with its reason and leaves the judge usable', async () => {
  const judge = embeddedJudge()
  const controller = new AbortController()
  const long = Object.fromEntries(
    Array.from({ length: 64 }, (_, index) => [`s${index}`, `Bell made call ${index}.`]),
  )
  const work = ask(judge, asked, long, { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(work).rejects.toThrow('enough')
  expect((await ask(judge, asked, statements)).answers.a?.choice).not.toBe('no')
})

test('any text gets finite probabilities', async () => {
  const judge = embeddedJudge({ encoder: false })
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      async (asked, statement) => {
        const decided = await ask(judge, asked, { a: statement }).catch((error: unknown) => {
          if (error instanceof JudgeAbstainedError) return undefined
          throw error
        })
        const share = decided ? decided.answers.a?.share : 0
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('a text of any length is read in bounded time, with a warning', async () => {
  const huge = { word: 'x'.repeat(1_000_000), words: 'the bell rang '.repeat(15_000) }
  const { answers, evidence } = await ask(embeddedJudge(), asked, huge)
  expect(Object.keys(answers)).toEqual(['word', 'words'])
  expect(evidence.warnings[0]).toBe('only the first 4000 of 1000000 characters of a text were read')
})

describe('what it cannot answer', () => {
  const judge = embeddedJudge({ encoder: false })
  const refusal = async (request: Partial<Parameters<typeof judge.decide>[0]>) => {
    const state = { question: asked, statements }
    const error = await judge
      .decide({ task, state, questions: { a: question }, ...request })
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(JudgeError)
    expect(error).toMatchObject({ judge: 'embedded', reason: 'configuration' })
    return (error as JudgeError).message
  }

  test('another task is refused by name', async () => {
    const message = await refusal({ task: { ...task, name: 'tone-of-voice' } })
    expect(message).toContain('tone-of-voice')
    expect(message).toContain('statement-relevance, claim-support and factuality')
  })

  test('another kind of question or other options are refused', async () => {
    expect(await refusal({ questions: { a: { type: 'boolean', instructions: 'Is it?' } } })).toContain(
      'and a asks',
    )
    const criteria = { yes: 'yes', no: 'no' }
    expect(await refusal({ questions: { a: { ...question, criteria } } })).toContain('and a asks')
  })

  test('an id without a statement, and state of another shape, are refused', async () => {
    expect(await refusal({ questions: { toString: question } })).toContain('no text for toString')
    expect(await refusal({ state: { question: asked, statements: [] } })).toContain('state.statements')
    expect(await refusal({ state: { statements } })).toContain('state.question')
  })

  test.each([
    ['question', 'Wie hoch ist der Mount Everest?', 'It is 8849 metres high.'],
    ['question', '世界で一番高い山は何ですか？', 'Mount Everest.'],
    ['answer', 'How high is Mount Everest?', 'Le mont Everest est la plus haute montagne du monde.'],
  ])('it abstains where the %s is not in English', async (what, asked, statement) => {
    const error = await ask(judge, asked, { a: statement }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(JudgeAbstainedError)
    expect(error.because).toContain(`the ${what} is not in English`)
  })

  test('an option of the wrong type is a TypeError that names it', () => {
    expect(() => embeddedJudge({ encoder: 'no' as unknown as boolean })).toThrow(/encoder/)
    expect(() => embeddedJudge({ threads: 0 })).toThrow(/threads must be a whole number from 1 to 16/)
  })
})

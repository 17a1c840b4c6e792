import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChoiceAnswer, DecisionRequest, JsonObject } from '../../../src/judge/contract.ts'
import { embeddedJudge } from '../../../src/judge/embedded/embedded-judge.ts'
import { JudgeAbstainedError, JudgeError } from '../../../src/judge/errors.ts'
import {
  createFactualityScorer,
  type FactualityVerdict,
  factualityQuestion,
  factualityTask,
} from '../../../src/scorers/factuality.ts'

const judge = embeddedJudge()

async function ask(reference: string, answers: Record<string, string>, state: JsonObject = {}) {
  const { answers: judged, evidence } = await judge.decide({
    task: factualityTask,
    state: { reference, answers, ...state },
    questions: Object.fromEntries(Object.keys(answers).map((id) => [id, factualityQuestion])),
  })
  return { answers: judged as Record<string, ChoiceAnswer<FactualityVerdict>>, evidence }
}

async function judgeOne(reference: string, answer: string, state?: JsonObject) {
  const { answers } = await ask(reference, { a1: answer }, state)
  const { choice, share = Number.NaN, reason } = answers.a1 as ChoiceAnswer<FactualityVerdict>
  return { choice, share, reason }
}

test.each([
  ['Paris', 'The capital of France is Paris.', 'same'],
  ['Paris', 'The capital of France is Lyon.', 'disagrees'],
  ['Arnold Schoenberg', 'It was Arnold Schönberg, also written Schoenburg, in 1923.', 'same'],
  ['William Shakespeare', 'William Shakespear wrote it.', 'same'],
  ['Lou Rawls', 'It is sung by Lou Rawls. It was released in 1976.', 'same'],
  ['four', 'There are 4 seas.', 'same'],
  ['Paris', 'It is not Paris but London.', 'disagrees'],
  ['Paris', 'It is not London but Paris.', 'same'],
  ['blue', "It isn't blue.", 'disagrees'],
  ['30 days', 'You have 60 days, not 30 days.', 'disagrees'],
  ['$84.3 million', 'He earned 84,300,000 dollars.', 'same'],
  ['1889', 'It was finished in 1889.', 'same'],
  ['1889', 'It was finished in the 19th century.', 'disagrees'],
  ['the 19th century', 'It was finished in 1889.', 'same'],
  ['1889', 'It was finished in 1890.', 'disagrees'],
  ['The Grand National', "I'm sorry, but I couldn't find any information about it.", 'disagrees'],
  ['Jan Koum', '', 'disagrees'],
])('%s, answered with %s, is %s', async (reference, answer, choice) => {
  expect((await judgeOne(reference, answer)).choice).toBe(choice)
})

test('the reason says what was measured', async () => {
  expect((await judgeOne('May 25, 1977', 'It came out on May 25, 1976.')).reason).toBe(
    'has part of the reference, lacks one of its numbers',
  )
  expect((await judgeOne('Paris', 'It is not in Paris.')).reason).toBe('names the reference only to deny it')
})

test('a contradicting number, a denial and "I do not know" lower the share', async () => {
  const { share } = await judgeOne('Gustave Eiffel, 1889', 'Gustave Eiffel built it in 1889.')
  const others = [
    'Gustave Eiffel built it in 1890.',
    'Gustave Eiffel did not build it in 1889.',
    'I do not know whether Gustave Eiffel built it in 1889.',
  ]
  for (const other of others)
    expect((await judgeOne('Gustave Eiffel, 1889', other)).share).toBeLessThan(share)
})

test('words that the question has already do not count', async () => {
  const echo = 'That is a system.'
  const { share } = await judgeOne('Reproductive system', echo)
  const asked = await judgeOne('Reproductive system', echo, { question: 'Which system is it?' })
  expect(asked.share).toBeLessThan(share)
})

test('any answer gets a share from 0 to 1, and same where it is at least 0.5', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.lorem(),
    fc.constantFrom('__proto__ Eiffel', '1,889', '1889 not'),
  )
  await fc.assert(
    fc.asyncProperty(text, async (answer) => {
      const judged = await judgeOne('Gustave Eiffel, 1889', answer).catch((error: unknown) => {
        if (error instanceof JudgeAbstainedError) return { share: 0, choice: 'disagrees' }
        throw error
      })
      expect(judged.share).toBeGreaterThanOrEqual(0)
      expect(judged.share).toBeLessThanOrEqual(1)
      expect(judged.choice).toBe(judged.share >= 0.5 ? 'same' : 'disagrees')
    }),
  )
})

test('sentences that have nothing of the reference change nothing', async () => {
  const word = fc.constantFrom('garden', 'walks', 'the', 'often', 'people', 'yellow')
  const sentence = fc
    .array(word, { minLength: 1, maxLength: 8 })
    .map((words) => `Many ${words.join(' ')} there.`)
  const padding = fc.array(sentence, { maxLength: 5 }).map((sentences) => sentences.join(' '))
  const answer = fc.constantFrom(
    'Gustave Eiffel built it in 1889.',
    'It was Eiffel.',
    'Not in 1889.',
    'I do not know.',
  )
  await fc.assert(
    fc.asyncProperty(answer, padding, padding, async (text, before, after) => {
      const bare = await judgeOne('Gustave Eiffel, 1889', text)
      expect(await judgeOne('Gustave Eiffel, 1889', `${before}\n\n${text}\n\n${after}`)).toEqual(bare)
    }),
  )
})

test('an answer is judged by itself, and evidence has no prompts, calls or tokens', async () => {
  const { answers, evidence } = await ask(
    'Paris',
    { a1: 'Paris.', a2: 'x'.repeat(5_000) },
    { conversation: [] },
  )
  expect(answers.a1).toEqual((await ask('Paris', { a1: 'Paris.' })).answers.a1)
  expect(evidence).toMatchObject({
    task: `factuality/${factualityTask.version}`,
    prompts: [],
    calls: 0,
    warnings: [
      'the earlier conversation was not read',
      'only the first 4000 of 5000 characters of a text were read',
    ],
  })
})

describe('what it cannot answer', () => {
  const tooLong = 'Gustave Eiffel built an iron tower in Paris in 1889 for the exhibition.'

  test.each([
    ['is too long', tooLong, tooLong, 'longer than 5 content words'],
    ['is too long', tooLong, 'No idea.', 'longer than 5 content words'],
    ['is a denial', 'It is not known.', 'Nobody knows.', 'denies something or says that it is not known'],
    ['names nothing', 'It is.', 'It is.', 'no content words'],
    ['is not English', 'Das ist der Turm in Paris', 'Paris.', 'reference is not in English'],
  ])('it abstains whatever the answer where the reference %s', async (_, reference, answer, because) => {
    const error = await ask(reference, { a1: answer }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(JudgeAbstainedError)
    expect((error as JudgeAbstainedError).because).toContain(because)
  })

  test.each<[string, Partial<DecisionRequest>, string]>([
    ['no reference', { state: { answers: { a1: 'Paris.' } } }, 'state.reference'],
    ['no answers', { state: { reference: 'Paris' } }, 'state.answers'],
    [
      'a question of another kind',
      { questions: { a1: { type: 'boolean', instructions: 'Is it?' } } },
      'and a1',
    ],
    [
      'a question that is no text',
      { state: { reference: 'Paris', question: 1, answers: {} } },
      'state.question',
    ],
  ])('%s is refused', async (_, request, message) => {
    const state = { reference: 'Paris', answers: { a1: 'Paris.' } }
    const decided = judge.decide({
      task: factualityTask,
      state,
      questions: { a1: factualityQuestion },
      ...request,
    })
    const error = await decided.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(JudgeError)
    expect(error).toMatchObject({ judge: 'embedded', reason: 'configuration' })
    expect((error as JudgeError).message).toContain(message)
  })
})

describe('in the factuality scorer', () => {
  const score = (groundTruth: string, answer: string) =>
    createFactualityScorer({ model: judge }).run({
      input: { inputMessages: [], rememberedMessages: [], systemMessages: [], taggedSystemMessages: {} },
      output: [
        {
          id: '1',
          role: 'assistant',
          createdAt: new Date(0),
          content: { format: 2, parts: [{ type: 'text', text: answer }] },
        },
      ],
      groundTruth,
    })

  test('the score is the share with clear ends', async () => {
    const { share } = await judgeOne('Paris', 'It is Paris.')
    expect(share).toBeGreaterThan(0.9)
    expect(await score('Paris', 'It is Paris.')).toMatchObject({ score: 1 })
  })

  test('a long ground truth is not scorable, with the reason', async () => {
    const run = await score('Gustave Eiffel built an iron tower in Paris in 1889.', 'Paris.')
    expect(JSON.stringify(run)).toContain('longer than 5 content words')
    expect(run.score).not.toEqual(expect.any(Number))
  })
})

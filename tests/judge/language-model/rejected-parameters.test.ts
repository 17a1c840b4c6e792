import { describe, expect, it } from 'vitest'
import { languageJudge } from '../../../src/judge/language-model/language-judge.ts'
import { type ModelReply, openaiServer } from '../../support/openai-server.ts'

const task = { name: 'test', version: 1, instructions: 'Judge.' }
const questions = { a: { type: 'boolean', instructions: 'Is it so?' } } as const
const state = {
  answer:
    'The temperature, seed and json_schema are unknown "tools". An unsupported temperature is not allowed.',
}
const verdict: ModelReply = { text: JSON.stringify({ a: { reason: 'r', verdict: true } }) }

/** What of the body of a second request is left after the first one got this error. */
async function leftAfter(error: ModelReply) {
  await using server = await openaiServer(({ number }) => (number === 1 ? error : verdict))
  const judge = languageJudge(server.chat, { seed: 1 })
  const first = await judge.decide({ task, state, questions }).catch((thrown: unknown) => thrown)
  const calls = server.requests.length
  await judge.decide({ task, state, questions })
  const { temperature, seed, response_format: format } = server.requests.at(-1)?.body ?? {}
  return { first, calls, temperature, seed, format: format !== undefined }
}

const whole = { temperature: 0, seed: 1, format: true }

describe('a 400 that repeats what was judged', () => {
  it.each<[string, ModelReply]>([
    [
      'as the input of a validation error',
      {
        error:
          "1 validation error for Request: content: unknown value [type=string_type, input_value='temperature, seed and json_schema', input_type=str]",
      },
    ],
    ['in a sentence', { error: "Invalid text 'The temperature, seed and json_schema are unknown'" }],
    ['as JSON', { error: `Unsupported message: ${JSON.stringify(state)}` }],
    ['as a flagged word', { error: "Invalid prompt: it was flagged for 'temperature'" }],
    [
      'under the field of the message',
      { error: "Invalid value: 'temperature'", param: 'messages[1].content' },
    ],
    ['with a code of its own', { error: "Not allowed: 'temperature'", code: 'content_policy_violation' }],
    [
      'in a list of details',
      {
        body: {
          detail: [
            {
              type: 'string_type',
              loc: ['body', 'messages', 0],
              msg: 'not allowed',
              input: 'temperature, seed',
            },
          ],
        },
      },
    ],
  ])('%s turns nothing off', async (_, error) => {
    const { first, calls, ...left } = await leftAfter({ status: 400, ...error })
    expect(first).toMatchObject({ name: 'JudgeError', reason: 'rejected' })
    expect(calls).toBe(1)
    expect(left).toEqual(whole)
  })
})

describe('a 400 about a parameter', () => {
  it.each<[string, ModelReply, object]>([
    ['in its field', { error: 'Unsupported value.', param: 'temperature' }, { temperature: undefined }],
    [
      'in a path',
      { error: 'Bad value.', param: 'generation_config.temperature' },
      { temperature: undefined },
    ],
    ['in its message', { error: "Unsupported parameter: 'seed'." }, { seed: undefined }],
    [
      'in its message, before the input',
      { error: 'temperature: Extra inputs are not permitted [type=extra_forbidden, input_value=0]' },
      { temperature: undefined },
    ],
    [
      'in its details',
      { body: { detail: [{ type: 'extra_forbidden', loc: ['body', 'response_format'], msg: 'no' }] } },
      { format: false },
    ],
  ])('%s turns that one off', async (_, error, left) => {
    const { calls, first, ...found } = await leftAfter({ status: 400, ...error })
    expect(first).toMatchObject({ answers: { a: { verdict: true } } })
    expect(calls).toBe(2)
    expect(found).toEqual({ ...whole, ...left })
  })
})

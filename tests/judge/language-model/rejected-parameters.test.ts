import { describe, expect, it } from 'vitest'
import { languageJudge } from '../../../src/judge/language-model/language-judge.ts'
import { type ModelReply, openaiServer } from '../../support/openai-server.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

const task = { name: 'test', version: 1, instructions: 'Judge.' }
const questions = { a: { type: 'boolean', instructions: 'Is it so?' } } as const
const state = {
  answer:
    'The temperature, seed and json_schema are unknown "tools". An unsupported temperature is not allowed.',
}
const verdict: ModelReply = { text: JSON.stringify({ a: { reason: 'r', verdict: true } }) }

/** What of the body of a second request is left after the first one got this error. */
async function leftAfter(error: ModelReply) {
  const server = untilTestEnds(await openaiServer(({ number }) => (number === 1 ? error : verdict)))
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
    ['as a text that is no JSON', { body: `Bad message: ${JSON.stringify(state)}` }],
    [
      'word for word, in a field of its own',
      { body: { error: { message: 'Not good', hint: 'temperature' } } },
    ],
    [
      'in the request that it sends back',
      { body: { error: { message: 'Not good', request: { temperature: 'no json_schema' } } } },
    ],
    [
      'in JSON in a text',
      {
        body: {
          error: {
            message: 'Provider returned error',
            metadata: {
              raw: JSON.stringify({
                error: { message: `No: ${state.answer}`, messages: ['a temperature', 'this seed'] },
              }),
            },
          },
        },
      },
    ],
    [
      'in a text that was cut',
      { body: { error: 'Not good', metadata: { raw: JSON.stringify({ said: state }).slice(0, -9) } } },
    ],
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
    expect(first).toMatchObject({ name: 'JudgeError', reason: expect.stringMatching(/rejected|refused/) })
    expect(calls).toBe(1)
    expect(left).toEqual(whole)
  })
})

describe('a 400 or 422 about a parameter', () => {
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
    ['as DeepSeek says it', { error: 'This response_format type is unavailable now' }, { format: false }],
    [
      'as Azure says it',
      {
        error:
          'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later',
      },
      { format: false },
    ],
    ['as Google says it', { error: 'JSON mode is not enabled for models/gemma-3-27b-it' }, { format: false }],
    [
      'as LM Studio says it, in a text',
      { body: { error: "'response_format.type' must be 'json_schema' or 'text'" } },
      { format: false },
    ],
    [
      'as Mistral says it',
      {
        body: {
          object: 'error',
          message: {
            detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }],
          },
        },
      },
      { format: false },
    ],
    ['in a text that is no JSON', { body: 'response_format not supported' }, { format: false }],
    [
      'as OpenRouter says it',
      {
        body: {
          error: {
            message: 'Provider returned error',
            code: 400,
            metadata: { raw: '{"error":"response_format is not supported by this model"}' },
          },
        },
      },
      { format: false },
    ],
    ['as vLLM says it', { error: 'guided_json / grammar is not supported' }, { format: false }],
    ['as a grammar', { error: 'Failed to parse grammar', param: 'model' }, { format: false }],
    ['in plain words', { error: 'Model does not support JSON output' }, { format: false }],
    [
      'as Anthropic says it',
      {
        body: {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: '`temperature` may only be set to 1 when thinking is enabled.',
          },
        },
      },
      { temperature: undefined },
    ],
    [
      'of which there are two',
      { error: 'temperature and seed cannot be set here' },
      { temperature: undefined, seed: undefined },
    ],
    [
      'behind other words',
      { error: 'Error from provider. Only the default (1) goes for temperature.' },
      { temperature: undefined },
    ],
  ])('%s turns that one off', async (_, error, left) => {
    for (const status of [400, 422]) {
      const { calls, first, ...found } = await leftAfter({ status, ...error })
      expect(first).toMatchObject({ answers: { a: { verdict: true } } })
      expect(calls).toBe(2)
      expect(found).toEqual({ ...whole, ...left })
    }
  })
})

it.each([400, 422])(
  'a call that fails without it too ends in the first error, and nothing is turned off: %d',
  async (status) => {
    const server = untilTestEnds(
      await openaiServer(({ number }) =>
        number < 3 ? { status, error: number === 1 ? 'temperature is odd' : 'the model is gone' } : verdict,
      ),
    )
    const judge = languageJudge(server.chat, { seed: 1 })
    const { message } = (await judge
      .decide({ task, state, questions })
      .catch((thrown: unknown) => thrown)) as Error
    expect(message).toContain('temperature is odd')
    expect(server.requests).toHaveLength(2)
    await judge.decide({ task, state, questions })
    expect(server.requests.at(-1)?.body.temperature).toBe(0)
  },
)

it('the evidence says what was left out', async () => {
  const server = untilTestEnds(
    await openaiServer(({ number }) =>
      number === 1 ? { status: 400, error: 'temperature is odd' } : verdict,
    ),
  )
  const { evidence } = await languageJudge(server.chat).decide({ task, state, questions })
  expect(evidence.warnings).toContain('left out because the model rejects it: temperature')
})

import { describe, expect, it } from 'vitest'
import { languageJudge } from '../../../src/judge/language-model/language-judge.ts'
import { failureRecord, isRateLimit } from '../../../src/run/failures.ts'
import { type ModelReply, openaiServer } from '../../support/openai-server.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'

const question = {
  task: { name: 'test', version: 1, instructions: 'Judge.' },
  state: { answer: 'The tower is tall.' },
  questions: { a: { type: 'boolean', instructions: 'Is it so?' } },
} as const
const verdict: ModelReply = { text: JSON.stringify({ a: { reason: 'r', verdict: true } }) }

/** What becomes of a decision whose first calls, one or all, get this reply. */
async function after(reply: ModelReply, times = 1, api: 'chat' | 'responses' = 'chat') {
  const server = untilTestEnds(await openaiServer(({ number }) => (number <= times ? reply : verdict)))
  const judge = languageJudge(server[api], { retryDelayInMs: 1 })
  const result = await judge.decide(question).catch((thrown: unknown) => thrown)
  return { result, calls: server.requests.length }
}
const inBody = (error: object | string) => ({ status: 200, body: { error } })

describe.each(['chat', 'responses'] as const)('a 200 of the %s API with an error in its body', (api) => {
  it.each([
    ['429', { code: 429, message: 'Rate limited upstream' }],
    ['502', { code: 502, message: 'Provider returned error' }],
    ['a code in words', { code: 'rate_limit_exceeded', message: 'slow down' }],
    ['a type in words', { type: 'overloaded_error', message: 'busy' }],
    ['the code of a server error', { code: 'server_error', type: 'invalid_request_error', message: 'oh' }],
    ['a code that nobody knows', { code: 'odd', message: 'oh' }],
    ['no code', { message: 'something broke' }],
  ])('is tried again: %s', async (_, error) => {
    const { result, calls } = await after(inBody(error), 1, api)
    expect(result).toMatchObject({ answers: { a: { verdict: true } } })
    expect(calls).toBe(2)
  })

  it.each([
    [402, 'Insufficient credits', 'has no credit left'],
    [403, 'Your key was disabled', 'check the openai API key'],
    [400, 'the model takes no system messages', 'rejected the request'],
  ])("is refused in the provider's words: %d", async (code, message, advice) => {
    const { result, calls } = await after(inBody({ code, message }), 9, api)
    expect(result).toMatchObject({ name: 'JudgeError', reason: 'rejected' })
    expect((result as Error).message).toContain(`${message} (HTTP ${code})`)
    expect((result as Error).message).toContain(advice)
    expect((result as Error).message).not.toContain('Invalid JSON')
    expect(calls).toBe(1)
  })

  it.each([
    [{ code: 'insufficient_quota', type: 'insufficient_quota' }, 'rejected', 'has no credit left'],
    [{ code: null, type: 'billing_error' }, 'rejected', 'has no credit left'],
    [{ code: 'invalid_api_key', type: 'invalid_request_error' }, 'rejected', 'check the openai API key'],
    [{ status: 'PERMISSION_DENIED' }, 'rejected', 'check the openai API key'],
    [{ code: 'model_not_found', type: 'invalid_request_error' }, 'rejected', 'name of the model'],
    [{ type: 'invalid_request_error' }, 'rejected', 'rejected the request'],
    [{ code: 'content_filter' }, 'refused', 'content filter'],
  ])('is not tried again where its code says that it is in vain: %j', async (error, reason, advice) => {
    const { result, calls } = await after(inBody({ message: 'So it is.', ...error }), 9, api)
    expect(calls).toBe(1)
    expect(result).toMatchObject({ name: 'JudgeError', reason, message: expect.stringContaining(advice) })
    expect((result as Error).message).not.toContain('HTTP')
    expect(failureRecord(result, 1)).not.toHaveProperty('statusCode')
  })

  it.each(['rate_limit_exceeded', 'overloaded', 'odd', null])(
    'names no status that nobody sent: %s',
    async (code) => {
      const { result, calls } = await after(inBody({ code, message: 'slow down' }), 9, api)
      expect(calls).toBe(4)
      expect(result).toMatchObject({
        reason: 'unreachable',
        message: expect.stringContaining('slow down, after 4 tries'),
      })
      expect(isRateLimit(result)).toBe(/rate|over/.test(code ?? ''))
    },
  )

  it('says in the end what the provider said', async () => {
    const { result, calls } = await after(inBody({ code: 429, message: 'Rate limited upstream' }), 9, api)
    expect(result).toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining('Rate limited upstream'),
    })
    expect(calls).toBe(4)
  })
})

it('a 429 for want of credit is not tried again, and says what to do', async () => {
  const reply = { status: 429, error: 'You exceeded your current quota', code: 'insufficient_quota' }
  const { result, calls } = await after(reply, 9)
  expect(calls).toBe(1)
  expect(result).toMatchObject({ reason: 'rejected', message: expect.stringContaining('no credit left') })
})

it("a prompt that a provider's filter stops is refused", async () => {
  const reply = {
    status: 400,
    error: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    param: 'prompt',
    code: 'content_filter',
  }
  const { result, calls } = await after(reply, 9)
  expect(calls).toBe(1)
  expect(result).toMatchObject({ reason: 'refused', message: expect.stringContaining('content filter') })
})

it.each([
  { code: 'ResponsibleAIPolicyViolation' },
  { content_filter_result: { hate: { filtered: true, severity: 'high' } } },
])(
  'a prompt that is filtered, as only the error within the error says, is refused: %j',
  async (innererror) => {
    const body = { error: { code: 'BadRequest', message: 'It was blocked.', innererror } }
    const { result, calls } = await after({ status: 400, body }, 9)
    expect(calls).toBe(1)
    expect(result).toMatchObject({ reason: 'refused', message: expect.stringContaining('It was blocked.') })
  },
)

import { describe, expect, it } from 'vitest'
import { languageJudge } from '../../../src/judge/language-model/language-judge.ts'
import { type ModelReply, openaiServer } from '../../support/openai-server.ts'

const question = {
  task: { name: 'test', version: 1, instructions: 'Judge.' },
  state: { answer: 'The tower is tall.' },
  questions: { a: { type: 'boolean', instructions: 'Is it so?' } },
} as const
const verdict: ModelReply = { text: JSON.stringify({ a: { reason: 'r', verdict: true } }) }

/** What becomes of a decision whose first calls, one or all, get this reply. */
async function after(reply: ModelReply, times = 1) {
  await using server = await openaiServer(({ number }) => (number <= times ? reply : verdict))
  const judge = languageJudge(server.chat, { retryDelayInMs: 1 })
  const result = await judge.decide(question).catch((thrown: unknown) => thrown)
  return { result, calls: server.requests.length }
}
const inBody = (error: object | string) => ({ status: 200, body: { error } })

describe('a 200 with an error in its body', () => {
  it.each([
    ['429', { code: 429, message: 'Rate limited upstream' }],
    ['502', { code: 502, message: 'Provider returned error' }],
    ['a code in words', { code: 'rate_limit_exceeded', message: 'slow down' }],
    ['no code', { message: 'something broke' }],
  ])('is tried again: %s', async (_, error) => {
    const { result, calls } = await after(inBody(error))
    expect(result).toMatchObject({ answers: { a: { verdict: true } } })
    expect(calls).toBe(2)
  })

  it.each([
    [402, 'Insufficient credits', 'has no credit left'],
    [403, 'Your key was disabled', 'check the openai API key'],
    [400, 'the model takes no system messages', 'rejected the request'],
  ])("is refused in the provider's words: %d", async (code, message, advice) => {
    const { result, calls } = await after(inBody({ code, message }), 9)
    expect(result).toMatchObject({ name: 'JudgeError', reason: 'rejected' })
    expect((result as Error).message).toContain(`${message} (HTTP ${code})`)
    expect((result as Error).message).toContain(advice)
    expect((result as Error).message).not.toContain('Invalid JSON')
    expect(calls).toBe(1)
  })

  it('says in the end what the provider said', async () => {
    const { result, calls } = await after(inBody({ code: 429, message: 'Rate limited upstream' }), 9)
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

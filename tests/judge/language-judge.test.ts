import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { judgeErrorIn } from '../../src/judge/errors.ts'
import { mergeEvidence } from '../../src/judge/evidence.ts'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import { openaiServer } from '../support/openai-server.ts'
import { honestReply } from '../support/scripted-judge.ts'
import { untilTestEnds } from '../support/until-test-ends.ts'

const task = { name: 'test', version: 3, instructions: 'Judge.' }
const questions = {
  a: { type: 'choice', instructions: 'Which?', criteria: { left: 'left', right: 'right' }, share: 'of 100' },
  b: { type: 'score', instructions: 'How well?', criteria: ['bad', 'fair', 'good'] },
  c: { type: 'boolean', instructions: 'Is it so?' },
} as const

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a language judge', () => {
  it('answers choices, scores and booleans', async () => {
    const server = untilTestEnds(
      await openaiServer(() => ({
        text: JSON.stringify({
          a: { reason: 'r', share: 80, verdict: 'right' },
          b: { reason: 'r', verdict: 1.5 },
          c: { reason: 'r', verdict: false },
        }),
      })),
    )
    const { answers, evidence } = await languageJudge(server.chat).decide({
      task,
      state: { x: 1 },
      questions,
    })
    expect(answers).toEqual({
      a: { type: 'choice', choice: 'right', share: 0.8, reason: 'r' },
      b: { type: 'score', score: 1.5, reason: 'r' },
      c: { type: 'boolean', verdict: false, reason: 'r' },
    })
    expect(evidence).toMatchObject({
      task: 'test/3',
      calls: 1,
      cached: false,
      usage: { inputTokens: 100, outputTokens: 20 },
    })
    expect(evidence.prompts[0]).toContain('{"x":1}')
  })

  it('says which part of a prompt is too long, before the call', async () => {
    const server = untilTestEnds(await openaiServer(() => ({ text: '{}' })))
    const state = { question: 'When?', context: { c1: 'x'.repeat(3_000) }, claims: { claim1: 'In 1889.' } }
    const judge = languageJudge(server.chat, { maximumPromptCharacters: 3_000 })
    await expect(judge.decide({ task, state, questions })).rejects.toMatchObject({
      reason: 'configuration',
      message: expect.stringContaining('(3000): shorten the context (3009 of them) or raise the limit'),
    })
    expect(server.requests).toEqual([])
  })

  it('asks again for a score or a share out of range', async () => {
    const replies = [
      { a: { share: 850, verdict: 'left' }, b: { verdict: 3 }, c: { verdict: true } },
      { a: { share: 1, verdict: 'left' }, b: { verdict: -1 } },
    ]
    const server = untilTestEnds(
      await openaiServer(({ number }) => ({ text: JSON.stringify(replies[number - 1]) })),
    )
    const asked = languageJudge(server.chat).decide({ task, state: {}, questions, shareRequired: true })
    await expect(asked).rejects.toMatchObject({ reason: 'unanswered', ids: ['a', 'b'] })
    expect(server.requests.map((request) => request.ids)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
    ])
  })

  it.each([
    ['none', 0.01, 1],
    ['mild', undefined, 2],
  ] as const)('takes a share of 1 beside %s for %j, in %d calls', async (verdict, share, calls) => {
    const criteria = { none: 'no', mild: 'some', severe: 'much' }
    const question = {
      type: 'choice',
      instructions: 'How much?',
      criteria,
      share: 'of 100',
      line: { none: 0, mild: 1, severe: 1 },
    } as const
    const server = untilTestEnds(
      await openaiServer(() => ({
        text: JSON.stringify({ a: { share: 1, verdict }, b: { share: 0, verdict: 'none' } }),
      })),
    )
    const { answers } = await languageJudge(server.chat).decide({
      task,
      state: {},
      questions: { a: question, b: question },
    })
    expect(server.requests).toHaveLength(calls)
    expect([answers.a.share, answers.b.share]).toEqual([share, 0])
  })

  it('keeps each reply beside its prompt, also through repairs and batches', async () => {
    const replies = [
      { a: { verdict: 'right' }, b: { verdict: 1 } },
      { a: { verdict: 'right' }, b: { verdict: 1 }, c: { verdict: true } },
    ]
    const server = untilTestEnds(
      await openaiServer(({ number }) => ({ text: JSON.stringify(replies[number - 1]) })),
    )
    const { evidence } = await languageJudge(server.chat).decide({ task, state: {}, questions })
    expect(evidence.prompts).toHaveLength(2)
    expect(evidence.replies).toEqual(replies.map((reply) => JSON.stringify(reply)))
    const silent = { ...evidence, prompts: ['asked in another way'], replies: undefined }
    expect(mergeEvidence([silent, evidence]).replies).toEqual(['', ...(evidence.replies ?? [])])
    expect(mergeEvidence([silent])).not.toHaveProperty('replies')
  })

  it('sends a schema in which every id is required and no other allowed', async () => {
    const server = untilTestEnds(
      await openaiServer(() => ({ text: JSON.stringify({ c: { verdict: true } }) })),
    )
    await languageJudge(server.chat).decide({ task, state: {}, questions: { c: questions.c } })
    expect(server.requests[0]?.body.response_format).toMatchObject({
      json_schema: {
        schema: {
          required: ['c'],
          additionalProperties: false,
          properties: { c: { required: ['reason', 'verdict'] } },
        },
      },
    })
  })

  it('is not called where there is nothing to ask', async () => {
    const server = untilTestEnds(await openaiServer(honestReply))
    const { evidence } = await languageJudge(server.chat).decide({ task, state: {}, questions: {} })
    expect(evidence.calls).toBe(0)
    expect(server.requests).toHaveLength(0)
  })

  it('takes a router string; a missing key is named before any call', async () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    const judge = languageJudge('openai/gpt-5-mini')
    expect(judge.id).toBe('openai/gpt-5-mini')
    const error = await judge.decide({ task, state: {}, questions }).catch((thrown: unknown) => thrown)
    expect(judgeErrorIn(error)).toMatchObject({ reason: 'configuration' })
    expect(String(error)).toContain('OPENAI_API_KEY')
  })

  it('names what is wrong with a router string that no provider has', async () => {
    const error = await languageJudge('nonsense')
      .decide({ task, state: {}, questions })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'JudgeError', reason: 'configuration' })
    expect(String(error)).toContain('nonsense')
  })

  it('takes a Mastra model config with a URL', async () => {
    const server = untilTestEnds(
      await openaiServer(() => ({ text: JSON.stringify({ c: { verdict: true } }) })),
    )
    const judge = languageJudge({ id: 'custom/config-model', url: server.url, apiKey: 'x' })
    const { answers, evidence } = await judge.decide({ task, state: {}, questions: { c: questions.c } })
    expect(answers.c.verdict).toBe(true)
    expect(evidence).toMatchObject({
      judge: 'custom/config-model',
      usage: { inputTokens: 100, outputTokens: 20 },
    })
  })

  it('takes an AI SDK model instance and is named after it', () => {
    expect(languageJudge(new MockLanguageModelV4({ provider: 'acme.chat', modelId: 'm-1' })).id).toBe(
      'acme/m-1',
    )
    expect(languageJudge(new MockLanguageModelV4(), { id: 'strict' }).id).toBe('strict')
  })

  it.each([
    ['repairs', -1],
    ['timeoutInMs', 0],
    ['retries', 1.5],
    ['retryDelayInMs', Number.NaN],
    ['concurrency', 0],
    ['requestsPerMinute', -5],
    ['maximumRetryDelayInMs', -1],
    ['maximumPromptCharacters', 0],
    ['temperature', 'hot'],
    ['temperature', Number.NaN],
    ['seed', 1.5],
    ['headers', 5],
    ['headers', { 'x-team': 5 }],
    ['providerOptions', 5],
    ['providerOptions', { openai: 'low' }],
    ['requestPerMinute', 3],
  ])('refuses %s of %j at once', (name, value) => {
    expect(() => languageJudge('openai/gpt-5-mini', { [name]: value })).toThrow(TypeError)
    expect(() => languageJudge('openai/gpt-5-mini', { [name]: value })).toThrow(name)
  })

  it('refuses models of AI SDK 4 with advice', () => {
    const old = { specificationVersion: 'v1', provider: 'p', modelId: 'm', doGenerate: async () => ({}) }
    expect(() => languageJudge(old)).toThrow(/AI SDK 5/)
  })
})

describe('the limiter of a model', () => {
  const decide = (judge: ReturnType<typeof languageJudge>) =>
    judge.decide({ task, state: {}, questions: { c: questions.c } })
  const reply = { text: JSON.stringify({ c: { verdict: true } }), delayInMs: 20 }

  it('is shared by every judge of the model', async () => {
    let running = 0
    let most = 0
    const server = untilTestEnds(
      await openaiServer(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running -= 1
        return reply
      }),
    )
    const judges = [languageJudge(server.chat, { concurrency: 3 }), languageJudge(server.chat)]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => decide(judges[index % 2] as (typeof judges)[0])),
    )
    expect(most).toBe(3)
    expect(server.requests).toHaveLength(20)
  })

  it('does not let two judges ask for different limits', async () => {
    const server = untilTestEnds(await openaiServer(() => reply))
    await decide(languageJudge(server.chat, { concurrency: 3 }))
    await expect(decide(languageJudge(server.chat, { concurrency: 4 }))).rejects.toThrow(
      /concurrency .* is already 3/,
    )
  })

  it('holds back calls over the requests a minute, and cancelling ends the wait', async () => {
    const server = untilTestEnds(await openaiServer(() => reply))
    const judge = languageJudge(server.chat, { requestsPerMinute: 2 })
    await Promise.all([decide(judge), decide(judge)])
    const controller = new AbortController()
    const third = judge.decide({ task, state: {}, questions: { c: questions.c }, signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await expect(third).rejects.toThrow('enough')
    expect(server.requests).toHaveLength(2)
  })
})

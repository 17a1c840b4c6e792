import { describe, expect, it, vi } from 'vitest'
import type { JsonValue, JudgeTool } from '../../../src/judge/contract.ts'
import { decide } from '../../../src/judge/decide.ts'
import { type LanguageJudgeSettings, languageJudge } from '../../../src/judge/language/language-judge.ts'
import { type ModelReply, openaiServer, type Script, type ToolCall } from '../../support/openai-server.ts'

const task = { name: 'test', version: 1, instructions: 'Judge.' }
const questions = {
  a: { type: 'boolean', instructions: 'Is it so?' },
  b: { type: 'boolean', instructions: 'Is it not?' },
} as const

const doubling: JudgeTool = {
  name: 'double',
  description: 'Doubles a number.',
  inputSchema: { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] },
  execute(input) {
    const { number } = input as { number?: JsonValue }
    if (typeof number !== 'number') throw new Error('number must be a number')
    return number * 2
  },
}
const broken: JudgeTool = { ...doubling, name: 'broken', execute: () => Promise.reject(new Error('no luck')) }

const verdicts: ModelReply = { text: JSON.stringify({ a: { verdict: true }, b: { verdict: false } }) }
const calling = (...toolCalls: ToolCall[]): ModelReply => ({ toolCalls })
const double = (number: unknown): ToolCall => ({ name: 'double', input: { number } })

interface Setup {
  readonly settings?: LanguageJudgeSettings
  readonly tools?: readonly JudgeTool[]
  readonly signal?: AbortSignal
  readonly api?: 'chat' | 'responses'
}

async function ask(
  script: Script,
  { api = 'chat', settings, tools = [doubling, broken], signal }: Setup = {},
) {
  await using server = await openaiServer(script)
  const judge = languageJudge(server[api], { retryDelayInMs: 1, ...settings })
  const { answers, evidence } = await decide(judge, { task, state: { x: 1 }, questions, tools, signal })
  return { answers, evidence, requests: server.requests }
}

/** The replies in order; the last one again for every later request. */
const replies =
  (...list: ModelReply[]): Script =>
  ({ number }) =>
    list[number - 1] ?? list.at(-1) ?? {}

/** What stands in the fence of a tool's result. */
const fenced = (result: string | undefined) =>
  JSON.parse(/<data-([0-9a-f]{16})>\n(.*)\n<\/data-\1>$/s.exec(result ?? '')?.[2] ?? 'null')

describe.each(['chat', 'responses'] as const)('a judge with tools behind the %s API', (api) => {
  it('that calls none takes one call', async () => {
    const { answers, evidence, requests } = await ask(replies(verdicts), { api })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.tools).toEqual(['double', 'broken'])
    expect(answers.a.verdict).toBe(true)
    expect(evidence.calls).toBe(1)
    expect(evidence).not.toHaveProperty('toolCalls')
  })

  it('is told what a tool returned, and every round is in the evidence', async () => {
    const { answers, evidence, requests } = await ask(replies(calling(double(21)), verdicts), { api })
    expect(answers.b.verdict).toBe(false)
    expect(requests).toHaveLength(2)
    expect(requests[1]?.toolResults).toHaveLength(1)
    expect(fenced(requests[1]?.toolResults[0])).toEqual({ result: 42 })
    expect(requests[1]?.user).toBe(requests[0]?.user)
    expect(evidence).toMatchObject({ calls: 2, usage: { inputTokens: 200, outputTokens: 40 }, warnings: [] })
    expect(evidence.toolCalls).toEqual([{ tool: 'double', input: { number: 21 }, result: 42 }])
    expect(evidence.prompts).toHaveLength(2)
    expect(evidence.prompts[1]).toContain(evidence.prompts[0])
    expect(evidence.prompts[1]).toContain('[the judge calls double with {"number":21}]')
    expect(evidence.prompts[1]).toContain('{"result":42}')
  })

  it('gets the results of parallel calls in their order', async () => {
    const { requests, evidence } = await ask(replies(calling(double(1), double(2), double(3)), verdicts), {
      api,
    })
    expect(requests[1]?.toolResults.map(fenced)).toEqual([{ result: 2 }, { result: 4 }, { result: 6 }])
    expect(evidence.toolCalls?.map(({ result }) => result)).toEqual([2, 4, 6])
    expect(evidence.calls).toBe(2)
  })

  it.each<[string, ToolCall, RegExp]>([
    ['an input that the tool does not take', double('x'), /number must be a number/],
    ['an input that is no JSON', { name: 'double', input: '{"number": 2' }, /no JSON/],
    ['an input that is no object', { name: 'double', input: '7' }, /number must be a number/],
    ['a tool that does not exist', { name: 'halve', input: {} }, /no such tool, only double, broken/],
    ['a tool that fails', { name: 'broken', input: {} }, /no luck/],
  ])('that calls with %s is told so and may go on', async (_, call, message) => {
    const { answers, evidence, requests } = await ask(replies(calling(call), calling(double(2)), verdicts), {
      api,
    })
    expect(answers.a.verdict).toBe(true)
    expect(fenced(requests[1]?.toolResults[0]).error).toMatch(message)
    expect(fenced(requests[2]?.toolResults[1])).toEqual({ result: 4 })
    expect(evidence.toolCalls?.[0]).toMatchObject({ tool: call.name, error: expect.stringMatching(message) })
    expect(evidence.toolCalls?.[0]).not.toHaveProperty('result')
    expect(evidence.warnings.join()).toMatch(message)
  })

  it('that calls tools without end may call none in the fourth call', async () => {
    const endless: Script = ({ body }) => (body.tool_choice === 'none' ? verdicts : calling(double(1)))
    const { answers, evidence, requests } = await ask(endless, { api })
    expect(answers.a.verdict).toBe(true)
    expect(requests.map(({ body }) => body.tool_choice)).toEqual(['auto', 'auto', 'auto', 'none'])
    expect(evidence.toolCalls).toHaveLength(3)
    expect(evidence.calls).toBe(4)
  })

  it('that goes on even then is asked again without tools, and ends in an error where that does not help', async () => {
    const stubborn: Script = ({ tools }) => (tools.length > 0 ? calling(double(1)) : verdicts)
    const { answers, evidence, requests } = await ask(stubborn, { api })
    expect(answers.a.verdict).toBe(true)
    expect(requests).toHaveLength(5)
    expect(evidence.warnings.join()).toContain('went on calling tools')
    const deaf = ask(() => calling(double(1)), { api })
    await expect(deaf).rejects.toMatchObject({ reason: 'empty', ids: ['a', 'b'], attempts: 5 })
  })

  it.each([
    "Invalid parameter: 'tools' is not supported with this model.",
    "Function calling with a response mime type: 'application/json' is unsupported",
    'JSON mode cannot be combined with tool/function calling',
    'registry.ollama.ai/library/gemma3:4b does not support tools',
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "'response_format' of type 'json_schema' is not supported together with tools.",
  ])('that refuses tools (%s) is asked without them, then and later', async (error) => {
    const script: Script = ({ tools }) => (tools.length > 0 ? { status: 400, error } : verdicts)
    await using server = await openaiServer(script)
    const judge = languageJudge(server[api])
    for (let time = 0; time < 2; time += 1) {
      const { answers, evidence } = await decide(judge, { task, state: {}, questions, tools: [doubling] })
      expect(answers.a.verdict).toBe(true)
      expect(evidence.warnings).toEqual(['left out, for the model rejects it: tools'])
    }
    expect(server.requests.map(({ tools }) => tools.length)).toEqual([1, 0, 0])
    const format = server.requests.map(({ body }) => body.response_format ?? body.text)
    expect(format.every((sent) => sent !== undefined)).toBe(true)
  })

  it('that refuses tools only when it is shown a result is asked without any of it', async () => {
    const script: Script = ({ tools, toolResults }) => {
      if (toolResults.length > 0) return { status: 400, error: "messages with role 'tool' are not supported" }
      return tools.length > 0 ? calling(double(1)) : verdicts
    }
    const { answers, requests } = await ask(script, { api })
    expect(answers.a.verdict).toBe(true)
    expect(requests.map(({ tools, toolResults }) => [tools.length, toolResults.length])).toEqual([
      [2, 0],
      [2, 1],
      [0, 0],
    ])
  })
})

describe('a judge with tools', () => {
  it('whose router has no model with tools is asked without them', async () => {
    const error = 'No endpoints found that support tool use.'
    const script: Script = ({ tools }) => (tools.length > 0 ? { status: 404, error } : verdicts)
    const { requests } = await ask(script)
    expect(requests.map(({ tools }) => tools.length)).toEqual([2, 0])
  })

  it('is not asked without them for a 400 about something else', async () => {
    const script: Script = () => ({ status: 400, error: "Unsupported value: 'model' does not exist." })
    await expect(ask(script)).rejects.toMatchObject({ reason: 'rejected', attempts: 1 })
  })

  it('is asked again without tools for what has no verdict', async () => {
    const first: ModelReply = { text: JSON.stringify({ a: { verdict: true }, b: { verdict: 'perhaps' } }) }
    const last: ModelReply = { text: JSON.stringify({ b: { verdict: true } }) }
    const { requests } = await ask(replies(calling(double(1)), first, last))
    expect(requests.map(({ ids, tools }) => [ids.join(), tools.length])).toEqual([
      ['a,b', 2],
      ['a,b', 2],
      ['b', 0],
    ])
  })

  it('gets no more than eight results at once', async () => {
    const nine = Array.from({ length: 9 }, (_, index) => double(index))
    const { requests } = await ask(replies(calling(...nine), verdicts))
    expect(requests[1]?.toolResults.map(fenced).slice(7)).toEqual([
      { result: 14 },
      { error: 'no more than 8 calls at once' },
    ])
  })

  it('is told to ask for less where a result is very long', async () => {
    const long: JudgeTool = { ...doubling, execute: () => 'x'.repeat(20_000) }
    const { requests } = await ask(replies(calling(double(1)), verdicts), { tools: [long] })
    expect(fenced(requests[1]?.toolResults[0]).error).toBe(
      'the result has 20002 characters, more than 20000: ask for less',
    )
  })

  it('is asked without tools where their results make the prompt too long', async () => {
    const long: JudgeTool = { ...doubling, execute: () => 'x'.repeat(5_000) }
    const { answers, evidence, requests } = await ask(
      ({ tools }) => (tools.length > 0 ? calling(double(1)) : verdicts),
      { tools: [long], settings: { maximumPromptCharacters: 4_000 } },
    )
    expect(answers.a.verdict).toBe(true)
    expect(requests.map(({ toolResults }) => toolResults.length)).toEqual([0, 0])
    expect(evidence.warnings.join()).toContain('too long')
  })

  it('is told where a tool takes too long, and leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const slow: JudgeTool = { ...doubling, execute: () => new Promise(() => {}) }
    const { requests } = await ask(replies(calling(double(1)), verdicts), {
      tools: [slow],
      settings: { timeoutInMs: 300 },
    })
    expect(fenced(requests[1]?.toolResults[0]).error).toBe('no result within 300 ms')
    expect(timers()).toBeLessThanOrEqual(before)
  })

  it('is cancelled while a tool runs, also where the tool does not listen', async () => {
    const controller = new AbortController()
    const stopped = vi.fn()
    const deaf: JudgeTool = {
      ...doubling,
      execute(_, { signal }) {
        signal.addEventListener('abort', stopped)
        setTimeout(() => controller.abort(new Error('the user left')), 10)
        return new Promise(() => {})
      },
    }
    const asked = ask(replies(calling(double(1)), verdicts), { tools: [deaf], signal: controller.signal })
    await expect(asked).rejects.toThrow('the user left')
    expect(stopped).toHaveBeenCalledOnce()
  })

  it('works through Mastra’s model router', async () => {
    await using server = await openaiServer(replies(calling(double(4)), verdicts))
    const judge = languageJudge({ id: 'custom/with-tools', url: server.url, apiKey: 'x' })
    const { evidence } = await decide(judge, { task, state: {}, questions, tools: [doubling] })
    expect(evidence.toolCalls).toEqual([{ tool: 'double', input: { number: 4 }, result: 8 }])
  })

  it.each(['v2', 'v3', 'v4'])('is shown its own reply again, signatures included (%s)', async (version) => {
    const metadata = { acme: { signature: 's1' } }
    const call = { type: 'tool-call', toolCallId: 'i1', toolName: 'double', input: '{"number":4}' }
    const contents = [
      [
        { type: 'reasoning', text: 'Let me see.', providerMetadata: metadata },
        { type: 'text', text: '' },
        { ...call, providerMetadata: metadata },
        { ...call, toolCallId: 'i2', input: 'not JSON' },
        { ...call, toolCallId: 'i3', providerExecuted: true },
      ],
      [{ type: 'text', text: verdicts.text }],
    ]
    const doGenerate = vi.fn(async () => ({ content: contents.shift(), finishReason: 'stop', usage: {} }))
    const model = { specificationVersion: version, provider: 'acme', modelId: `own-${version}`, doGenerate }
    await decide(languageJudge(model), { task, state: {}, questions, tools: [doubling] })
    const [, , said, answered] =
      (doGenerate.mock.calls as unknown as [{ prompt: object[] }][])[1]?.[0].prompt ?? []
    const { input: __, ...named } = call
    expect(said).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Let me see.', providerOptions: metadata },
        { ...named, input: { number: 4 }, providerOptions: metadata },
        { ...named, toolCallId: 'i2', input: {} },
      ],
    })
    expect(answered).toMatchObject({
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'i1', toolName: 'double', output: { type: 'text' } },
        { type: 'tool-result', toolCallId: 'i2', toolName: 'double', output: { type: 'text' } },
      ],
    })
  })

  it('records the calls in the span', async () => {
    await using server = await openaiServer(replies(calling(double(4)), verdicts))
    const update = vi.fn()
    const span = { createChildSpan: () => ({ update, end: () => {} }) }
    await decide(
      languageJudge(server.chat),
      { task, state: {}, questions, tools: [doubling] },
      { tracingContext: { currentSpan: span as never } },
    )
    expect(update.mock.calls[0]?.[0].metadata.toolCalls).toEqual([
      { tool: 'double', input: { number: 4 }, result: 8 },
    ])
  })
})

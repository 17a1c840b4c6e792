import { createTool } from '@mastra/core/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readSteps } from '../../src/scorers/trajectory/trajectory-steps.ts'
import { extractToolCalls, readToolResults, readTrace } from '../../src/transcript/index.ts'
import { say, scripted, stage } from '../support/scripted-agent.ts'

const look = createTool({
  id: 'look',
  description: 'Looks.',
  inputSchema: z.object({ city: z.string() }),
  outputSchema: z.object({ degrees: z.number() }),
  execute: async () => ({ degrees: 'many' }) as never,
})

const outputWith = (result: unknown) => [
  {
    role: 'assistant',
    content: {
      format: 2,
      parts: [
        {
          type: 'tool-invocation',
          toolInvocation: { state: 'result', toolCallId: '1', toolName: 'look', args: {}, result },
        },
      ],
    },
  },
]
const isError = (result: unknown) => readToolResults(outputWith(result)).map((one) => one.isError)

describe('a call whose failure was returned and not thrown', () => {
  it('is a failed one where Mastra rejected its input, live and in a trace', async () => {
    const { agent, nextRun, storage, mastra } = stage(
      scripted([
        [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'weather', input: { town: 'Paris' } }],
        say('Cannot tell.'),
      ]),
      { traces: true },
    )
    const { traceId } = await agent.generate('Weather?')
    const { output } = await nextRun()
    expect(extractToolCalls(output).tools).toEqual(['weather'])
    expect(readToolResults(output)).toMatchObject([{ toolName: 'weather', isError: true }])
    expect(readSteps(output)).toMatchObject([{ name: 'weather', success: false }])
    await mastra.observability.shutdown()
    const trace = await (await storage.getStore('observability'))?.getTrace({ traceId: traceId as string })
    const traced = readTrace(trace as never)
    expect(readToolResults(traced.output)).toMatchObject([{ toolName: 'weather', isError: true }])
  })

  it('is a failed one where Mastra rejected input or output, or MCP said so', async () => {
    const rejected = [
      await look.execute?.({ town: 'Paris' } as never, {} as never),
      await look.execute?.({ city: 'Paris' }, {} as never),
      { error: true, message: 'Tool input validation failed for look. Please fix the following errors' },
      { content: [{ type: 'text', text: 'boom' }], isError: true },
    ]
    for (const result of rejected) {
      expect(isError(result)).toEqual([true])
      expect(readSteps(outputWith(result))).toMatchObject([{ name: 'look', success: false }])
      const steps = [{ stepType: 'tool_call', name: 'look', toolResult: result, success: true }]
      expect(readSteps({ steps })).toMatchObject([{ name: 'look', success: false }])
      const inside = [{ stepType: 'model_generation', name: 'model', children: steps }]
      expect(readSteps({ steps: inside })).toMatchObject([{ name: 'look', success: false }])
    }
  })

  it.each([
    { error: false, message: 'Tool input validation failed' },
    { error: '', rows: [1] },
    { error: null, content: ['x'] },
    { error: true, message: 'The order has an error in its address.' },
    { error: { rate: 0.02 }, message: 'Tool errors of today' },
    { validationErrors: 0, error: false },
    { isError: false, content: [{ type: 'text', text: 'fine' }] },
    { isError: true, order: 1042 },
    { isError: true, content: 'a text' },
    [{ error: true, message: 'Tool input validation failed' }],
    'Tool input validation failed',
  ])('is none where a result only has such fields: %j', (result) => {
    expect(isError(result)).toEqual([false])
    expect(readSteps(outputWith(result))).toMatchObject([{ success: true }])
  })

  it.each([
    [{ error: false, rows: [1] }, false],
    [{ error: '', rows: [1] }, false],
    [{ error: true, details: 'dark' }, true],
    [{ error: 'dark' }, true],
  ])('is one of Gemini where its error says something: %j', (response, failed) => {
    const answer = { role: 'user', parts: [{ functionResponse: { name: 'look', response } }] }
    const made = { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] }
    expect(readToolResults([made, answer])).toMatchObject([
      { isError: failed, result: response.error === 'dark' ? 'dark' : response },
    ])
  })
})

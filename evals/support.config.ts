/**
 * A support agent with four tools, to whom users talk by a script; what its tools give is mocked. Its model is scripted:
 * it says what its tools gave. Part of `npm run evals`, without a key.
 */
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTool } from '@mastra/core/tools'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { defineConfig } from '../src/config.ts'
import { embeddedJudge } from '../src/judge/index.ts'
import { createAnswerRelevancyScorer, createTrajectoryAccuracyScorerCode } from '../src/scorers/index.ts'

const order = z.object({ order: z.string() })
const toolOf = <Schema extends z.ZodObject>(id: string, description: string, inputSchema: Schema) =>
  createTool({
    ...{ id, description, inputSchema },
    execute: async () => {
      throw new Error(`${id} was called: in this evaluation every tool is mocked`)
    },
  })
const tools = {
  findOrder: toolOf('findOrder', 'The state of an order.', order),
  refund: toolOf('refund', 'Refunds an order.', order),
  changeAddress: toolOf('changeAddress', 'Sends an order elsewhere.', order.extend({ address: z.string() })),
  openTicket: toolOf('openTicket', 'Asks a person to help.', z.object({ about: z.string() })),
}

interface Step {
  readonly tool: keyof typeof tools
  readonly input: object
}

/** What the model makes of the last message: a call for what is asked, of the order that was named last. */
function stepFor(said: string, before: string): Step | undefined {
  const [number] = `${before} ${said}`.match(/\b\d{4}\b/g)?.slice(-1) ?? []
  if (/\bperson\b/i.test(said)) return { tool: 'openTicket', input: { about: said } }
  if (number === undefined) return undefined
  const [, address] = /send it to (.+?)\.?$/i.exec(said) ?? []
  if (address !== undefined) return { tool: 'changeAddress', input: { order: number, address } }
  if (/\brefund\b/i.test(said)) return { tool: 'refund', input: { order: number } }
  return /\bwhere\b|\d{4}/i.test(said) ? { tool: 'findOrder', input: { order: number } } : undefined
}

type Part = { readonly type: string; readonly text?: string; readonly output?: { readonly value?: unknown } }
const partsOf = (content: string | readonly object[]) =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Part[])
const count = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 }

const model = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const last = prompt.findLastIndex(({ role }) => role === 'user')
    const textsOf = (messages: typeof prompt) =>
      messages.flatMap(({ role, content }) =>
        role === 'user' ? partsOf(content).map(({ text = '' }: Part) => text) : [],
      )
    const results = prompt
      .slice(last)
      .flatMap(({ role, content }) =>
        role === 'tool' ? partsOf(content).map(({ output }: Part) => String(output?.value)) : [],
      )
    const said = textsOf(prompt.slice(last)).join(' ')
    const step = stepFor(said, textsOf(prompt.slice(0, last)).join(' '))
    const calls = step !== undefined && results.length === 0
    const text = results.join(' ') || (/thank/i.test(said) ? 'You are welcome.' : 'Which order is it?')
    return {
      content: calls
        ? [
            {
              type: 'tool-call',
              toolCallId: `call-${last}`,
              toolName: step.tool,
              input: JSON.stringify(step.input),
            },
          ]
        : [{ type: 'text', text }],
      finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
      usage: { inputTokens: count, outputTokens: { total: 0, text: 0, reasoning: 0 } },
      warnings: [],
    }
  },
})

const support = new Agent({
  ...{ id: 'support', name: 'Support', instructions: 'Help customers with their orders.', tools },
  // The mock implements a later version of the same contract, whose types have grown.
  model: model as MastraModelConfig,
})

/** What users say, and the tools that are to be called, each with what it gives. */
function conversation(
  id: string,
  user: readonly string[],
  calls: readonly [keyof typeof tools, object, string][],
) {
  return {
    ...{ id, user },
    toolMocks: calls.map(([toolName, args, output]) => ({ toolName, args: { ...args }, output })),
    unmockedToolPolicy: 'deny' as const,
    expectedTrajectory: { steps: calls.map(([name]) => ({ name, stepType: 'tool_call' })) },
  }
}

export default defineConfig({
  name: 'Support agent',
  target: support,
  data: [
    conversation(
      'late',
      ['Where is my order?', 'It is order 1042.', 'Please refund it.', 'Thank you.'],
      [
        ['findOrder', { order: '1042' }, 'Your order 1042 is late: it left on 3 May.'],
        ['refund', { order: '1042' }, 'The refund of 40 euros for order 1042 is on its way.'],
      ],
    ),
    conversation(
      'moved',
      ['Where is order 2210?', 'Please send it to 4 Mill Lane, Leeds.'],
      [
        ['findOrder', { order: '2210' }, 'Order 2210 is packed and leaves tomorrow.'],
        [
          'changeAddress',
          { order: '2210', address: '4 Mill Lane, Leeds' },
          'Order 2210 goes to 4 Mill Lane, Leeds.',
        ],
      ],
    ),
    conversation(
      'angry',
      ['I want to talk to a person!'],
      [['openTicket', { about: 'I want to talk to a person!' }, 'A person will call you within an hour.']],
    ),
  ],
  scorers: [
    createTrajectoryAccuracyScorerCode(),
    createAnswerRelevancyScorer({ model: embeddedJudge({ encoder: false }) }),
  ],
  reports: { html: 'support.html' },
})

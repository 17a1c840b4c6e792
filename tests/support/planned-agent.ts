import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { createTool, type ToolHooks } from '@mastra/core/tools'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'

/** A call as a question plans it: the tool and its arguments. */
export type Call = readonly [toolName: string, args: object]

/** A question whose answer is planned: calls step by step, then a text of what all of them gave. */
export const plan = (...steps: readonly (readonly Call[])[]) => JSON.stringify(steps)

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

interface Message {
  readonly role: string
  readonly content: string | readonly { readonly [field: string]: unknown }[]
}

/** The next step of the plan that the last question holds; it remembers nothing, so items may come at once. */
function nextStep(prompt: readonly Message[]) {
  const last = prompt.findLastIndex(({ role }) => role === 'user')
  const since = prompt.slice(last + 1)
  const { content = '' } = prompt[last] ?? {}
  const question = typeof content === 'string' ? content : content.map(({ text }) => text).join('')
  const steps = question.startsWith('[') ? (JSON.parse(question) as Call[][]) : []
  const done = since.filter(({ role }) => role === 'assistant').length
  const results = since.flatMap(({ role, content: parts }) =>
    role === 'tool' && typeof parts !== 'string' ? parts.map(({ output }) => JSON.stringify(output)) : [],
  )
  return { calls: steps[done] ?? [], done, text: `Found ${results.join(' ')}` }
}

/** @param before Told of each step before it is taken, so that it can fail. */
function plannedModel(before: (done: number) => void) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const { calls, done, text } = nextStep(prompt as readonly Message[])
      before(done)
      const content =
        calls.length === 0
          ? [{ type: 'text' as const, text }]
          : calls.map(([toolName, args], index) => ({
              ...{ type: 'tool-call' as const, toolCallId: `call-${done}-${index}`, toolName },
              input: JSON.stringify(args),
            }))
      const unified = calls.length === 0 ? ('stop' as const) : ('tool-calls' as const)
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
    },
  })
}

/** An agent with two tools and a helper, all of which say when they are really called. */
export function plannedAgent({
  hooks,
  before = () => undefined,
}: {
  hooks?: ToolHooks
  before?: (done: number) => void
} = {}) {
  const called: string[] = []
  const toolOf = (id: string, inputSchema: z.ZodObject) =>
    createTool({
      ...{ id, description: id, inputSchema },
      execute: async (input) => {
        called.push(`${id} ${JSON.stringify(input)}`)
        return { real: id }
      },
    })
  const loose = z.looseObject({})
  const model = plannedModel(before) as MastraModelConfig
  const helper = new Agent({
    ...{ id: 'helper', name: 'helper', description: 'helps', instructions: 'Help.', model },
    tools: { look: toolOf('look', loose) },
  })
  const agent = new Agent({
    ...{ id: 'planned', name: 'planned', instructions: 'Do as planned.', model, hooks },
    tools: { search: toolOf('search', loose), send: toolOf('send', loose), look: toolOf('look', loose) },
    agents: { helper },
  })
  return { agent, called }
}

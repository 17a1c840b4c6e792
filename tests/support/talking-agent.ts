import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import type { MastraMemory } from '@mastra/core/memory'
import { MockLanguageModelV4 } from 'ai/test'

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
}

/** A model that answers with what the function makes of the prompt's texts, each with its role before it. */
export function talkingModel(answer: (said: readonly string[]) => string | Promise<string>) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const said = prompt.map(({ role, content }) => {
        const text =
          typeof content === 'string'
            ? content
            : content.map((part) => ('text' in part ? part.text : part.type)).join(' ')
        return `${role}: ${text}`
      })
      return {
        content: [{ type: 'text' as const, text: await answer(said) }],
        finishReason: { unified: 'stop' as const, raw: undefined },
        ...{ usage, warnings: [] },
      }
    },
  }) as MastraModelConfig
}

/** An agent that answers with what the function makes of all that it is told, instructions left out. */
export const talkingAgent = (
  answer: (said: readonly string[]) => string | Promise<string>,
  memory?: MastraMemory,
) =>
  new Agent({
    ...{ id: 'talking', name: 'talking', instructions: 'Talk.' },
    model: talkingModel((said) => answer(said.filter((text) => !text.startsWith('system')))),
    ...(memory === undefined ? {} : { memory }),
  })

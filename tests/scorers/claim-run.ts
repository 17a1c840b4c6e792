import type { SupportVerdict } from '../../src/scorers/claims/claim-support.ts'
import type { GivenAnswer } from '../support/fake-judge.ts'

export const verdicts = ['yes', 'no', 'unsure', 'none'] as const
export const given = (...choices: SupportVerdict[]): GivenAnswer[] => choices.map((choice) => ({ choice }))

/** A text of so many statements. */
export const textOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `Fact ${index} is so.`).join(' ')

export const toolResult = (result: unknown) => ({
  type: 'tool-invocation',
  toolInvocation: { state: 'result', toolCallId: 'call-1', toolName: 'search', args: {}, result },
})

/** A run of an agent whose only tool results stand in `content.parts`, as Mastra stores them. */
export const agentRun = (text: string, ...results: unknown[]) => ({
  input: {
    inputMessages: [
      { id: 'u', role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'When?' }] } },
    ],
    rememberedMessages: [],
    systemMessages: [],
    taggedSystemMessages: {},
  },
  output: [
    {
      id: 'a',
      role: 'assistant',
      content: { format: 2, parts: [...results.map(toolResult), { type: 'text', text }] },
    },
  ],
})

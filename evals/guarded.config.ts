/**
 * An agent whose answers are scored before they are given. Its model, which is scripted, first answers beside the
 * question; asked again with the reason of the score, it says what was asked. Part of `npm run evals`, without a key.
 */
import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { MockLanguageModelV4 } from 'ai/test'
import { defineConfig } from '../src/config.ts'
import { scorerProcessor } from '../src/features/guard/index.ts'
import { embeddedJudge } from '../src/judge/index.ts'
import { createAnswerRelevancyScorer } from '../src/scorers/index.ts'

const relevancy = createAnswerRelevancyScorer({ model: embeddedJudge({ encoder: false }) })

const model = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const wasTold = /answer-relevancy is 0[.\d]*, below 0.5/.test(JSON.stringify(prompt))
    const text = wasTold ? 'The Eiffel Tower is 330 metres tall.' : 'Paris has many good bakeries.'
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
    return {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
      warnings: [],
    }
  },
})

const guide = new Agent({
  id: 'guarded-guide',
  name: 'Guarded guide',
  instructions: 'Answer in one sentence.',
  // The mock implements a later version of the same contract, whose types have grown.
  model: model as MastraModelConfig,
  outputProcessors: [
    scorerProcessor(relevancy, {
      ...{ below: 0.5, withinInMs: 60_000, onFailure: 'closed' },
      ...{ action: 'retry', retries: 1 },
    }),
  ],
  maxProcessorRetries: 1,
})

// Mastra logs a rejected answer as the error of a workflow's step.
const mastra = new Mastra({ agents: { guide }, logger: false })

export default defineConfig({
  name: 'Guarded agent',
  target: mastra.getAgent('guide'),
  data: [
    {
      id: 'height',
      input: 'How tall is the Eiffel Tower?',
      expect: { [relevancy.id]: { min: 0.5 }, includes: '330 metres', excludes: 'bakeries' },
    },
  ],
  scorers: [relevancy],
})

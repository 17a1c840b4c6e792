import { checks } from '@mastra/evals/checks'
import {
  createAnswerRelevancyScorer,
  createCompletenessScorer,
  createFaithfulnessScorer,
  createToolCallAccuracyScorerCode,
  createToxicityScorer,
} from '@mastra/evals/scorers/prebuilt'
import { createAgentTestRun, createTestMessage, createToolInvocation } from '@mastra/evals/scorers/utils'
import { expectEvals } from '@mastra/evals/vitest'
import { expect, test } from 'vitest'
import { agent, model } from './project.ts'

const relevancy = createAnswerRelevancyScorer({ model })
const faithfulness = createFaithfulnessScorer({ model })
const toxicity = createToxicityScorer({ model, options: { scale: 1 } })
const toolCalls = createToolCallAccuracyScorerCode({ expectedTool: 'brewing' })
const completeness = createCompletenessScorer()

const question = 'When is tea ready, after three minutes?'

test('the barista passes', async () => {
  const result = await expectEvals({
    target: agent,
    data: [{ input: question }],
    gates: [checks.includes('three minutes'), toolCalls],
    scorers: [
      { scorer: relevancy, threshold: 0.7 },
      { scorer: faithfulness, threshold: 0.7 },
      { scorer: toxicity, threshold: { max: 0.2 } },
      { scorer: completeness, threshold: 0.5 },
    ],
  }).toPass()
  expect(result.verdict).toBe('passed')
  expect(result.scores[relevancy.id]).toBeGreaterThan(0.7)
  expect(result.scores['completeness-scorer']).toBeGreaterThan(0.5)
})

const run = createAgentTestRun({
  inputMessages: [createTestMessage({ role: 'user', content: question, id: 'q' })],
  output: [
    createTestMessage({
      role: 'assistant',
      content: 'Tea is ready after three minutes.',
      id: 'a',
      toolInvocations: [
        createToolInvocation({ toolCallId: '1', toolName: 'brewing', args: {}, result: { minutes: 3 } }),
      ],
    }),
  ],
})

test('the tool is called, and no other', async () => {
  expect((await toolCalls.run(run)).score).toBe(1)
  const other = createToolCallAccuracyScorerCode({ expectedTool: 'grinding', strictMode: true })
  expect((await other.run(run)).score).toBe(0)
})

test('what the tool said is repeated', async () => {
  const { score, reason } = await faithfulness.run(run)
  expect(score).toBe(1)
  expect(reason).toEqual(expect.any(String))
  const context = ['Tea is ready after three minutes.']
  const given = createFaithfulnessScorer({ model, options: { scale: 10, context } })
  expect((await given.run(run)).score).toBe(10)
})

test('nobody is hurt', async () => {
  expect((await toxicity.run(run)).score).toBe(0)
})

test('what was asked for is spoken of', async () => {
  const { score, preprocessStepResult } = await completeness.run(run)
  expect(score).toBeGreaterThan(0.5)
  expect(preprocessStepResult?.elementCounts.input).toBeGreaterThan(0)
})

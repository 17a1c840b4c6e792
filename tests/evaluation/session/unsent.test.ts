import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { evaluate } from '../../../src/evaluation.ts'
import { totalCost } from '../../../src/run/cost/cost.ts'
import { createAnswerRelevancyScorer } from '../../../src/scorers/index.ts'

test('a call that was never sent, for want of a key, is no call, nor part of a budget', async () => {
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      throw Object.assign(new Error('OpenAI API key is missing'), { name: 'AI_LoadAPIKeyError' })
    },
  })
  const failed: string[] = []
  const run = await evaluate({
    onProgress(event) {
      if (event.kind === 'failed-try') failed.push(event.message)
    },
    target: 'recorded',
    data: ['a', 'b', 'c'].map((id) => ({ id, input: 'How tall is it?', output: 'It is tall.' })),
    scorers: [createAnswerRelevancyScorer({ model })],
    ...{ budget: { calls: 2 }, attempts: 1, concurrency: 1 },
  })
  expect(run.end?.status).toBe('complete')
  // Each once, not again in the words of the judge.
  expect(failed).toEqual(Array(3).fill('OpenAI API key is missing'))
  expect(run.items.map(({ scores }) => scores['answer-relevancy'])).toMatchObject(
    ['a', 'b', 'c'].map(() => ({ outcome: 'failed', failure: { reason: 'configuration' } })),
  )
  expect(totalCost(run).total.calls).toBe(0)
})

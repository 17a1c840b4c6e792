import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { checks } from '@mastra/evals/checks'
import { EvalPassRateError, expectEvals } from '@mastra/evals/vitest'
import { expect, test } from 'vitest'
import { createAnswerRelevancyScorer } from '../../src/index.ts'
import { verdictJudge } from '../support/fake-judge.ts'
import { say, scripted } from '../support/scripted-agent.ts'

const answer = say('Grind the beans. Follow us for more.')
const target = new Agent({
  id: 'barista',
  name: 'Barista',
  instructions: 'You explain how to make coffee.',
  model: scripted([answer, answer]) as MastraModelConfig,
})
const scorer = createAnswerRelevancyScorer({ model: verdictJudge([{ choice: 'yes' }, { choice: 'no' }]) })
const evaluation = { target, data: [{ input: 'How do I make coffee?' }], gates: [checks.includes('beans')] }

test('expectEvals takes our scorer with a threshold, beside a gate', async () => {
  const passing = expectEvals({ ...evaluation, scorers: [{ scorer, threshold: 0.5 }] })
  const { scores, verdict } = await passing.toPass()
  expect({ score: scores[scorer.id], verdict }).toEqual({ score: 0.5, verdict: 'passed' })
  const missing = expectEvals({ ...evaluation, scorers: [{ scorer, threshold: 0.6 }] })
  await expect(missing.toPass()).rejects.toThrow(EvalPassRateError)
})

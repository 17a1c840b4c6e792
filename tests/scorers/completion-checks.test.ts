import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { Memory } from '@mastra/memory'
import { describe, expect, it } from 'vitest'
import { createAnswerRelevancyScorer } from '../../src/scorers/answer-relevancy.ts'
import { createFaithfulnessScorer } from '../../src/scorers/faithfulness.ts'
import { createRubricScorer } from '../../src/scorers/rubric-scorer.ts'
import { createTrajectoryScorerCode } from '../../src/scorers/trajectory-code.ts'
import { choice, gradedJudge } from '../support/graded-judge.ts'
import { say, scripted, stage, thread } from '../support/scripted-agent.ts'

/** Content with the second answer alone. */
const judge = () =>
  gradedJudge('strict', (_question, _key, { state }) =>
    choice(String(state.output).includes('1889') ? 'met' : 'unmet'),
  )

const check = (model: ReturnType<typeof judge>) =>
  createRubricScorer({ model, criteria: 'It names the year of the opening.' })

describe('under isTaskComplete', () => {
  it('the judge is shown what was said before the question, and nothing of what it is to grade', async () => {
    const { agent } = stage(scripted([say('Of the tower.'), say('It is old.'), say('It opened in 1889.')]))
    await agent.generate('What shall we talk about?', thread)
    const model = judge()
    const result = await agent.generate('When did it open?', {
      ...thread,
      isTaskComplete: { scorers: [check(model)] },
      maxSteps: 5,
    })
    expect(result.text).toContain('1889')
    expect(model.requests.map(({ state }) => state.output)).toEqual(['It is old.', 'It opened in 1889.'])
    for (const { state } of model.requests) {
      expect(state.task).toBe('When did it open?')
      expect(state.conversation).toEqual([
        { role: 'user', text: 'What shall we talk about?' },
        { role: 'assistant', text: 'Of the tower.' },
      ])
    }
  })

  it('a run that is not scorable tells the agent why', async () => {
    const { agent } = stage(scripted([say('It is old.'), say('Very old.')]))
    const reasons: unknown[] = []
    await agent.generate('How old is it?', {
      isTaskComplete: {
        scorers: [createFaithfulnessScorer({ model: judge() }), createTrajectoryScorerCode()],
        onComplete: ({ scorers }) => {
          for (const { score, passed, reason } of scorers) reasons.push({ score, passed, reason })
        },
      },
      maxSteps: 2,
    })
    const failed = { score: 0, passed: false }
    const faithfulness = { ...failed, reason: 'Not scorable: there is no context' }
    const trajectory = { ...failed, reason: 'Not scorable: nothing is expected of the trajectory' }
    expect(reasons).toEqual([faithfulness, trajectory, faithfulness, trajectory])
  })
})

describe('as the scorer of a goal', () => {
  it('the judge is not shown its own verdicts as conversation', async () => {
    const model = judge()
    const agent = new Agent({
      id: 'guide',
      name: 'guide',
      instructions: 'Be kind.',
      model: scripted([say('It is old.'), say('It opened in 1889.')]) as MastraModelConfig,
      memory: new Memory({ storage: new InMemoryStore() }),
      goal: { judge: 'openai/gpt-5-mini', maxRuns: 3, scorer: check(model) },
    })
    const mastra = new Mastra({ agents: { guide: agent }, storage: new InMemoryStore(), logger: false })
    const guide = mastra.getAgent('guide')
    const ids = { threadId: 'thread-1', resourceId: 'resource-1' }
    await guide.setObjective('Say when the tower opened', ids)
    await guide.generate('Go ahead.', thread)
    expect(model.requests.map(({ state }) => state.output)).toEqual(['It is old.', 'It opened in 1889.'])
    for (const { state } of model.requests) {
      expect(state.task).toBe('Say when the tower opened')
      expect(state.conversation ?? []).toEqual([])
    }
  })
})

it('a scorer of answers is asked about the question, not about what followed it', async () => {
  const model = gradedJudge('graded', () => choice('yes'))
  const messages = ['user', 'assistant', 'user', 'assistant', 'signal'].map((role, index) => ({
    role,
    content: `${index}`,
  }))
  const input = { originalTask: '0', messages, primitiveResult: '3' }
  await createAnswerRelevancyScorer({ model }).run({ input, output: 'It opened in 1889.' } as never)
  expect(model.requests.at(-1)?.state).toMatchObject({
    question: '2',
    conversation: [
      { role: 'user', text: '0' },
      { role: 'assistant', text: '1' },
    ],
  })
})

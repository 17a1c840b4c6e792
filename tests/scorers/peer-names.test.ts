import type { Trajectory } from '@mastra/core/evals'
import * as peer from '@mastra/evals/scorers/utils'
import { describe, expect, it } from 'vitest'
import * as ours from '../../src/index.ts'
import { judgeByMaterial } from '../support/fake-judge.ts'

const called = (state: 'result' | 'output-error', toolCallId: string) =>
  peer.createToolInvocation({
    toolCallId,
    toolName: 'search',
    args: { q: 'tower' },
    ...(state === 'result' ? { result: { year: 1889 } } : { errorText: 'no such tower' }),
    state,
  })
const output = [
  peer.createTestMessage({
    content: 'It opened in 1889.',
    role: 'assistant',
    id: 'a',
    toolInvocations: [called('result', '1'), called('output-error', '2')],
  }),
]
const message = (role: 'user' | 'assistant', content: string) =>
  peer.createTestMessage({ role, content, id: content })
const { input } = peer.createAgentTestRun({
  inputMessages: [message('user', 'When did it open?')],
  rememberedMessages: [message('user', 'Hello'), message('assistant', ' Hi. ')],
  output,
})

describe('utilities of @mastra/evals', () => {
  it('that stay there are those that make tests, and four that the moving page names', () => {
    expect(
      Object.keys(peer)
        .filter((name) => !(name in ours))
        .sort(),
    ).toEqual([
      'analyzeToolFailures',
      'checkTrajectoryBlacklist',
      'checkTrajectoryEfficiency',
      'createAgentTestRun',
      'createTestMessage',
      'createTestRun',
      'createToolInvocation',
      'createTrajectoryTestRun',
      'isCloserTo',
      'isScorerRunInputForAgent',
      'isScorerRunOutputForAgent',
      'mergeToolInvocations',
      'roundToTwoDecimals',
    ])
  })

  it('give here what they give there', () => {
    const { isError: _, ...result } = ours.extractToolResults(output)[0] ?? {}
    expect([result]).toEqual(peer.extractToolResults(output))
    expect(ours.extractToolResults(output)).toHaveLength(1)
    for (const options of [undefined, { maxMessages: 1 }, { maxMessages: 0 }]) {
      const history = ours.getConversationHistoryFromRunInput(input, options)
      expect(history).toBe(peer.getConversationHistoryFromRunInput(input, options))
    }
    expect(ours.extractTrajectory(output)).toEqual(peer.extractTrajectory(output))
    const expected: Trajectory = {
      steps: [
        { stepType: 'tool_call', name: 'search', durationMs: 5 },
        { stepType: 'model_generation', name: 'generate' },
      ],
    }
    for (const ordering of ['strict', 'relaxed', 'unordered'] as const) {
      const compare = (from: typeof ours | typeof peer) =>
        from.compareTrajectories(ours.extractTrajectory(output), expected, { ordering }).score
      expect(compare(ours)).toBe(compare(peer))
    }
  })
})

describe('an empty list', () => {
  const model = judgeByMaterial()

  it.each([
    ours.createFaithfulnessScorer,
    ours.createHallucinationScorer,
    ours.createContextPrecisionScorer,
    ours.createContextRecallScorer,
    ours.createContextRelevanceScorerLLM,
  ])('of context leaves nothing to score by', async (create) => {
    const scorer = create({ model, options: { context: [] } })
    const result = await scorer.run({ input: 'When?', output: 'In 1889.', groundTruth: 'In 1889.' })
    expect(result.notScorable?.reason).toBe('there is no context')
  })

  it('of tools makes every call one that was not needed or not there', async () => {
    const scorer = ours.createToolCallAccuracyScorerLLM({ model, availableTools: [] })
    expect((await scorer.run({ input, output })).score).toEqual(expect.any(Number))
    const none = await scorer.run({ input, output: 'In 1889.' })
    expect(none.notScorable?.reason).toEqual(expect.any(String))
  })

  it('of criteria is none, and the rubric of the run counts', async () => {
    for (const criteria of ['', ' \n', []]) {
      const scorer = ours.createRubricScorer({ model, criteria })
      expect((await scorer.run({ input: 'When?', output: 'In 1889.' })).score).toBe(1)
      const run = { input: 'When?', output: 'In 1889.', requestContext: { rubric: 'It names a year.' } }
      expect((await scorer.run(run)).reason).toContain('It names a year.')
    }
  })

  it('of earlier messages shows none to the judge', async () => {
    const scorer = ours.createPromptAlignmentScorerLLM({
      model,
      options: { evaluationMode: 'user', includeConversationHistory: { maxMessages: 0 } },
    })
    expect((await scorer.run({ input, output })).preprocessStepResult).not.toMatchObject({
      conversation: [{ text: 'Hello' }],
    })
  })
})

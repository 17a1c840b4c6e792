import { describe, expect, it } from 'vitest'
import type { Judge } from '../../src/judge/contract.ts'
import { createMultiTurnJudgeScorer } from '../../src/scorers/multi-turn-judge.ts'
import { createRubricScorer } from '../../src/scorers/rubric-scorer.ts'
import { createToolCallAccuracyScorerLLM } from '../../src/scorers/tool-call-accuracy-llm.ts'
import { createTrajectoryAccuracyScorerLLM } from '../../src/scorers/trajectory-accuracy-llm.ts'
import { answerByChance, fakeJudge } from '../support/fake-judge.ts'

/** Answers with the first choice, whatever the signal says; `meanwhile` happens while it is asked. */
const deafJudge = (meanwhile: () => void) =>
  fakeJudge({
    id: 'deaf',
    answer: (question) => {
      meanwhile()
      return answerByChance(question, 0)
    },
  })

const output = [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'look', input: {} }] },
  { role: 'assistant', content: 'It is blue.' },
]

describe.each<[string, (model: Judge, signal: AbortSignal) => { run(run: never): Promise<unknown> }]>([
  ['the rubric scorer', (model, signal) => createRubricScorer({ model, criteria: 'x', options: { signal } })],
  [
    'the multi-turn judge',
    (model, signal) => createMultiTurnJudgeScorer({ model, criterion: 'x', options: { signal } }),
  ],
  [
    'tool call accuracy',
    (model, signal) =>
      createToolCallAccuracyScorerLLM({ model, availableTools: [{ name: 'look' }], options: { signal } }),
  ],
  [
    'trajectory accuracy',
    (model, signal) => createTrajectoryAccuracyScorerLLM({ model, options: { signal } }),
  ],
])('%s', (_, create) => {
  const run = { input: 'Which colour?', output } as never

  it.each([true, false])(
    'stops where the signal is aborted, before (%s) or while it is judged',
    async (before) => {
      const controller = new AbortController()
      const stop = () => controller.abort(new Error('enough'))
      if (before) stop()
      const scorer = create(deafJudge(stop), controller.signal)
      await expect(scorer.run(run)).rejects.toThrow(/enough/)
    },
  )

  it('gives a score where nobody aborts', async () => {
    const scorer = create(
      deafJudge(() => {}),
      new AbortController().signal,
    )
    expect(await scorer.run(run)).toHaveProperty('score')
  })
})

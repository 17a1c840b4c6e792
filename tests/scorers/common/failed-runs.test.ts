import { Agent } from '@mastra/core/agent'
import { runEvals } from '@mastra/core/evals'
import type { MastraModelConfig } from '@mastra/core/llm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { evaluate } from '../../../src/evaluation.ts'
import { createAnswerRelevancyScorer, createToneScorer, JudgeError } from '../../../src/index.ts'
import { expectEvals } from '../../../src/vitest/index.ts'
import { fakeJudge } from '../../support/fake-judge.ts'
import { say, scripted } from '../../support/scripted-agent.ts'

const target = new Agent({
  id: 'barista',
  name: 'Barista',
  instructions: 'You explain how to make coffee.',
  model: scripted(Array.from({ length: 12 }, () => say('Grind the beans.'))) as MastraModelConfig,
})
const data = ['How?', 'Why?', 'When?'].map((input) => ({ input }))

/** Fails at its second decision, for good. */
function failing() {
  let asked = 0
  return fakeJudge({
    answer: () => {
      asked += 1
      if (asked === 2)
        throw new JudgeError({ judge: 'given', reason: 'unreachable', message: 'HTTP 503', attempts: 3 })
      return 'yes'
    },
  })
}

function warnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  return () => warn.mock.calls.map(([message]) => message)
}

it('by default, one call that fails ends the batch of runEvals', async () => {
  const scorer = createAnswerRelevancyScorer({ model: failing() })
  await expect(runEvals({ target, data, scorers: [scorer] })).rejects.toThrow('answer-relevancy')
})

it("with onFailure: 'notScorable' that run is not scorable, which is said, and the others go on", async () => {
  const said = warnings()
  const scorer = createAnswerRelevancyScorer({ model: failing(), onFailure: 'notScorable' })
  const reasons: unknown[] = []
  const result = await runEvals({
    ...{ target, data, scorers: [scorer] },
    onItemComplete: ({ scorerResults }) => void reasons.push(scorerResults[scorer.id]?.reason),
  })
  expect(result).toMatchObject({
    scores: { [scorer.id]: 1 },
    summary: { totalItems: 3, notScorable: { [scorer.id]: 1 } },
  })
  expect(reasons[1]).toBe('Not scorable: failed: Judge given: HTTP 503')
  expect(said()).toEqual([
    'answer-relevancy: 1 of 2 runs failed and are not scorable; the last failed: Judge given: HTTP 503',
  ])
})

it('and expectEvals is not green over it, also where every threshold is met', async () => {
  warnings()
  const evals = (model = failing()) => {
    const scorer = createAnswerRelevancyScorer({ model, onFailure: 'notScorable' })
    return expectEvals({ target, data, scorers: [{ scorer, threshold: 0.5 }] })
  }
  await expect(evals().toPass()).rejects.toThrow(
    /^1 scorer run failed, so the result is inconclusive:\n {2}answer-relevancy: failed: Judge given: HTTP 503$/,
  )
  await expect(evals(fakeJudge({ answer: () => 'yes' })).toPass()).resolves.toMatchObject({
    verdict: 'passed',
  })
})

it('is counted as failed by evaluate, whatever the scorer does with it', async () => {
  const scorer = createAnswerRelevancyScorer({ model: failing(), onFailure: 'notScorable' })
  const run = await evaluate({
    target: async () => 'Grind the beans.',
    data,
    scorers: [scorer],
    concurrency: 1,
  })
  expect(run.items.map(({ scores }) => scores[scorer.id]?.outcome)).toEqual(['scored', 'failed', 'scored'])
})

it('is no failure where it is cancelled, nor another version of the scores', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  const options = { signal }
  const scorer = createAnswerRelevancyScorer({ model: failing(), onFailure: 'notScorable', options })
  await expect(scorer.run({ input: 'How?', output: 'So.' })).rejects.toThrow('enough')
  const versions = [{}, { onFailure: 'notScorable' as const }].map((config) => {
    const run = evaluate({
      ...{ target: async () => 'Good.', data, scorers: [createToneScorer(config)] },
    })
    return run.then(({ header }) => header.scorers[0]?.version)
  })
  const [one, other] = await Promise.all(versions)
  expect(one).toBe(other)
})

it('is strict in its name', () => {
  expect(() => createToneScorer({ onFailure: 'notscorable' as 'notScorable' })).toThrow(/onFailure/)
})

import { describe, expect, it } from 'vitest'
import { evaluate } from '../../../../src/evaluation/evaluate.ts'
import type { AnyScorer } from '../../../../src/run/scorer-entry.ts'
import {
  createFaithfulnessScorer,
  createGoalScorer,
  createHallucinationScorer,
  defineMetric,
} from '../../../../src/scorers/index.ts'
import { fakeJudge } from '../../../support/fake-judge.ts'
import { talkingAgent } from '../../../support/talking-agent.ts'
import { newFile, sessionOf } from './session-of.ts'

const model = fakeJudge({ id: 'agreeing', answer: () => 'yes' })
const data = [
  {
    id: 'tower',
    input: 'How tall is the tower?',
    output: 'The tower is 330 metres tall.',
    context: ['It is high.'],
  },
  {
    id: 'zoo',
    input: 'When does the zoo open?',
    output: 'The zoo opens at nine.',
    context: ['It opens early.'],
  },
]

/** What the page shows of both answers, by their questions. */
async function shownOf(scorer: AnyScorer) {
  const entry = { scorer: scorer, scale: 1 }
  const run = await evaluate({ target: 'recorded', data, scorers: [entry] })
  const { session } = await sessionOf(run, newFile())
  const first = await session.state()
  const second = await session.say({ task: first.task?.key ?? '', kind: 'cannot say' })
  return Object.fromEntries([first, second].map(({ task }) => [task?.itemId, task?.context]))
}

describe('the context that the page shows', () => {
  it('is the list of the scorer’s options', async () => {
    const context = ['The tower is 330 metres tall.', 'The zoo opens at nine.']
    const scorer = createFaithfulnessScorer({ model, options: { context } })
    expect(await shownOf(scorer)).toEqual({ tower: context, zoo: context })
  })

  it('is what the scorer’s function said of each answer', async () => {
    const scorer = createFaithfulnessScorer({
      model,
      options: {
        contextExtractor: (_input, output) => [
          JSON.stringify(output).includes('zoo') ? 'Zoo: 9 am.' : 'Tower: 330 m.',
        ],
      },
    })
    expect(await shownOf(scorer)).toEqual({ tower: ['Tower: 330 m.'], zoo: ['Zoo: 9 am.'] })
    const looking = createHallucinationScorer({ model, options: { getContext: () => ['From afar.'] } })
    expect(await shownOf(looking)).toEqual({ tower: ['From afar.'], zoo: ['From afar.'] })
  })

  it('includes what the user of a script must have in the end', async () => {
    const run = await evaluate({
      target: talkingAgent(() => 'It is refunded.'),
      data: [{ id: 'refund', user: ['Refund it.'], until: 'The refund is confirmed.' }],
      scorers: [createGoalScorer({ model: fakeJudge({ answer: () => 'reached' }) })],
      repeats: 1,
    })
    const { session } = await sessionOf(run, newFile())
    expect((await session.state()).task?.question).toBe('Refund it.\n\nUntil: The refund is confirmed.')
  })

  it('is what a metric of one’s own read', async () => {
    const metric = defineMetric({
      id: 'grounded',
      units: 'answer',
      reads: ['context'],
      question: 'Is the answer grounded?',
      criteria: { yes: 'it is', no: 'it is not' },
      credits: { yes: 1, no: 0 },
    })
    const scorer = metric({ model, options: { context: ['As it was then.'] } })
    expect(await shownOf(scorer)).toEqual({ tower: ['As it was then.'], zoo: ['As it was then.'] })
  })

  it('is that of the item, where the scorer read none or the run does not have it', async () => {
    const foreign = { id: 'x', name: 'X', type: undefined as never, run: async () => ({ score: 1 }) }
    expect(await shownOf(foreign)).toEqual({ tower: ['It is high.'], zoo: ['It opens early.'] })
  })
})

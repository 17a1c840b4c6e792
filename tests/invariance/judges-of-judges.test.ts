import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/judge/composed/calibrated/calibration.ts'
import type { ChoiceQuestion, DecisionRequest } from '../../src/judge/contract.ts'
import { decide } from '../../src/judge/decide.ts'
import {
  cachedJudge,
  calibratedJudge,
  cascadeJudge,
  type Judge,
  limitedJudge,
  memoryCache,
  panelJudge,
} from '../../src/judge/index.ts'
import { chanceOf, type FakeJudge } from '../support/fake-judge.ts'
import { choice, gradedJudge, relevance, requestOf } from '../support/graded-judge.ts'
import { runs } from '../support/random-runs.ts'

function verdictOf(chance: number) {
  const option = ['yes', 'unsure', 'no'][Math.floor(chance * 3)] ?? ''
  const top = 0.4 + 0.6 * ((chance * 3) % 1)
  const rest = (1 - top) / 2
  const probabilities = { yes: rest, unsure: rest, no: rest, [option]: top }
  return choice(option, { probabilities, share: probabilities.yes + 0.5 * probabilities.unsure })
}

/** Its answers depend on what is asked, and not on the order in which it is asked. */
const steady = (id: string) => gradedJudge(id, (_, key) => verdictOf(chanceOf(`${id}\n${key}`)))

/** Its answers depend on the place of a question in the request: what a shuffled panel is for. */
const biased = (id: string) =>
  gradedJudge(id, (_, key, { questions }) =>
    verdictOf(chanceOf(`${id}\n${key}\n${Object.keys(questions).indexOf(key)}`)),
  )

const members = () => [steady('a'), steady('b'), steady('c')]
const calibration: Calibration = {
  kind: 'verdict-calibration',
  version: 1,
  judge: 'a',
  task: { name: 'statement-relevance', version: 1 },
  grade: 'probability',
  positive: 'yes',
  threshold: { value: 0.4, criterion: 'kappa', negative: 'no' },
  map: {
    method: 'isotonic',
    points: [
      [0, 0.1],
      [0.5, 0.3],
      [1, 0.7],
    ],
  },
  fit: { rows: 100, positives: 50, groups: 20, folds: 5, brierBefore: 0.3, brierAfter: 0.2 },
}

const composed: Readonly<Record<string, () => Judge>> = {
  'a panel by majority': () => panelJudge(members()),
  'a panel by mean': () => panelJudge(members(), { aggregate: 'mean' }),
  'a panel that asks three times': () => panelJudge(members(), { times: 3, seed: 7 }),
  'a cascade': () => cascadeJudge(members(), { sure: 0.7 }),
  'a cached judge': () => cachedJudge(steady('a'), { store: memoryCache() }),
  'a limited judge': () => limitedJudge(steady('a'), { windowInMs: 60_000, calls: 1_000 }),
  'a calibrated judge': () => calibratedJudge(steady('a'), calibration),
  'a cached cascade of a panel': () =>
    cachedJudge(cascadeJudge([steady('d'), panelJudge(members())], { sure: 0.7 }), { store: memoryCache() }),
}

type Relevance = ChoiceQuestion<'yes' | 'unsure' | 'no'>
const asking = (keys: readonly string[]): DecisionRequest<Record<string, Relevance>> =>
  requestOf(Object.fromEntries(keys.map((key) => [key, relevance])) as Record<string, Relevance>)

const keys = Array.from({ length: 8 }, (_, index) => `s${index + 1}`)
const someOrder = fc.shuffledSubarray(keys, { minLength: keys.length, maxLength: keys.length })

describe.each(Object.entries(composed))('%s', (_, create) => {
  it('gives the same verdicts whatever the order of the questions', async () => {
    const { answers } = await decide(create(), asking(keys))
    expect(new Set(Object.values(answers).map((answer) => answer.choice)).size).toBeGreaterThan(1)
    await fc.assert(
      fc.asyncProperty(someOrder, async (order) => {
        expect((await decide(create(), asking(order))).answers).toEqual(answers)
      }),
      { numRuns: runs(20) },
    )
  })

  it('gives the same verdicts the second time, in another order', async () => {
    const judge = create()
    const first = await decide(judge, asking(keys))
    expect((await decide(judge, asking([...keys].reverse()))).answers).toEqual(first.answers)
  })

  it('gives a question the same verdict alone as among others', async () => {
    const { answers } = await decide(create(), asking(keys))
    for (const key of keys) expect((await decide(create(), asking([key]))).answers[key]).toEqual(answers[key])
  })
})

describe('a panel that asks one judge several times', () => {
  const ordersSeenBy = ({ requests }: FakeJudge) => requests.map(({ questions }) => Object.keys(questions))
  const ask = async (seed: number) => {
    const member = biased('a')
    const { answers } = await decide(panelJudge([member], { times: 5, seed }), asking(keys))
    return { answers, orders: ordersSeenBy(member) }
  }

  it('shuffles by its seed: the same seed gives the same orders and verdicts', async () => {
    const [one, again] = [await ask(3), await ask(3)]
    expect(again).toEqual(one)
    expect(new Set(one.orders.map(String)).size).toBe(5)
    expect(one.orders[0]).toEqual(keys)
  })

  it('takes other orders from another seed', async () => {
    expect((await ask(4)).orders.slice(1)).not.toEqual((await ask(3)).orders.slice(1))
  })
})

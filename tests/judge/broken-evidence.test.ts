import { describe, expect, it } from 'vitest'
import { createAnswerRelevancyScorer, limitedJudge } from '../../src/index.ts'
import type { Judge } from '../../src/judge/contract.ts'
import { judgeErrorIn } from '../../src/judge/errors.ts'
import { cachedJudge, memoryCache, panelJudge } from '../../src/judge/index.ts'
import { fakeJudge } from '../support/fake-judge.ts'

const whole = {
  ...{ judge: 'own', task: 'any/1', prompts: [], calls: 1, cached: false, warnings: [] },
  ...{ usage: { inputTokens: 1, outputTokens: 1 }, durationInMs: 1 },
}
const { usage: _, ...withoutUsage } = whole

/** What is wrong, and what the error has to name. */
const wrongs: [string, unknown, RegExp][] = [
  ['no usage', withoutUsage, /evidence\.usage/],
  ['usage without output', { ...whole, usage: { inputTokens: 1 } }, /evidence\.usage\.outputTokens/],
  ['negative calls', { ...whole, calls: -1 }, /evidence\.calls/],
  ['calls as a text', { ...whole, calls: '1' }, /evidence\.calls/],
  ['calls that are no number', { ...whole, calls: Number.NaN }, /evidence\.calls/],
  ['prompts that are none', { ...whole, prompts: 'ask' }, /evidence\.prompts/],
  ['no warnings', { ...whole, warnings: undefined }, /evidence\.warnings/],
  ['a duration of none', { ...whole, durationInMs: null }, /evidence\.durationInMs/],
  ['cached as a number', { ...whole, cached: 1 }, /evidence\.cached/],
  ['members without usage', { ...whole, members: [{ judge: 'a', calls: 1 }] }, /evidence\.members\.0\.usage/],
  ['an agreement above 1', { ...whole, agreement: { a: 2 } }, /evidence\.agreement\.a/],
  ['null', null, /evidence \(/],
  ['nothing', undefined, /evidence \(/],
]

function own(change: (outcome: object) => unknown): Judge {
  const judge = fakeJudge({ id: 'own', answer: () => 'yes', extract: ['It is tall.'] })
  return {
    ...judge,
    decide: async (request) => change(await judge.decide(request)) as never,
    extract: async (request) => change((await judge.extract?.(request)) as object) as never,
  }
}

const scored = (model: Judge) =>
  createAnswerRelevancyScorer({ model }).run({ input: 'How tall?', output: 'It is tall.' })

async function brokenBy(work: Promise<unknown>) {
  const error = await work.then(() => undefined, judgeErrorIn)
  return error === undefined ? 'no judge is to blame' : `${error.judge}: ${error.message}`
}

/** The decision alone, or the extraction as well. */
const decisionsOf = (judge: Judge): Judge => ({ ...judge, extract: undefined })

describe('a judge of one’s own that breaks the contract', () => {
  it.each(wrongs)('by its evidence: %s', async (_name, evidence, field) => {
    const model = own((outcome) => ({ ...outcome, evidence }))
    for (const judge of [
      model,
      decisionsOf(model),
      limitedJudge(model, { windowInMs: 1000, calls: 100 }),
      cachedJudge(model, { store: memoryCache() }),
      panelJudge([model, fakeJudge({ id: 'other', answer: () => 'yes' })]),
    ]) {
      const said = await brokenBy(scored(judge))
      expect(said).toMatch(/Judge own: it broke the judge contract/)
      expect(said).toMatch(field)
    }
  })

  it.each<[string, (outcome: object) => unknown, RegExp]>([
    ['nothing at all', () => undefined, /no outcome/],
    ['answers that are none', (outcome) => ({ ...outcome, answers: null }), /answers \(/],
    [
      'units that are no texts',
      (outcome) => ({ ...outcome, units: [1], answers: [] }),
      /units\.0|answers \(/,
    ],
  ])('by what it gives: %s', async (_, change, field) => {
    expect(await brokenBy(scored(own(change)))).toMatch(field)
  })

  it.each([
    ['a reason that is no text', { type: 'choice', choice: 'yes', reason: 4 }],
    ['probabilities that are none', { type: 'choice', choice: 'yes', probabilities: null }],
    ['null', null],
  ])('by an answer: %s', async (_, answer) => {
    const model = own((outcome) => {
      const { answers } = outcome as { answers?: object }
      if (answers === undefined) return outcome
      return { ...outcome, answers: Object.fromEntries(Object.keys(answers).map((id) => [id, answer])) }
    })
    expect(await brokenBy(scored(model))).toMatch(/Judge own: it broke the judge contract: no valid answer/)
  })
})

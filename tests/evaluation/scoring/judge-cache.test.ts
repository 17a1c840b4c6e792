import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evaluate, totalCost } from '../../../src/evaluation.ts'
import { languageJudge, memoryCache } from '../../../src/judge/index.ts'
import { createAnswerRelevancyScorer, createToneScorer } from '../../../src/scorers/index.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { firstAnswers } from '../../support/scripted-judge.ts'
import { untilTestEnds } from '../../support/until-test-ends.ts'
import { folder, timeless } from '../support.ts'

const data = Array.from({ length: 5 }, (_, index) => ({
  id: `${index}`,
  input: `What is fact ${index}?`,
  output: `Fact ${index} is that water boils.`,
}))

describe('the cache of an evaluation', () => {
  it.each([
    ['a file', () => join(folder(), 'cache.db')],
    ['a store', () => memoryCache()],
  ])('in %s: the second run asks nothing, and says the same', async (_, make) => {
    const cache = make()
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const run = (more = {}) =>
      evaluate({
        ...{ target: 'recorded', data, cache },
        scorers: [createAnswerRelevancyScorer({ model: languageJudge(server.chat) }), createToneScorer()],
        ...more,
      } as const)
    const first = await run()
    const asked = server.requests.length
    expect(asked).toBeGreaterThan(0)
    const second = await run()
    expect(server.requests.length).toBe(asked)
    expect(totalCost(second).total.calls).toBe(0)
    const scoresOf = ({ items }: typeof first) =>
      items.map((item) => {
        const {
          evidence: _e,
          cost: _c,
          ...score
        } = timeless(item).scores['answer-relevancy'] as never as {
          evidence: unknown
          cost: unknown
        }
        return score
      })
    expect(scoresOf(second)).toEqual(scoresOf(first))
    await run({ cache: undefined })
    expect(server.requests.length).toBe(2 * asked)
    if (typeof cache === 'string') expect(existsSync(cache)).toBe(true)
  })

  it('that keeps nothing is told of while the run goes on, which needs no cache', async () => {
    const server = untilTestEnds(await openaiServer(firstAnswers))
    const cache = {
      get: async () => undefined,
      set: async () => {
        throw new Error('the disk is full')
      },
    }
    const told = new Set<string>()
    const run = await evaluate({
      ...{ target: 'recorded', data, cache },
      scorers: [createAnswerRelevancyScorer({ model: languageJudge(server.chat) })],
      onProgress: (event) => {
        if (event.kind === 'warning') told.add(event.message)
      },
    })
    expect(run.end?.status).toBe('complete')
    expect([...told]).toEqual(['cache: the answer could not be stored: the disk is full'])
  })

  it('is refused where it is neither', async () => {
    const wrong = { target: 'recorded', data, scorers: [createToneScorer()], cache: 5 } as never
    await expect(evaluate(wrong)).rejects.toThrow(/cache.*must be a file, or a store/)
  })
})

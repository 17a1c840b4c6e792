import { describe, expect, it } from 'vitest'
import { cachedJudge, cascadeJudge, embeddedJudge, memoryCache } from '../../src/judge/index.ts'
import * as factories from '../../src/scorers/index.ts'

const refused = /the judge embedded cannot answer the task [a-z-]+, only .*give the scorer another judge/

describe('a judge that is made for some tasks', () => {
  it.each([
    () => factories.createToxicityScorer({ model: embeddedJudge() }),
    () => factories.createTrajectoryAccuracyScorerLLM({ model: embeddedJudge() }),
    () => factories.createBiasScorer({ model: cachedJudge(embeddedJudge(), { store: memoryCache() }) }),
  ])('is refused for others when the scorer is made', (make) => {
    expect(make).toThrow(refused)
  })

  it('is taken for its own, and as one of several that may know more', () => {
    factories.createAnswerRelevancyScorer({ model: embeddedJudge() })
    factories.createFaithfulnessScorer({ model: embeddedJudge() })
    factories.createFactualityScorer({ model: cachedJudge(embeddedJudge(), { store: memoryCache() }) })
    factories.createToxicityScorer({
      model: cascadeJudge([embeddedJudge(), 'openai/gpt-5-mini'], { sure: 0.8 }),
    })
  })
})

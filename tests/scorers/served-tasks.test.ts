import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/judge/composed/calibrated/calibration.ts'
import {
  cachedJudge,
  calibratedJudge,
  cascadeJudge,
  embeddedJudge,
  type Judge,
  limitedJudge,
  memoryCache,
  panelJudge,
} from '../../src/judge/index.ts'
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

/** Answers any task, and has no other method. */
const deciding: Judge = { id: 'deciding', decide: () => Promise.reject(new Error('it was asked')) }

describe('a judge that cannot do what the options ask of it', () => {
  it.each<[string, () => unknown, string]>([
    [
      'statements',
      () => factories.createFaithfulnessScorer({ model: deciding, options: { statements: 'extracted' } }),
      "cannot extract statements: use statements: 'split'",
    ],
    [
      'requirements',
      () =>
        factories.createPromptAlignmentScorerLLM({ model: deciding, options: { requirements: 'extracted' } }),
      "cannot extract requirements: use requirements: 'split'",
    ],
    [
      'key points',
      () => factories.createSummarizationScorer({ model: embeddedJudge() }),
      'cannot extract key points from a source: set options.keyPoints',
    ],
    [
      'reasons',
      () => factories.createToxicityScorer({ model: deciding, options: { reason: 'written' } }),
      "cannot write reasons: use reason: 'composed'",
    ],
  ])('is refused when the scorer is made: %s', (_, make, sentence) => {
    expect(make).toThrow(TypeError)
    expect(make).toThrow(sentence)
  })
})

describe('a judge made of judges', () => {
  const support = calibration('claim-support')
  const relevance = { model: calibratedJudge(embeddedJudge(), calibration('statement-relevance')) }

  it('answers the tasks that its members leave it', () => {
    expect(calibratedJudge(embeddedJudge(), support).tasks).toEqual(['claim-support'])
    expect(calibratedJudge(deciding, { ...support, judge: 'deciding' }).tasks).toEqual(['claim-support'])
    expect(cascadeJudge([embeddedJudge(), embeddedJudge()], { sure: 0.8 }).tasks).toEqual(
      embeddedJudge().tasks,
    )
    expect(cascadeJudge([embeddedJudge(), deciding], { sure: 0.8 }).tasks).toBeUndefined()
    expect(panelJudge([embeddedJudge(), embeddedJudge(), deciding]).tasks).toEqual(embeddedJudge().tasks)
    expect(panelJudge([embeddedJudge(), deciding, deciding]).tasks).toBeUndefined()
    expect(panelJudge([embeddedJudge(), deciding], { quorum: 1 }).tasks).toBeUndefined()
  })

  it('is refused for others when the scorer is made, whatever it is wrapped in', () => {
    factories.createAnswerRelevancyScorer(relevance)
    const limited = limitedJudge(relevance.model, { windowInMs: 1000, calls: 1 })
    const cached = cachedJudge(limited, { store: memoryCache() })
    factories.createAnswerRelevancyScorer({ model: cached })
    for (const model of [relevance.model, limited, cached, panelJudge([cached])])
      expect(() => factories.createFaithfulnessScorer({ model })).toThrow(
        /cannot answer the task claim-support, only statement-relevance/,
      )
  })
})

/** It leaves probabilities as they are. */
function calibration(task: string): Calibration {
  return {
    kind: 'verdict-calibration',
    version: 1,
    judge: 'embedded',
    task: { name: task, version: 1 },
    grade: 'probability',
    positive: 'yes',
    map: {
      method: 'isotonic',
      points: [
        [0, 0],
        [1, 1],
      ],
    },
    fit: { rows: 2, positives: 1, groups: 2, folds: 2, brierBefore: 0, brierAfter: 0 },
  }
}

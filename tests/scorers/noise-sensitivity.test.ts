import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  impactQuestion,
  issuesQuestion,
  type NoiseImpact,
  noiseTask,
  robustnessQuestion,
} from '../../src/scorers/noise/noise-questions.ts'
import {
  createNoiseSensitivityScorerLLM,
  type NoiseSensitivityOptions,
} from '../../src/scorers/noise-sensitivity.ts'
import { type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { check, expectInRange, someScale } from '../support/score-properties.ts'

const noise = { baselineResponse: 'Paris.', noisyQuery: 'The capital of France? Some say Lyon.' }
const run = { input: 'The capital of France?', output: 'Paris, not Lyon.' }
const dimensions = ['accuracy', 'completeness', 'relevance', 'consistency', 'hallucination']

type Impacts = readonly [NoiseImpact, NoiseImpact, NoiseImpact, NoiseImpact, NoiseImpact]
const all = (impact: NoiseImpact): Impacts => [impact, impact, impact, impact, impact]

const given = (impacts: readonly GivenAnswer[], robustness: GivenAnswer, majorIssues: GivenAnswer) => ({
  ...Object.fromEntries(impacts.map((impact, index) => [dimensions[index], impact])),
  robustness,
  majorIssues,
})

function score(
  impacts: readonly GivenAnswer[],
  robustness: GivenAnswer,
  issues: GivenAnswer,
  options: Partial<NoiseSensitivityOptions> = {},
) {
  const model = judgeById(given(impacts, robustness, issues))
  return createNoiseSensitivityScorerLLM({ model, options: { ...noise, ...options } }).run(run)
}

describe('the formula', () => {
  it.each<[Impacts, number, number, Partial<NoiseSensitivityOptions>, number]>([
    [all('none'), 10, 0, {}, 1],
    [all('minimal'), 9, 0, {}, 0.9],
    // Mean weight 0.6, robustness 0.8: not more than 0.2 apart.
    [all('moderate'), 8, 0, {}, 0.8],
    [all('moderate'), 9, 0, {}, 0.6],
    [all('none'), 5, 0, {}, 0.5],
    [all('severe'), 10, 0, {}, 0.1],
    [['none', 'minimal', 'moderate', 'significant', 'severe'], 6, 0, {}, 0.6],
    [all('none'), 10, 1, {}, 0.9],
    [all('none'), 10, 5, {}, 0.7],
    [all('severe'), 1, 3, {}, 0],
    [all('none'), 10, 2, { scale: 10 }, 8],
    [all('none'), 10, 2, { scoring: { penalties: { majorIssuePerItem: 0.2 } } }, 0.7],
    [all('none'), 10, 5, { scoring: { penalties: { maxMajorIssuePenalty: 0.5 } } }, 0.5],
    [all('moderate'), 8, 0, { scoring: { discrepancyThreshold: 0.1 } }, 0.6],
    [all('moderate'), 10, 0, { scoring: { impactWeights: { moderate: 0.5 } } }, 0.5],
    [all('severe'), 10, 0, { scoring: { discrepancyThreshold: 1 } }, 1],
  ])(
    'gives %j, robustness %d, %d issues with %j a score of %d',
    async (impacts, robust, issues, options, expected) => {
      expect((await score(impacts, robust, issues, options)).score).toBeCloseTo(expected, 12)
    },
  )

  it('counts shares where weighting is share', async () => {
    const impact = { type: 'choice', choice: 'minimal', share: 0.2 } as const
    const impacts = [impact, impact, impact, impact, impact]
    expect((await score(impacts, 9, 0, { weighting: 'share' })).score).toBeCloseTo(0.2, 12)
    expect((await score(impacts, 9, 0)).score).toBe(0.9)
  })
})

describe('over random verdicts', () => {
  const levels = ['none', 'minimal', 'moderate', 'significant', 'severe'] as const
  const someImpacts = fc.array(fc.constantFrom(...levels), { minLength: 5, maxLength: 5 })
  const someLevel = fc.integer({ min: 0, max: 10 })
  const numberOf = async (...parameters: Parameters<typeof score>) =>
    (await score(...parameters)).score ?? NaN

  it('the score is in range, scales, and does not depend on the order of dimensions', async () => {
    await check(
      fc.asyncProperty(
        someImpacts,
        someLevel,
        someLevel,
        someScale,
        async (impacts, robust, issues, scale) => {
          const plain = await numberOf(impacts, robust, issues)
          expectInRange(plain, 1)
          expect(await numberOf(impacts, robust, issues, { scale })).toBeCloseTo(plain * scale, 9)
          expect(await numberOf(impacts.toReversed(), robust, issues)).toBeCloseTo(plain, 12)
        },
      ),
    )
  })

  it('a worse impact or more issues never raise it', async () => {
    await check(
      fc.asyncProperty(someImpacts, someLevel, someLevel, fc.nat(), async (impacts, robust, issues, at) => {
        const before = await numberOf(impacts, robust, issues)
        expect(await numberOf(impacts, robust, 10)).toBeLessThanOrEqual(before + 1e-12)
        expect(await numberOf(impacts.with(at % 5, 'severe'), robust, issues)).toBeLessThanOrEqual(
          before + 1e-12,
        )
      }),
    )
  })
})

describe('outcomes', () => {
  it('shows the judge the clean query only where the run was given it', async () => {
    const stateFor = async (input: string) => {
      const model = judgeById(given(all('none'), 10, 0))
      const options = { ...noise, noiseType: 'misinformation' as const }
      await createNoiseSensitivityScorerLLM({ model, options }).run({ ...run, input })
      return model.requests[0]?.state
    }
    expect(await stateFor(run.input)).toMatchObject({
      query: run.input,
      noisyQuery: noise.noisyQuery,
      noiseType: 'misinformation',
      baseline: 'Paris.',
      response: run.output,
    })
    expect(await stateFor(noise.noisyQuery)).not.toHaveProperty('query')
  })

  it('tells the judge the kind of noise in whatever words', async () => {
    const model = judgeById(given(all('none'), 10, 0))
    const options = { ...noise, noiseType: 'a claim of last year' }
    await createNoiseSensitivityScorerLLM({ model, options }).run(run)
    expect(model.requests[0]?.state.noiseType).toBe('a claim of last year')
  })
})

describe('the reason', () => {
  it('states robustness, mean weight, issues, and what each dimension lost', async () => {
    const impacts = [
      'none',
      'none',
      'none',
      'none',
      { type: 'choice', choice: 'severe', reason: 'Lyon' },
    ] as const
    const issues = { type: 'score', score: 1, reason: 'It says Lyon.' } as const
    expect((await score(impacts, 10, issues)).reason).toMatchInlineSnapshot(
      `"The judge rates robustness at 1, and the impacts on 5 dimensions average 0.82; 1 major issue took off 0.1: score 0.9. Points lost on “1 major issue” (found by the judge: It says Lyon)."`,
    )
    expect((await score(all('severe'), 10, 0)).reason).toMatch(
      /they differ too much, so the lower one counts; no major issues: score 0\.1\. Points lost on “accuracy” \(no longer useful\)/,
    )
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([
    [{ baselineResponse: undefined }, /options\.baselineResponse/],
    [{ baselineResponse: ' ' }, /options\.baselineResponse: must not be blank/],
    [{ noisyQuery: undefined }, /options\.noisyQuery/],
    [{ noiseType: ' ' }, /options\.noiseType/],
    [{ scoring: { impactWeights: { severe: -1 } } }, /options\.scoring\.impactWeights\.severe/],
    [{ scoring: { penalties: { majorIssuePerItem: -1 } } }, /options\.scoring\.penalties\.majorIssuePerItem/],
    [{ scoring: { discrepancyThreshold: 2 } }, /options\.scoring\.discrepancyThreshold/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const wrong = { ...noise, ...options } as NoiseSensitivityOptions
    const create = () => createNoiseSensitivityScorerLLM({ model: judgeById({}), options: wrong })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})

describe('the prompt', () => {
  const impacts = Object.fromEntries(dimensions.map((name) => [name, impactQuestion]))
  const prompt = decisionPrompt({
    task: noiseTask,
    state: { noisyQuery: noise.noisyQuery, baseline: 'Paris.', response: 'Lyon.' },
    questions: { ...impacts, robustness: robustnessQuestion, majorIssues: issuesQuestion },
  })

  it('of noise sensitivity, version 2', async () => {
    await expect(promptText(prompt)).toMatchFileSnapshot('prompts/noise-sensitivity.txt')
    expect(noiseTask.version).toBe(2)
  })
})

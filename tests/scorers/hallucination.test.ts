import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFaithfulnessScorer } from '../../src/scorers/faithfulness.ts'
import { createHallucinationScorer, type HallucinationOptions } from '../../src/scorers/hallucination.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'
import { agentRun, given, textOf, verdicts } from './claim-run.ts'

const context = ['Something is so.']

async function score(answers: readonly GivenAnswer[], options?: HallucinationOptions, weighting?: 'share') {
  const model = verdictJudge(answers, weighting ? { weighting } : {})
  const scorer = createHallucinationScorer({ model, options: { context, ...options } })
  const result = await scorer.run({ input: 'What is so?', output: textOf(answers.length) })
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[(typeof verdicts)[number][], HallucinationOptions, number]>([
    [['yes'], {}, 0],
    [['no'], {}, 1],
    [['unsure'], {}, 1],
    [['yes', 'no', 'unsure', 'yes'], {}, 0.5],
    [['yes', 'none', 'no'], {}, 0.5],
    [['none', 'none'], {}, 0],
    [['yes', 'yes', 'no'], { scale: 10 }, 10 / 3],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect((await score(given(...choices), options)).score).toBeCloseTo(expected, 12)
  })

  it('counts by share what readers would not call supported', async () => {
    const answers = [
      { choice: 'yes', share: 0.9 },
      { choice: 'no', share: 0.2 },
    ]
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(0.4, 12)
    const probabilities = { yes: 0.7, no: 0.1, unsure: 0.2, none: 0 }
    expect((await score([{ choice: 'yes', probabilities }], {}, 'share')).score).toBeCloseTo(0.3, 12)
  })
})

describe('over random verdicts', () => {
  const someVerdicts = fc.array(fc.constantFrom(...verdicts), { minLength: 1, maxLength: 30 })

  it('a worse verdict never lowers the score', async () => {
    await check(
      fc.asyncProperty(
        someVerdicts,
        fc.nat(),
        fc.constantFrom('no', 'unsure'),
        async (choices, at, worse) => {
          const before = await score(given(...choices))
          const after = await score(given(...choices.with(at % choices.length, worse)))
          expect(after.score).toBeGreaterThanOrEqual(before.score - 1e-12)
        },
      ),
    )
  })

  it('it and faithfulness sum to 1 where there are claims', async () => {
    const shares = fc.array(
      fc.record({
        choice: fc.constantFrom('yes', 'no', 'unsure'),
        share: fc.integer({ min: 0, max: 100 }).map((part) => part / 100),
      }),
      { minLength: 1, maxLength: 20 },
    )
    await check(
      fc.asyncProperty(
        shares,
        fc.constantFrom('verdict' as const, 'share' as const),
        async (answers, weighting) => {
          const options = { context, weighting }
          const faithful = createFaithfulnessScorer({ model: verdictJudge(answers), options })
          const run = { input: 'What is so?', output: textOf(answers.length) }
          const faithfulness = (await faithful.run(run)).score ?? Number.NaN
          expect((await score(answers, options)).score + faithfulness).toBeCloseTo(1, 12)
        },
      ),
    )
  })
})

describe('outcomes', () => {
  it.each(['', ' \n ', [], { text: '' }])('is 0 without a call for the empty answer %j', async (output) => {
    const model = verdictJudge([])
    for (const options of [{ context }, {}]) {
      const result = await createHallucinationScorer({ model, options }).run({ input: 'What?', output })
      expect(result).toMatchObject({
        score: 0,
        reason: 'The answer makes no claims: score 0 (lower is better).',
      })
    }
    expect(model.requests).toHaveLength(0)
  })

  it('is 0 where the judge finds no claim', async () => {
    const { score: value, reason, analyzeStepResult } = await score(given('none'))
    expect([value, reason]).toEqual([0, 'The answer makes no claims: score 0 (lower is better).'])
    expect(analyzeStepResult?.notCounted).toHaveLength(1)
  })
})

describe('the context', () => {
  it('is what tools returned, in content.parts, where no option gives it', async () => {
    const model = verdictJudge(given('no'))
    const run = agentRun('It was finished in 1900.', ['Built 1887 to 1889.'])
    expect((await createHallucinationScorer({ model }).run(run)).score).toBe(1)
    expect(model.requests[0]?.state).toMatchObject({ context: { c1: 'Built 1887 to 1889.' } })
  })

  it('comes from getContext, which sees the run, before the fixed list', async () => {
    const model = verdictJudge(given('yes'))
    const options: HallucinationOptions = {
      context,
      getContext: ({ run, step }) => [`${step}: ${JSON.stringify(run.output)}`],
    }
    await createHallucinationScorer({ model, options }).run({ input: 'What?', output: 'It is so.' })
    expect(model.requests[0]?.state).toMatchObject({ context: { c1: 'analyze: "It is so."' } })
  })

  it('comes from getContext, which sees the claims, after they were extracted', async () => {
    const model = verdictJudge(given('yes', 'yes'))
    const seen: unknown[] = []
    const options: HallucinationOptions = {
      statements: () => ['It is iron.', 'It is old.'],
      getContext: ({ results, score, step }) => {
        seen.push(score, step)
        return results.preprocessStepResult.claims.map((claim) => `About “${claim}”`)
      },
    }
    await createHallucinationScorer({ model, options }).run({ input: 'What?', output: 'Iron, and old.' })
    expect(seen).toEqual([undefined, 'analyze'])
    expect(model.requests[0]?.state).toMatchObject({
      context: { c1: 'About “It is iron.”', c2: 'About “It is old.”' },
    })
  })

  it('that getContext does not find is not scorable', async () => {
    const scorer = createHallucinationScorer({
      model: verdictJudge(given('yes')),
      options: { getContext: () => [] },
    })
    expect((await scorer.run({ output: 'It is so.' })).notScorable?.reason).toBe('there is no context')
  })

  it('that getContext fails to give is an error, never a score', async () => {
    const getContext = () => {
      throw new Error('index closed')
    }
    const scorer = createHallucinationScorer({ model: verdictJudge(given('yes')), options: { getContext } })
    await expect(scorer.run({ output: 'It is so.' })).rejects.toThrow(/getContext failed: index closed/)
  })
})

describe('the reason', () => {
  it('states the score, the counts and what is not supported, the worst first', async () => {
    const { reason } = await score([
      { choice: 'yes', reason: 'c1: says so' },
      { choice: 'no', reason: 'c1: says\notherwise' },
      { choice: 'unsure' },
    ])
    expect(reason).toMatchInlineSnapshot(
      `"Of 3 claims, 1 is supported by the context, 1 is contradicted, and 1 is not in it: score 0.667 (lower is better). Points come from “Fact 1 is so.” (contradicted by the context: c1: says otherwise); “Fact 2 is so.” (not in the context)."`,
    )
  })

  it('lists nothing where all is supported, and eight claims at most', async () => {
    expect((await score(given('yes'))).reason).not.toContain('Points come')
    const { reason } = await score(given(...Array.from({ length: 12 }, () => 'no' as const)))
    expect(reason?.match(/“/g)).toHaveLength(8)
    expect(reason).toMatchInlineSnapshot(
      `"All 12 claims are contradicted by the context: score 1 (lower is better). Points come from “Fact 0 is so.” (contradicted by the context); “Fact 1 is so.” (contradicted by the context); “Fact 2 is so.” (contradicted by the context); “Fact 3 is so.” (contradicted by the context); “Fact 4 is so.” (contradicted by the context); “Fact 5 is so.” (contradicted by the context); “Fact 6 is so.” (contradicted by the context); “Fact 7 is so.” (contradicted by the context); and 4 more."`,
    )
  })

  it('says that shares were counted', async () => {
    const { reason } = await score([{ choice: 'yes', share: 0.7 }], { weighting: 'share', scale: 10 })
    expect(reason).toMatchInlineSnapshot(
      `"The only claim is probably supported by the context (0.7): score 3 of 10 (lower is better). Points come from “Fact 0 is so.” (probably in the context, 0.7)."`,
    )
  })

  it('is the judge’s prose, and then the score, where that was asked for', async () => {
    const reasonOf = async (text: string) => {
      const model = verdictJudge(given('yes', 'no'), { write: () => text })
      const options: HallucinationOptions = { context, reason: 'written' }
      return (await createHallucinationScorer({ model, options }).run({ output: textOf(2) })).reason
    }
    expect(await reasonOf('One claim is made up.')).toMatch(/^One claim is made up\. Score 0\.5 .*\.$/)
    expect(await reasonOf('I rate it 0.7, for one claim is made up.')).toMatchInlineSnapshot(
      `"Of 2 claims, 1 is supported by the context and 1 is contradicted: score 0.5 (lower is better). Points come from “Fact 1 is so.” (contradicted by the context)."`,
    )
  })
})

it('takes no contextExtractor, but getContext', () => {
  const options: object = { contextExtractor: () => [] }
  expect(() => createHallucinationScorer({ model: verdictJudge([]), options })).toThrow(/contextExtractor/)
})

import type { MastraModelConfig } from '@mastra/core/llm'
import { createFaithfulnessScorer as createPeerScorer } from '@mastra/evals/scorers/prebuilt'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeErrorIn } from '../../src/judge/errors.ts'
import { createFaithfulnessScorer, type FaithfulnessOptions } from '../../src/scorers/faithfulness.ts'
import { type GivenAnswer, verdictJudge } from '../support/fake-judge.ts'
import { check } from '../support/score-properties.ts'
import { say, scripted } from '../support/scripted-agent.ts'
import { agentRun, given, textOf, verdicts } from './claim-run.ts'

const context = ['Something is so.']

async function score(answers: readonly GivenAnswer[], options?: FaithfulnessOptions, weighting?: 'share') {
  const model = verdictJudge(answers, weighting ? { weighting } : {})
  const scorer = createFaithfulnessScorer({ model, options: { context, ...options } })
  const result = await scorer.run({ input: 'What is so?', output: textOf(answers.length) })
  return { ...result, score: result.score ?? Number.NaN }
}

describe('the formula', () => {
  it.each<[(typeof verdicts)[number][], FaithfulnessOptions, number]>([
    [['yes'], {}, 1],
    [['no'], {}, 0],
    [['unsure'], {}, 0],
    [['yes', 'no', 'unsure', 'yes'], {}, 0.5],
    [['yes', 'none', 'no'], {}, 0.5],
    [['none', 'yes', 'none'], {}, 1],
    [['yes', 'yes', 'unsure'], { scale: 10 }, 20 / 3],
  ])('gives %j with %j a score of %d', async (choices, options, expected) => {
    expect((await score(given(...choices), options)).score).toBeCloseTo(expected, 12)
  })

  it('counts shares of claims where weighting is share', async () => {
    const answers = [
      { choice: 'yes', share: 0.9 },
      { choice: 'unsure', share: 0.2 },
      { choice: 'none', share: 0.4 },
    ]
    expect((await score(answers, { weighting: 'share' })).score).toBeCloseTo(0.6, 12)
    expect((await score(answers)).score).toBeCloseTo(0.6, 12)
    expect((await score(answers, { weighting: 'verdict' })).score).toBe(0.5)
  })

  it('counts the probability of support where the judge gives probabilities', async () => {
    const probabilities = { yes: 0.6, no: 0.1, unsure: 0.3, none: 0 }
    expect((await score([{ choice: 'yes', probabilities }], {}, 'share')).score).toBeCloseTo(0.6, 12)
  })
})

describe('over random verdicts', () => {
  const someVerdicts = fc
    .array(fc.constantFrom(...verdicts), { minLength: 1, maxLength: 30 })
    .filter((choices) => choices.some((choice) => choice !== 'none'))

  it('the order of the claims does not matter, nor how many texts claim nothing', async () => {
    await check(
      fc.asyncProperty(someVerdicts, fc.nat(5), async (choices, more) => {
        const before = await score(given(...choices))
        const extra = Array.from({ length: more }, () => 'none' as const)
        const after = await score(given(...extra, ...choices.toReversed()))
        expect(after.score).toBeCloseTo(before.score, 12)
      }),
    )
  })

  it('a worse verdict never raises the score', async () => {
    await check(
      fc.asyncProperty(
        someVerdicts,
        fc.nat(),
        fc.constantFrom('no', 'unsure'),
        async (choices, at, worse) => {
          const claims = choices.filter((choice) => choice !== 'none')
          const before = await score(given(...claims))
          const after = await score(given(...claims.with(at % claims.length, worse)))
          expect(after.score).toBeLessThanOrEqual(before.score + 1e-12)
        },
      ),
    )
  })
})

describe('outcomes', () => {
  it('fails where the judge breaks the contract', async () => {
    const scorer = createFaithfulnessScorer({
      model: verdictJudge([{ choice: 'maybe' }]),
      options: { context },
    })
    const error = judgeErrorIn(await scorer.run({ output: 'It is.' }).catch((thrown: unknown) => thrown))
    expect(error).toMatchObject({ reason: 'unanswered', ids: ['claim1'] })
  })
})

describe('the context', () => {
  it('is what tools returned, in content.parts, where no option gives it', async () => {
    const model = verdictJudge(given('yes'))
    const run = agentRun('It was finished in 1889.', { passages: ['Built 1887 to 1889.', 'Made of iron.'] })
    const result = await createFaithfulnessScorer({ model }).run(run)
    expect(result.score).toBe(1)
    expect(model.requests[0]?.state).toMatchObject({
      question: 'When?',
      context: { c1: 'Built 1887 to 1889.', c2: 'Made of iron.' },
    })
  })

  it('in content.parts is unseen by @mastra/evals, which scores 0', async () => {
    const run = agentRun('It was finished in 1889.', ['Built 1887 to 1889.'])
    const verdict = (verdict: string) => say(JSON.stringify({ verdicts: [{ verdict, reason: 'so it is' }] }))
    /** An honest judge: the claim is supported as soon as it is shown the context. */
    const peerScore = async (options?: { context: string[] }) => {
      const claims = say(JSON.stringify({ claims: ['It was finished in 1889.'] }))
      const lines = [claims, verdict('unsure'), say('fine')]
      const model = scripted(lines)
      const stream = model.doStream.bind(model)
      model.doStream = (call) => {
        if (JSON.stringify(call.prompt).includes('Built 1887')) lines[1] = verdict('yes')
        return stream(call)
      }
      return (await createPeerScorer({ model: model as MastraModelConfig, options }).run(run as never)).score
    }
    expect(await peerScore({ context: ['Built 1887 to 1889.'] })).toBe(1)
    expect(await peerScore()).toBe(0)
  })

  it('comes from contextExtractor before the fixed list', async () => {
    const model = verdictJudge(given('yes'))
    const options = { context, contextExtractor: async () => ['extracted'] }
    await createFaithfulnessScorer({ model, options }).run({ input: 'What?', output: 'It is so.' })
    expect(model.requests[0]?.state).toMatchObject({ context: { c1: 'extracted' } })
  })
})

describe('the reason', () => {
  it('states the score, the counts and the claims without support', async () => {
    const { reason } = await score([
      { choice: 'yes', reason: 'c1: says so' },
      { choice: 'no', reason: 'c1: says otherwise' },
      { choice: 'unsure', reason: 'none: silent' },
      { choice: 'none' },
    ])
    expect(reason).toMatchInlineSnapshot(
      `"Of 3 claims, 1 is supported by the context, 1 is contradicted, and 1 is not in it: score 0.333. Points lost on “Fact 1 is so.” (contradicted by the context: c1: says otherwise); “Fact 2 is so.” (not in the context: silent)."`,
    )
  })
})

it('takes no getContext, which is hallucination’s', () => {
  const options: object = { getContext: () => [] }
  expect(() => createFaithfulnessScorer({ model: verdictJudge([]), options })).toThrow(/getContext/)
})

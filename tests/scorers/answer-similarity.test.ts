import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, Questions, TextRequest } from '../../src/judge/contract.ts'
import { languageJudge } from '../../src/judge/language-model/language-judge.ts'
import { decisionPrompt, promptText } from '../../src/judge/language-model/prompt.ts'
import {
  type AnswerSimilarityOptions,
  agreementQuestion,
  coverageQuestion,
  createAnswerSimilarityScorer,
  similarityTask,
} from '../../src/scorers/answer-similarity.ts'
import type { AgreementVerdict, SimilarityVerdict } from '../../src/scorers/similarity/similarity-score.ts'
import { type FakeJudgeOptions, type GivenAnswer, judgeById } from '../support/fake-judge.ts'
import { openaiServer } from '../support/openai-server.ts'
import { check } from '../support/score-properties.ts'
import { untilTestEnds } from '../support/until-test-ends.ts'

const factsOf = (what: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${what} number ${index} is so.`).join(' ')

/** Ground truth of as many units as there are verdicts on it, and an answer likewise. */
function score(
  truth: readonly GivenAnswer[],
  answer: readonly GivenAnswer[],
  options?: AnswerSimilarityOptions,
  extras?: FakeJudgeOptions,
) {
  const model = judgeById(
    Object.fromEntries([
      ...truth.map((given, index) => [`r${index + 1}`, given]),
      ...answer.map((given, index) => [`a${index + 1}`, given]),
    ]),
    extras,
  )
  return createAnswerSimilarityScorer({ model, options }).run({
    input: 'What is so?',
    output: factsOf('Answer', answer.length),
    groundTruth: factsOf('Truth', truth.length),
  })
}

describe('the formula', () => {
  it.each<[SimilarityVerdict[], AgreementVerdict[], AnswerSimilarityOptions, number]>([
    [['exact'], ['agrees'], {}, 1],
    [['semantic'], ['agrees'], {}, 0.9],
    [['partial'], ['agrees'], {}, 0.5],
    [['missing'], ['agrees'], {}, 0],
    [['exact', 'missing'], ['agrees'], {}, 0.5 - 0.15 / 2],
    [['exact', 'semantic', 'partial', 'missing'], ['agrees'], {}, 2.4 / 4 - 0.15 / 4],
    [['exact'], ['agrees', 'extra'], {}, 0.95],
    [['exact'], ['extra', 'extra', 'extra', 'extra', 'extra', 'extra'], {}, 0.8],
    [['exact'], ['agrees', 'none'], {}, 1],
    [['exact', 'exact'], ['agrees', 'contradicts'], {}, 0.5],
    [['exact', 'exact'], ['agrees', 'contradicts'], { contradictionPenalty: 0.5 }, 0.75],
    [['semantic'], ['contradicts'], {}, 0],
    [['exact', 'missing'], ['agrees'], { missingPenalty: 0 }, 0.5],
    [['exact'], ['extra'], { extraInfoPenalty: 0 }, 1],
    [['semantic'], ['agrees'], { semanticThreshold: 0.8, exactMatchBonus: 0.2 }, 0.8 / 1.2],
    [['exact'], ['agrees'], { exactMatchBonus: 0.2 }, 1],
    [['partial'], ['agrees'], { partialThreshold: 0.4, scale: 10 }, 4],
  ])('gives %j and %j with %j a score of %d', async (truth, answer, options, expected) => {
    expect((await score(truth, answer, options)).score).toBeCloseTo(expected, 12)
  })

  it('gives a correct answer in other words at least 0.9', async () => {
    expect((await score(['semantic', 'semantic', 'semantic'], ['agrees'])).score).toBeGreaterThanOrEqual(0.9)
  })

  it('counts shares where weighting is share', async () => {
    const truth = [{ type: 'choice', choice: 'semantic', share: 0.8 }] as const
    const answer = [{ type: 'choice', choice: 'agrees', share: 0.1 }] as const
    // A slight doubt about what agrees is no contradiction.
    expect((await score(truth, answer, { weighting: 'share' })).score).toBeCloseTo(0.8, 12)
    const other = { semanticThreshold: 0.6, partialThreshold: 0.1, exactMatchBonus: 1 }
    expect((await score(truth, answer, { weighting: 'share', ...other })).score).toBeCloseTo(0.8, 12)
    expect((await score(truth, answer, { weighting: 'verdict', ...other })).score).toBeCloseTo(0.3, 12)
    const contradicting = [{ type: 'choice', choice: 'contradicts', share: 0.7 }] as const
    expect((await score(truth, contradicting, { weighting: 'share' })).score).toBeCloseTo(0.1, 12)
    expect((await score(truth, answer, { weighting: 'verdict' })).score).toBe(0.9)
  })
})

describe('texts without a claim', () => {
  it('do not dilute contradictions', async () => {
    const contradicting = ['agrees', 'contradicts', ...Array(6).fill('none')] as AgreementVerdict[]
    const withGreetings = await score(['semantic'], contradicting)
    const without = await score(['semantic'], ['agrees', 'contradicts'])
    expect(withGreetings.score).toBe(without.score)
    expect(without.score).toBeCloseTo(0.4, 12)
  })
})

describe('over random verdicts', () => {
  const someTruth = fc.array(fc.constantFrom<SimilarityVerdict>('exact', 'semantic', 'partial', 'missing'), {
    minLength: 1,
    maxLength: 8,
  })
  const someAnswer = fc.array(fc.constantFrom<AgreementVerdict>('agrees', 'extra', 'contradicts', 'none'), {
    minLength: 1,
    maxLength: 8,
  })
  const numberOf = async (...parameters: Parameters<typeof score>) =>
    (await score(...parameters)).score ?? NaN

  it('a worse verdict never raises it', async () => {
    await check(
      fc.asyncProperty(someTruth, someAnswer, fc.nat(), async (truth, answer, at) => {
        const before = await numberOf(truth, answer)
        const missing = await numberOf(truth.with(at % truth.length, 'missing'), answer)
        const contradicting = truth.length
          ? await numberOf(truth, answer.with(at % answer.length, 'contradicts'), { extraInfoPenalty: 0 })
          : 0
        expect(missing).toBeLessThanOrEqual(before + 1e-12)
        expect(contradicting).toBeLessThanOrEqual(
          (await numberOf(truth, answer, { extraInfoPenalty: 0 })) + 1e-12,
        )
      }),
    )
  })
})

describe('outcomes', () => {
  const run = { input: 'Who?', output: 'Eiffel.' }

  it('is an error without ground truth where requireGroundTruth is set', async () => {
    const scorer = createAnswerSimilarityScorer({
      model: judgeById({}),
      options: { requireGroundTruth: true },
    })
    await expect(scorer.run(run)).rejects.toThrow(/requireGroundTruth/)
  })

  it('is 0 without any call for an empty answer, extraction included', async () => {
    const extract = async () => {
      throw new Error('called')
    }
    const model = judgeById({}, { extract })
    const result = await createAnswerSimilarityScorer({ model }).run({
      ...run,
      output: ' ',
      groundTruth: 'It was Eiffel. He built it.',
    })
    expect(result.score).toBe(0)
    expect(result.reason).toMatchInlineSnapshot(
      `"Of 2 units of the ground truth, 0 exact, 0 semantic, 0 partial, 2 missing from the answer; of 0 in the answer, 0 contradicting the ground truth and 0 extra; mean credit 0, less 0.15 for missing units: score 0. Points lost on “It was Eiffel.” (missing from the answer); “He built it.” (missing from the answer)."`,
    )
    expect(model.requests).toHaveLength(0)
  })

  const reference = 'It was Eiffel.'
  const covering = { question: 'Who?', answer: 'Eiffel.', 'units of the reference': { r1: reference } }
  const agreeing = { question: 'Who?', reference, 'units of the answer': { a1: 'Eiffel.' } }

  it('asks about both texts in one call', async () => {
    const model = judgeById({ r1: 'exact', a1: 'contradicts' }, { evidence: () => ({ calls: 1 }) })
    const result = await createAnswerSimilarityScorer({ model }).run({ ...run, groundTruth: reference })
    expect(model.requests.map(({ state }) => state)).toEqual([{ ...covering, ...agreeing }])
    expect(result.analyzeStepResult?.verdicts[0]?.verdict).toBe('exact')
    expect(result.analyzeStepResult?.answerVerdicts[0]?.verdict).toBe('contradicts')
    expect(result.analyzeStepResult?.judge?.calls).toBe(1)
  })

  it('reads the shares of each kind of unit by their own scale, as if they were asked apart', async () => {
    const share: Record<string, number> = { r1: 0.95, r2: 0.5, a1: 3, a2: 90 }
    const verdict: Record<string, string> = { r1: 'semantic', r2: 'partial', a1: 'agrees', a2: 'contradicts' }
    const server = untilTestEnds(
      await openaiServer(({ ids }) => ({
        text: JSON.stringify(
          Object.fromEntries(ids.map((id) => [id, { reason: 'so', share: share[id], verdict: verdict[id] }])),
        ),
      })),
    )
    const scoreIn = async (batchSize: number) => {
      const model = languageJudge(server.chat, { retryDelayInMs: 1 })
      const scorer = createAnswerSimilarityScorer({ model, options: { batchSize } })
      return (
        await scorer.run({
          input: 'Who?',
          output: 'It was I. It was you.',
          groundTruth: 'It was he. It was she.',
        })
      ).score
    }
    const together = await scoreIn(20)
    expect(server.requests).toHaveLength(1)
    expect(together).toBe(await scoreIn(2))
  })

  it('asks about each text with the other as a whole if one call cannot hold both', async () => {
    const model = judgeById({ r1: 'exact', a1: 'contradicts' }, { evidence: () => ({ calls: 1 }) })
    const options = { batchSize: 1 }
    const result = await createAnswerSimilarityScorer({ model, options }).run({
      ...run,
      groundTruth: reference,
    })
    expect(model.requests.map(({ state }) => state)).toEqual([covering, agreeing])
    expect(result.analyzeStepResult?.judge?.calls).toBe(2)
  })

  it('extracts units of both texts where the judge can', async () => {
    const asked: unknown[] = []
    const extract = ({ state }: TextRequest) => {
      asked.push(state.pieces)
      return Object.values(state.pieces as object).map(String)
    }
    const model = judgeById({ r1: 'exact', a1: 'agrees' }, { extract })
    const options = { statements: 'extracted' } as const
    await createAnswerSimilarityScorer({ model, options }).run({ ...run, groundTruth: 'It was Eiffel.' })
    expect(asked).toEqual([{ p1: 'It was Eiffel.' }, { p1: 'Eiffel.' }])
  })
})

describe('the reason', () => {
  it('states what the score is made of, and names what contradicts, is missing and is extra', async () => {
    const truth = ['exact', { type: 'choice', choice: 'missing', reason: 'not said' }] as const
    const answer = [
      'extra',
      'agrees',
      'agrees',
      { type: 'choice', choice: 'contradicts', reason: 'other' },
    ] as const
    const { reason } = await score(truth, answer)
    expect(reason).toMatchInlineSnapshot(
      `"Of 2 units of the ground truth, 1 exact, 0 semantic, 0 partial, 1 missing from the answer; of 4 in the answer, 1 contradicting the ground truth and 1 extra; mean credit 0.5, less 0.25 for contradictions, less 0.075 for missing units, less 0.05 for extra units: score 0.125. Points lost on “Answer number 3 is so.” (contradicts the ground truth: other); “Truth number 1 is so.” (missing from the answer: not said); “Answer number 0 is so.” (not in the ground truth)."`,
    )
  })
})

describe('options', () => {
  it.each<[object, RegExp]>([
    [{ semanticThreshold: 1.1 }, /options\.semanticThreshold/],
    [{ partialThreshold: 0.95 }, /options\.partialThreshold: must not be above semanticThreshold/],
    [{ exactMatchBonus: -0.1 }, /options\.exactMatchBonus/],
    [{ missingPenalty: -1 }, /options\.missingPenalty/],
    [{ contradictionPenalty: Number.NaN }, /options\.contradictionPenalty/],
    [{ extraInfoPenalty: Number.POSITIVE_INFINITY }, /options\.extraInfoPenalty/],
    [{ requireGroundTruth: 'yes' }, /options\.requireGroundTruth/],
  ])('%j is a TypeError that names the option', (options, message) => {
    const create = () => createAnswerSimilarityScorer({ model: judgeById({}), options })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })
})

describe('the prompts', () => {
  const covering = { answer: 'Eiffel.', 'units of the reference': { r1: 'It was Eiffel.' } }
  const agreeing = { reference: 'It was Eiffel.', 'units of the answer': { a1: 'Eiffel.' } }
  const prompt = (state: JsonObject, questions: Questions) =>
    promptText(decisionPrompt({ task: similarityTask, state, questions }))

  it('of answer similarity, version 4', async () => {
    const r1 = coverageQuestion
    const a1 = agreementQuestion
    await expect(prompt({ ...covering, ...agreeing }, { r1, a1 })).toMatchFileSnapshot(
      'prompts/answer-similarity.txt',
    )
    await expect(prompt(covering, { r1 })).toMatchFileSnapshot('prompts/answer-similarity-coverage.txt')
    await expect(prompt(agreeing, { a1 })).toMatchFileSnapshot('prompts/answer-similarity-agreement.txt')
    expect(similarityTask.version).toBe(4)
  })
})

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  crossValidateSupport,
  type MeasuredClaim,
  measureClaims,
  readClaims,
  trainSupport,
} from '../../research/training/claims.ts'
import {
  crossValidateEquivalence,
  measureAnswers,
  predictBest,
  trainEquivalence,
} from '../../research/training/equivalence.ts'
import {
  crossValidate,
  measureCosines,
  measureExamples,
  readExamples,
  train,
} from '../../research/training/examples.ts'
import { areaBetween } from '../../research/training/measures.ts'
import { sharedEncoder } from '../../src/judge/embedded/encoder.ts'
import { equivalenceWeights } from '../../src/judge/embedded/equivalence/weights.ts'
import { predict, type Weights } from '../../src/judge/embedded/regression.ts'
import { encoderWeights, lexicalWeights } from '../../src/judge/embedded/relevance/weights.ts'
import { supportWeights } from '../../src/judge/embedded/support/weights.ts'

test('the area under the curve is the share of pairs in the right order', () => {
  expect(areaBetween([3, 2], [1, 2])).toBe(0.875)
  const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 })
  fc.assert(
    fc.property(numbers, numbers, (positives, negatives) => {
      const pairs = positives.flatMap((positive) =>
        negatives.map((negative) => (Math.sign(positive - negative) + 1) / 2),
      )
      const mean = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length
      expect(areaBetween(positives, negatives)).toBeCloseTo(mean, 12)
    }),
  )
})

describe('fitted to the calibration data', () => {
  const examples = measureExamples(readExamples())

  test('the stored cosines are those of the encoder', async () => {
    const encoder = sharedEncoder()
    if (!encoder) throw new Error('the encoder is not installed')
    const some = examples.filter((_, index) => index % 20 === 0)
    for (const [index, cosine] of (await measureCosines(some, encoder)).entries())
      expect(some[index]?.features.cosine).toBeCloseTo(cosine, 4)
  })

  test('the stored weights are those that training gives', () => {
    expectSame(train(examples, 'encoder'), encoderWeights)
    expectSame(train(examples, 'lexical'), lexicalWeights)

    function expectSame(fitted: Weights, stored: Weights) {
      for (const { features } of examples) {
        const { yes, unsure } = predict(fitted, features)
        expect(predict(stored, features).yes).toBeCloseTo(yes, 3)
        expect(predict(stored, features).unsure).toBeCloseTo(unsure, 3)
      }
    }
  })

  test('unseen statements are told apart as well as docs/reference/embedded-judge.md says', () => {
    const judged = crossValidate(examples, 'encoder')
    expect(judged.size).toBe(examples.length)
    const sharesOf = (dataset: string, label: string) =>
      examples
        .filter((example) => example.dataset === dataset && example.label === label)
        .map(({ id }) => {
          const probabilities = judged.get(id)
          return probabilities ? probabilities.yes + 0.5 * probabilities.unsure : Number.NaN
        })
    const area = (dataset: string) => areaBetween(sharesOf(dataset, 'yes'), sharesOf(dataset, 'no'))
    expect(area('agent-style')).toBeGreaterThan(0.98)
    expect(area('epqa')).toBeGreaterThan(0.86)
    expect(area('clapnq')).toBeGreaterThan(0.76)
  })
})

describe('fitted to claims and their contexts', () => {
  let claims: MeasuredClaim[]

  beforeAll(async () => {
    claims = await measureClaims(readClaims())
  })

  test('the stored weights are those that training gives', () => {
    const fitted = trainSupport(claims)
    for (const { features } of claims) {
      expect(predict(supportWeights, features).yes).toBeCloseTo(predict(fitted, features).yes, 3)
      expect(predict(supportWeights, features).no).toBeCloseTo(predict(fitted, features).no, 3)
    }
  })

  test('claims on unseen articles are told apart as well as docs/reference/embedded-judge.md says', () => {
    const judged = crossValidateSupport(claims)
    expect(judged.size).toBe(claims.length)
    const sharesOf = (dataset: string, isSupported: boolean) =>
      claims
        .filter((claim) => claim.dataset === dataset && (claim.label === 'yes') === isSupported)
        .map(({ id }) => judged.get(id)?.yes ?? Number.NaN)
    const area = (dataset: string) => areaBetween(sharesOf(dataset, true), sharesOf(dataset, false))
    expect(area('agent-style')).toBeGreaterThan(0.92)
    expect(area('realsumm-scu')).toBeGreaterThan(0.88)
    expect(area('fm2')).toBeGreaterThan(0.7)
  })
})

describe('fitted to answers and their references', () => {
  const answers = measureAnswers()

  test('the stored weights are those that training gives', () => {
    const fitted = trainEquivalence(answers)
    for (const answer of answers)
      expect(predictBest(equivalenceWeights, answer)).toBeCloseTo(predictBest(fitted, answer), 3)
  })

  test('answers to unseen questions are told apart as well as docs/reference/embedded-judge.md says', () => {
    const judged = crossValidateEquivalence(answers)
    expect(judged.size).toBe(answers.length)
    const share = (id: string) => judged.get(id) ?? Number.NaN
    const sharesOf = (wanted: string) =>
      answers.filter(({ label }) => label === wanted).map(({ id }) => share(id))
    expect(areaBetween(sharesOf('yes'), sharesOf('no'))).toBeGreaterThan(0.955)
    const right = answers.filter(({ id, label }) => share(id) >= 0.5 === (label === 'yes'))
    expect(right.length / answers.length).toBeGreaterThan(0.915)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countedAnswer,
  isContradiction,
  nearestCreditJudge,
} from '../../../src/judge/composed/nearest-credit-judge.ts'
import type { ChoiceQuestion } from '../../../src/judge/contract.ts'
import { choice, gradedJudge, relevance, requestOf, yesNo } from '../../support/graded-judge.ts'
import { check } from '../../support/score-properties.ts'

const graded: ChoiceQuestion<'yes' | 'unsure' | 'no'> = {
  ...relevance,
  share: 'how many',
  line: { yes: 1, unsure: 0.5, no: 0 },
}
const support: ChoiceQuestion = {
  type: 'choice',
  instructions: 'Is it supported?',
  criteria: { yes: 'it is', no: 'denied', unsure: 'not said', none: 'no claim' },
  share: 'how many',
  line: { yes: 1, unsure: 0, no: 0 },
}
const counts = (question: ChoiceQuestion, said: string, share?: number) =>
  countedAnswer(question, choice(said, share === undefined ? {} : { share })).choice

describe('the verdict that counts', () => {
  it.each([
    ['no', 0.24, 'no'],
    ['no', 0.26, 'unsure'],
    ['yes', 0.74, 'unsure'],
    ['unsure', 0.76, 'yes'],
    ['no', 0.98, 'yes'],
    ['yes', 0.02, 'no'],
    // Level: what the judge said, or else what is nearest to that.
    ['no', 0.25, 'no'],
    ['unsure', 0.25, 'unsure'],
    ['yes', 0.25, 'unsure'],
    ['no', 0.75, 'unsure'],
  ])('of "%s" with a share of %d is "%s"', (said, share, expected) => {
    expect(counts(graded, said, share)).toBe(expected)
  })

  it('is cut at one half where there are two outcomes, and keeps which of the equal ones was said', () => {
    expect(counts(support, 'no', 0.49)).toBe('no')
    expect(counts(support, 'unsure', 0.49)).toBe('unsure')
    expect(counts(support, 'no', 0.51)).toBe('yes')
    expect(counts(support, 'yes', 0.49)).toBe('unsure')
    expect(counts(support, 'yes', 0.5)).toBe('yes')
    expect(counts(support, 'no', 0.5)).toBe('no')
  })

  it('is what the judge said beside the line, without a share, and without a line', () => {
    expect(counts(support, 'none', 0.98)).toBe('none')
    expect(counts(graded, 'no')).toBe('no')
    expect(countedAnswer({ ...yesNo, share: 'how many' }, choice('no', { share: 0.98 })).choice).toBe('no')
  })

  it('keeps what the judge called it', () => {
    expect(countedAnswer(graded, choice('yes', { share: 0.6 }))).toMatchObject({
      choice: 'unsure',
      stated: 'yes',
      share: 0.6,
    })
    expect(countedAnswer(graded, choice('yes', { share: 0.9 }))).not.toHaveProperty('stated')
  })

  it('is nearest to the expected place under probabilities, whatever is likeliest', () => {
    const probabilities = { yes: 0.37, unsure: 0.2, no: 0.43 }
    expect(countedAnswer(graded, choice('no', { probabilities, share: 0.02 }))).toMatchObject({
      choice: 'unsure',
      stated: 'no',
    })
  })

  it('of a yes/no question is cut at one half', () => {
    const question = { type: 'boolean', instructions: 'Is it?', share: 'how many' } as const
    expect(countedAnswer(question, { type: 'boolean', verdict: true, share: 0.3 })).toEqual({
      type: 'boolean',
      verdict: false,
      stated: true,
      share: 0.3,
    })
    expect(countedAnswer(question, { type: 'boolean', verdict: true, share: 0.5 }).verdict).toBe(true)
  })

  it('has no credit farther from the share than another, and rises with the share', () => {
    const options = ['yes', 'unsure', 'no'] as const
    const line = graded.line as Record<string, number>
    const someShare = fc.double({ min: 0, max: 1, noNaN: true })
    check(
      fc.property(fc.constantFrom(...options), someShare, someShare, (said, share, other) => {
        const credit = (share: number) => line[counts(graded, said, share)] as number
        for (const option of options) {
          expect(Math.abs(credit(share) - share)).toBeLessThanOrEqual(
            Math.abs((line[option] as number) - share) + 1e-8,
          )
        }
        const [low, high] = [Math.min(share, other), Math.max(share, other)]
        expect(credit(low)).toBeLessThanOrEqual(credit(high))
      }),
    )
  })
})

describe('a contradiction', () => {
  it.each([
    [graded, 'no', 0.76, true],
    [graded, 'no', 0.75, false],
    [graded, 'no', 0.5, false],
    [graded, 'unsure', 0.99, false],
    [graded, 'yes', 0.02, true],
    [support, 'no', 0.98, true],
    [support, 'yes', 0.3, false],
    [support, 'yes', 0.2, true],
    [support, 'none', 0.98, false],
  ] as const)('of %o with "%s" and %d: %s', (question, said, share, expected) => {
    expect(isContradiction(question, choice(said, { share }))).toBe(expected)
  })
})

describe('a judge that contradicts itself', () => {
  const questions = { s1: graded, s2: graded, s3: graded }
  const answering = (second: { choice: string; share: number }) => {
    let asked = 0
    return gradedJudge('odd', (_, id) => {
      if (id !== 's2') return { choice: 'yes', share: 0.9 }
      asked += 1
      return asked === 1 ? { choice: 'no', share: 0.98 } : second
    })
  }

  it('is asked once more about that alone, and its second answer counts', async () => {
    const judge = answering({ choice: 'no', share: 0.1 })
    const { answers, evidence } = await nearestCreditJudge(judge).decide(requestOf(questions))
    expect(judge.requests.map(({ questions }) => Object.keys(questions))).toEqual([
      ['s1', 's2', 's3'],
      ['s2'],
    ])
    expect(judge.requests[1]?.state).toEqual(judge.requests[0]?.state)
    expect([answers.s1.choice, answers.s2.choice]).toEqual(['yes', 'no'])
    expect(evidence.calls).toBe(2)
    expect(evidence.warnings).toEqual(['verdict and share contradict each other on s2: asked again'])
  })

  it('has its share counted where it stays so, with a warning', async () => {
    const judge = answering({ choice: 'no', share: 0.97 })
    const { answers, evidence } = await nearestCreditJudge(judge).decide(requestOf(questions))
    expect(answers.s2).toMatchObject({ choice: 'yes', stated: 'no', share: 0.97 })
    expect(evidence.warnings[1]).toBe(
      's2: the judge said "no" and gave a share of 97 of 100, so the share decides',
    )
  })

  it('is asked in one call where it contradicts itself everywhere', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `s${index + 1}`)
    const judge = gradedJudge('inverted', () => ({ choice: 'no', share: 0.98 }))
    const all = Object.fromEntries(ids.map((id) => [id, graded]))
    const { evidence } = await nearestCreditJudge(judge).decide(requestOf(all))
    expect(judge.requests.map(({ questions }) => Object.keys(questions))).toEqual([ids, ids])
    expect(evidence.warnings).toHaveLength(9)
  })

  it('is not asked again where it always says the same', async () => {
    const judge = gradedJudge('fixed', () => ({ choice: 'no', share: 0.98 }), { deterministic: true })
    const { answers, evidence } = await nearestCreditJudge(judge).decide(requestOf({ s1: graded }))
    expect(answers.s1.choice).toBe('yes')
    expect(judge.requests).toHaveLength(1)
    expect(evidence.warnings).toHaveLength(1)
  })
})

it('leaves verdicts alone that follow a rule of their own, and those of a vote without shares', async () => {
  const final = gradedJudge('fitted', () => ({ choice: 'no', share: 0.6 }), { verdictsAreFinal: true })
  const decided = await nearestCreditJudge(final).decide(requestOf({ s1: graded }))
  expect(decided.answers.s1.choice).toBe('no')
  const probabilities = { yes: 2 / 3, unsure: 0, no: 1 / 3 }
  const vote = gradedJudge('three', () => ({ choice: 'yes', probabilities }), {
    evidence: () => ({ agreement: { s1: 2 / 3 } }),
  })
  const voted = await nearestCreditJudge(vote).decide(requestOf({ s1: graded }))
  expect(voted.answers.s1.choice).toBe('yes')
})

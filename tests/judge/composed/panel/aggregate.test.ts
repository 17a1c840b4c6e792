import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateVotes, agreementOf } from '../../../../src/judge/composed/panel/aggregate.ts'
import { isSettled, votesToSettle } from '../../../../src/judge/composed/panel/poll.ts'
import type { Answer, ChoiceAnswer } from '../../../../src/judge/contract.ts'
import { choice, relevance, yesNo } from '../../../support/graded-judge.ts'

const scale = { type: 'score', instructions: 'How good?', criteria: ['bad', 'fair', 'good', 'best'] } as const
const flag = { type: 'boolean', instructions: 'Is it?' } as const
const score = (value: number): Answer => ({ type: 'score', score: value })

describe('a majority', () => {
  it('is the verdict of most votes, with the parts of the votes as probabilities', () => {
    const votes = [choice('no'), choice('yes'), choice('yes'), choice('unsure'), choice('yes')]
    expect(aggregateVotes(relevance, votes, 'majority')).toEqual({
      type: 'choice',
      choice: 'yes',
      probabilities: { yes: 0.6, unsure: 0.2, no: 0.2 },
    })
  })

  it('falls to the level verdict that was voted for first', () => {
    const votes = [choice('unsure'), choice('no'), choice('yes'), choice('yes'), choice('no')]
    expect(aggregateVotes(relevance, votes, 'majority')).toMatchObject({ choice: 'no' })
  })

  it('has the mean share, and the words of the first vote that agrees', () => {
    const votes = [
      { ...choice('no', { share: 0.2 }), reason: 'nothing there' },
      { ...choice('yes', { share: 0.8 }), reason: 'it says so' },
      { ...choice('yes', { share: 0.5 }), reason: 'partly' },
    ]
    expect(aggregateVotes(yesNo, votes, 'majority')).toEqual({
      type: 'choice',
      choice: 'yes',
      share: 0.5,
      reason: 'it says so',
    })
  })

  it('of scores is their median', () => {
    expect(aggregateVotes(scale, [score(0), score(3), score(2)], 'majority')).toMatchObject({ score: 2 })
    expect(aggregateVotes(scale, [score(0), score(3), score(2), score(1)], 'majority')).toMatchObject({
      score: 1.5,
    })
  })
})

describe('a mean', () => {
  it('can go against the majority where one vote is surer', () => {
    const votes = [
      choice('yes', { probabilities: { yes: 0.55, no: 0.45 } }),
      choice('yes', { probabilities: { yes: 0.6, no: 0.4 } }),
      choice('no', { probabilities: { yes: 0.05, no: 0.95 } }),
    ]
    expect(aggregateVotes(yesNo, votes, 'mean')).toMatchObject({ choice: 'no' })
    const { probabilities } = aggregateVotes(yesNo, votes, 'mean') as ChoiceAnswer
    expect(probabilities?.yes).toBeCloseTo(0.4, 12)
  })

  it('takes a vote without probabilities as certain', () => {
    const votes: Answer[] = [
      { type: 'boolean', verdict: true },
      { type: 'boolean', verdict: false, probability: 0.4 },
    ]
    expect(aggregateVotes(flag, votes, 'mean')).toEqual({ type: 'boolean', verdict: true, probability: 0.7 })
  })

  it('of scores is their mean', () => {
    expect(aggregateVotes(scale, [score(0), score(3), score(3)], 'mean')).toMatchObject({ score: 2 })
  })
})

it('agreement is the part of the votes that say what came out', () => {
  const votes = [choice('yes'), choice('no'), choice('yes'), choice('yes')]
  expect(agreementOf(votes, choice('yes'))).toBe(0.75)
  expect(agreementOf([score(1), score(1.4), score(3)], score(1.4))).toBeCloseTo(2 / 3, 12)
})

describe('a question is settled', () => {
  const options = ['yes', 'unsure', 'no']
  const someVotes = fc.array(fc.constantFrom(...options), { minLength: 1, maxLength: 5 })

  it('exactly where no rest of the votes gives another majority, as trying all of them shows', () => {
    const allOf = (length: number): string[][] =>
      length === 0 ? [[]] : allOf(length - 1).flatMap((rest) => options.map((option) => [...rest, option]))
    const outcome = (given: readonly string[]) =>
      (
        aggregateVotes(
          relevance,
          given.map((option) => choice(option)),
          'majority',
        ) as { choice: string }
      ).choice
    fc.assert(
      fc.property(someVotes, fc.integer({ min: 0, max: 4 }), (given, remaining) => {
        const slow = allOf(remaining).every((rest) => outcome([...given, ...rest]) === outcome(given))
        const fast = isSettled(
          relevance,
          given.map((option) => choice(option)),
          remaining,
        )
        expect(fast).toBe(slow)
      }),
    )
  })

  it('of a scale where no rest of the scores moves the median', () => {
    const level = fc.integer({ min: 0, max: 3 })
    const allOf = (length: number): number[][] =>
      length === 0 ? [[]] : allOf(length - 1).flatMap((rest) => [0, 1, 2, 3].map((value) => [...rest, value]))
    const outcome = (given: readonly number[]) =>
      (aggregateVotes(scale, given.map(score), 'majority') as { score: number }).score
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 3 }),
        (given, remaining) => {
          const ends = allOf(remaining).map((rest) => outcome([...given, ...rest]))
          expect(isSettled(scale, given.map(score), remaining)).toBe(new Set(ends).size === 1)
        },
      ),
    )
  })

  it('of five voters, three are asked at first, since two can settle nothing', () => {
    expect(votesToSettle(relevance, [], 5, 3)).toBe(3)
    expect(votesToSettle(relevance, [choice('yes'), choice('yes'), choice('no')], 2, 3)).toBe(1)
    expect(votesToSettle(relevance, [choice('yes'), choice('no')], 3, 3)).toBe(2)
  })
})

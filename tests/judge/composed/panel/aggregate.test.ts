import { describe, expect, it } from 'vitest'
import { aggregateVotes, measureConsensus } from '../../../../src/judge/composed/panel/aggregate.ts'
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
  expect(measureConsensus(votes, choice('yes'))).toBe(0.75)
  expect(measureConsensus([score(1), score(1.4), score(3)], score(1.4))).toBeCloseTo(2 / 3, 12)
})

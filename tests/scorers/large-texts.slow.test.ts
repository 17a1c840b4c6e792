import { describe, expect, it } from 'vitest'
import { embeddedJudge } from '../../src/judge/embedded/embedded-judge.ts'
import {
  createAnswerRelevancyScorer,
  createCompletenessScorer,
  createContentSimilarityScorer,
  createFaithfulnessScorer,
  createKeywordCoverageScorer,
  createTextualDifferenceScorer,
  createToneScorer,
} from '../../src/scorers/index.ts'
import { expectInRange } from '../support/score-properties.ts'

const scorers = {
  completeness: createCompletenessScorer,
  'content-similarity': createContentSimilarityScorer,
  'keyword-coverage': createKeywordCoverageScorer,
  'textual-difference': createTextualDifferenceScorer,
  tone: createToneScorer,
}

describe.each(Object.entries(scorers))('%s', (_, create) => {
  it('takes a megabyte of one word, of blanks, of emojis and of lone surrogates', async () => {
    for (const unit of ['a', ' ', '\n', '👍', '\ud800', '天', '. ', 'a-']) {
      const output = unit.repeat(1_000_000 / unit.length)
      const result = await create().run({ input: `${output}b`, output })
      if (!result.notScorable) expectInRange(result.score, 1)
    }
  })
})

it('a megabyte of two sentences is judged as the two sentences are', async () => {
  const two = 'Returns are free within 30 days. The museum opens at nine in the morning.'
  const input = 'Can I return it?'
  const judge = embeddedJudge()
  for (const scorer of [
    createAnswerRelevancyScorer({ model: judge }),
    createFaithfulnessScorer({
      model: judge,
      options: { context: [two.slice(0, 32), 'Tea is served. '.repeat(1_000)] },
    }),
  ]) {
    const once = await scorer.run({ input, output: two } as never)
    const often = await scorer.run({ input, output: `${two} `.repeat(13_500) } as never)
    expect(once.score).toBeGreaterThan(0)
    expect(often.score).toBeCloseTo(once.score ?? Number.NaN, 9)
  }
})

import { describe, it } from 'vitest'
import {
  createCompletenessScorer,
  createContentSimilarityScorer,
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
  }, 120_000)
})

import { z } from 'zod/v4'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { inSlices } from '../shared/slices.ts'
import { compareKeywords } from '../text/measures/keywords.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './common/code-scorer.ts'
import { notBlank } from './common/options.ts'
import { explainEmpty, readCompared } from './material/ground-truth.ts'
import { plural } from './reason/count-found.ts'

/** A set that serialises to a list: JSON has no sets, and would store `{}`. */
class KeywordSet extends Set<string> {
  toJSON(): string[] {
    return [...this]
  }
}

/**
 * # Keyword coverage
 *
 * Does the answer use the words of the reference that carry its meaning?
 *
 *     score = scale · keywords of the reference found in the answer / keywords of the reference
 *
 * The reference is the ground truth, or the input if there is none. Keywords are its words and compounds
 * without the function words of its language; see {@link compareKeywords}. Synonyms do not count.
 */
function keywordCoverage(
  config: CodeScorerConfig & {
    /** More terms of several words that are one keyword, like "machine learning". Default none. */
    compounds?: readonly string[]
  },
) {
  return codeScorer(config, {
    factory: 'createKeywordCoverageScorer',
    id: 'keyword-coverage',
    name: 'Keyword Coverage',
    description: 'How many keywords of the reference the answer contains',
    config: z.strictObject({ ...codeScorerOptions, compounds: z.array(notBlank).readonly().default([]) }),

    async read(run, { compounds }) {
      const compared = readCompared(run)
      if (isNotScorable(compared)) return compared
      const { reference, answer, referenceIs } = compared
      const keywords = await inSlices(compareKeywords(reference, answer, compounds))
      if (keywords.referenceKeywords.size === 0 && reference !== '') {
        return notScorable(`the ${referenceIs} has no keywords`)
      }
      return {
        referenceKeywords: new KeywordSet(keywords.referenceKeywords) as ReadonlySet<string>,
        responseKeywords: new KeywordSet(keywords.outputKeywords) as ReadonlySet<string>,
        /** Keywords of the reference that the answer does not have. */
        missingKeywords: keywords.missingKeywords,
        referenceIs,
        isEmptyAnswer: answer === '',
      }
    },
    measure({ referenceKeywords: { size }, missingKeywords }) {
      return { totalKeywords: size, matchedKeywords: size - missingKeywords.length }
    },

    score({ totalKeywords, matchedKeywords }, { isEmptyAnswer }, scale) {
      if (totalKeywords > 0) return scale * (matchedKeywords / totalKeywords)
      return isEmptyAnswer ? scale : 0
    },
    explain({ totalKeywords, matchedKeywords }, { missingKeywords, referenceIs, isEmptyAnswer }) {
      if (totalKeywords === 0) return explainEmpty(referenceIs, isEmptyAnswer)
      const count = `the answer contains ${matchedKeywords} of ${totalKeywords} ${plural(totalKeywords, 'keyword')} of the ${referenceIs}`
      return { count, lacking: missingKeywords }
    },
  })
}

export interface KeywordCoverageScorer extends ReturnType<typeof keywordCoverage> {}

/**
 * Scores how many keywords of a reference an answer has, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` if reference and answer are both empty and 0 if only one of them
 * is; *not scorable* without a reference, or if the reference has no keywords.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createKeywordCoverageScorer(
  config: Parameters<typeof keywordCoverage>[0] = {},
): KeywordCoverageScorer {
  return keywordCoverage(config)
}

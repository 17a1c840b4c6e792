import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { compareKeywords } from '../text/keywords.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './chain/code-scorer.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { inSlices } from './chain/in-slices.ts'
import { readOptions } from './chain/options.ts'
import { checkScore } from './chain/weighting.ts'
import { type Compared, readCompared } from './material/reference.ts'
import { listSome } from './reason/list-some.ts'
import { composeReason } from './reason/reason.ts'

/**
 * # Keyword coverage
 *
 * Does the answer use the words of the reference that carry its meaning?
 *
 *     score = scale · keywords of the reference found in the answer / keywords of the reference
 *
 * The reference is the ground truth, or the input where there is none. Keywords are its words and compounds without
 * the function words of its language; see {@link compareKeywords}. Synonyms do not count.
 */
export interface KeywordCoverageConfig extends CodeScorerConfig {
  /** Terms of several words that are one keyword, besides the usual ones ("machine learning"). Default none. */
  compounds?: readonly string[]
}

/** A set that is stored as a list: JSON has no sets, and would keep `{}`. */
class KeywordSet extends Set<string> {
  toJSON(): string[] {
    return [...this]
  }
}

export interface ExtractedKeywords {
  readonly referenceKeywords: ReadonlySet<string>
  readonly responseKeywords: ReadonlySet<string>
  /** Keywords of the reference that the answer does not have. */
  readonly missingKeywords: readonly string[]
  readonly referenceIs: Compared['referenceIs']
}

export interface CountedKeywords {
  readonly totalKeywords: number
  readonly matchedKeywords: number
}

const configSchema = z.strictObject({
  ...codeScorerOptions,
  compounds: z.array(z.string().regex(/\S/, 'must not be blank')).readonly().default([]),
})

/**
 * Scores how many keywords of a reference an answer has, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` where reference and answer are both empty and 0 where one of
 * them is; *not scorable* without a reference, or where the reference has no keywords.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createKeywordCoverageScorer(config: KeywordCoverageConfig = {}) {
  const {
    scale,
    compounds,
    id = 'keyword-coverage',
    name = 'Keyword Coverage',
  } = readOptions('createKeywordCoverageScorer', configSchema, config)

  const scorer = codeScorer(id, name, 'How many keywords of the reference the answer has')
    .preprocess(async ({ run }): Promise<ExtractedKeywords | NotScorable> => {
      const compared = readCompared(run)
      if (isNotScorable(compared)) return compared
      const { reference, answer, referenceIs } = compared
      const found = await inSlices(compareKeywords(reference, answer, compounds))
      if (found.referenceKeywords.size === 0 && reference !== '') {
        return notScorable(`the ${referenceIs} has no keywords`)
      }
      return {
        referenceKeywords: new KeywordSet(found.referenceKeywords),
        responseKeywords: new KeywordSet(found.outputKeywords),
        missingKeywords: found.missingKeywords,
        referenceIs,
      }
    })
    .analyze(({ results }): CountedKeywords => {
      const { referenceKeywords, missingKeywords } = results.preprocessStepResult
      const totalKeywords = referenceKeywords.size
      return { totalKeywords, matchedKeywords: totalKeywords - missingKeywords.length }
    })
    .generateScore(({ run, results }) => {
      const { totalKeywords, matchedKeywords } = results.analyzeStepResult
      if (totalKeywords === 0) return isEmptyAnswer(run) ? scale : 0
      return checkScore(scale * (matchedKeywords / totalKeywords), scale)
    })
    .generateReason(({ results, score }) => {
      const { missingKeywords, referenceIs } = results.preprocessStepResult
      const { totalKeywords, matchedKeywords } = results.analyzeStepResult
      if (totalKeywords === 0) {
        const answer = score === 0 ? 'is not' : 'is empty, too'
        return composeReason(score, scale, `the ${referenceIs} is empty and the answer ${answer}`, [])
      }
      const count = `the answer has ${matchedKeywords} of ${totalKeywords} keywords of the ${referenceIs}`
      const missing = missingKeywords.length === 0 ? '' : ` Missing: ${listSome(missingKeywords)}.`
      return composeReason(score, scale, count, []) + missing
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

function isEmptyAnswer(run: Parameters<typeof readCompared>[0]): boolean {
  const compared = readCompared(run)
  return !isNotScorable(compared) && compared.answer === ''
}

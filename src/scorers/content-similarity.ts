import { isNotScorable, type NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { contentSimilarity, normalizeText } from '../text/content-similarity.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './chain/code-scorer.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { inSlices } from './chain/in-slices.ts'
import { readOptions } from './chain/options.ts'
import { checkScore } from './chain/weighting.ts'
import { type Compared, readCompared } from './material/reference.ts'
import { composeReason } from './reason/reason.ts'

/**
 * # Content similarity
 *
 * How alike are answer and reference in their content words?
 *
 *     score = scale · similarity
 *
 * The reference is the ground truth, or the input where there is none. For the similarity see
 * {@link contentSimilarity}: it does not drift with the length of the texts. It compares words, not meaning.
 */
export interface ContentSimilarityConfig extends CodeScorerConfig {
  /** Whether "Paris" and "PARIS" are the same word. Default true. */
  ignoreCase?: boolean
  /** Whether line breaks and runs of blanks are the same as one blank. Default true. */
  ignoreWhitespace?: boolean
}

export interface ProcessedTexts {
  /** The reference as it is compared. */
  readonly processedInput: string
  /** The answer as it is compared. */
  readonly processedOutput: string
  readonly referenceIs: Compared['referenceIs']
}

const configSchema = z.strictObject({
  ...codeScorerOptions,
  ignoreCase: z.boolean().default(true),
  ignoreWhitespace: z.boolean().default(true),
})

/**
 * Scores how alike an answer and a reference are, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` where both are empty and 0 where one of them is; *not
 * scorable* without a reference.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createContentSimilarityScorer(config: ContentSimilarityConfig = {}) {
  const {
    scale,
    id = 'content-similarity',
    name = 'Content Similarity',
    ...options
  } = readOptions('createContentSimilarityScorer', configSchema, config)

  const scorer = codeScorer(id, name, 'How alike the answer and the reference are in their content words')
    .preprocess(({ run }): ProcessedTexts | NotScorable => {
      const compared = readCompared(run)
      if (isNotScorable(compared)) return compared
      return {
        processedInput: normalizeText(compared.reference, options),
        processedOutput: normalizeText(compared.answer, options),
        referenceIs: compared.referenceIs,
      }
    })
    .analyze(async ({ results }) => {
      const { processedInput, processedOutput } = results.preprocessStepResult
      return { similarity: await inSlices(contentSimilarity(processedInput, processedOutput)) }
    })
    .generateScore(({ results }) => checkScore(scale * results.analyzeStepResult.similarity, scale))
    .generateReason(({ results, score }) => {
      const { processedInput, processedOutput, referenceIs } = results.preprocessStepResult
      const lengths = `${processedInput.length} and ${processedOutput.length} characters`
      const count = `similarity of the ${referenceIs} and the answer in content words (${lengths})`
      return composeReason(score, scale, count, [])
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

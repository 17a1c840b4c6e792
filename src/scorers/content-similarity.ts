import type { NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { isNotScorable } from '../shared/core-evals.ts'
import { inSlices } from '../shared/slices.ts'
import { contentSimilarity, normalizeText } from '../text/measures/content-similarity.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './common/code-scorer.ts'
import { type ComparedTexts, readCompared } from './material/ground-truth.ts'

/**
 * # Content similarity
 *
 * How similar are answer and reference in their content words?
 *
 *     score = scale · similarity
 *
 * The reference is the ground truth, or the input if there is none. For the similarity see
 * {@link contentSimilarity}: it does not drift with the length of the texts. It compares words, not meaning.
 */
function contentSimilarityScorer(
  config: CodeScorerConfig & {
    /** Whether "Paris" and "PARIS" are the same word. Default true. */
    ignoreCase?: boolean
    /** Whether line breaks and runs of blanks are the same as one blank. Default true. */
    ignoreWhitespace?: boolean
  },
) {
  return codeScorer(config, {
    factory: 'createContentSimilarityScorer',
    id: 'content-similarity',
    name: 'Content Similarity',
    description: 'How similar the answer and the reference are in their content words',
    config: z.strictObject({
      ...codeScorerOptions,
      ignoreCase: z.boolean().default(true),
      ignoreWhitespace: z.boolean().default(true),
    }),
    read(
      run,
      settings,
    ):
      | {
          /** The reference after normalisation. */
          readonly processedInput: string
          /** The answer after normalisation. */
          readonly processedOutput: string
          readonly referenceIs: ComparedTexts['referenceIs']
        }
      | NotScorable {
      const compared = readCompared(run)
      if (isNotScorable(compared)) return compared
      return {
        processedInput: normalizeText(compared.reference, settings),
        processedOutput: normalizeText(compared.answer, settings),
        referenceIs: compared.referenceIs,
      }
    },
    async measure({ processedInput, processedOutput }) {
      return { similarity: await inSlices(contentSimilarity(processedInput, processedOutput)) }
    },
    score: ({ similarity }, _, scale) => scale * similarity,
    explain({ similarity }, { processedInput, processedOutput, referenceIs }) {
      const lengths = `${processedInput.length} and ${processedOutput.length} characters`
      const shared = similarity === 0 ? 'none' : similarity === 1 ? 'all' : 'some'
      return {
        count: `the answer and the ${referenceIs} have ${shared} of their content words in common (${lengths})`,
      }
    },
  })
}

export interface ContentSimilarityScorer extends ReturnType<typeof contentSimilarityScorer> {}

/**
 * Scores how similar an answer and a reference are, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` if both are empty and 0 if only one of them is; *not scorable*
 * without a reference.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createContentSimilarityScorer(
  config: Parameters<typeof contentSimilarityScorer>[0] = {},
): ContentSimilarityScorer {
  return contentSimilarityScorer(config)
}

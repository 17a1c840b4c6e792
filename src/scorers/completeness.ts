import type { NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { inSlices } from '../shared/slices.ts'
import { coverElements } from '../text/measures/covered-elements.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './common/code-scorer.ts'
import { type ComparedTexts, explainEmpty, readCompared } from './material/ground-truth.ts'
import { plural } from './reason/count-found.ts'

/**
 * # Completeness
 *
 * How much of the reference's content does the answer mention, too?
 *
 *     score = scale · elements of the reference that the answer covers / elements of the reference
 *
 * The reference is the ground truth, or the input if there is none. Elements are its content words; see
 * {@link coverElements}. The metric counts words, not meaning: a sentence and its negation cover each other.
 */
function completeness(config: CodeScorerConfig) {
  return codeScorer(config, {
    factory: 'createCompletenessScorer',
    id: 'completeness',
    name: 'Completeness',
    description: 'How much of the reference the answer covers, by content words',
    config: z.strictObject(codeScorerOptions),

    async read(run): Promise<
      | {
          /** The elements of the reference, each once. */
          readonly inputElements: readonly string[]
          /** The elements of the answer. */
          readonly outputElements: readonly string[]
          /** The elements of the reference that the answer does not cover. */
          readonly missingElements: readonly string[]
          readonly elementCounts: { readonly input: number; readonly output: number }
          readonly referenceIs: ComparedTexts['referenceIs']
          readonly isEmptyAnswer: boolean
        }
      | NotScorable
    > {
      const compared = readCompared(run)
      if (isNotScorable(compared)) return compared
      const { reference, answer, referenceIs } = compared
      const coverage = await inSlices(coverElements(reference, answer))
      const { referenceElements, outputElements, missingElements } = coverage
      // An empty reference is scored; function words alone say nothing that could be covered.
      if (referenceElements.length === 0 && reference !== '') {
        return notScorable(`the ${referenceIs} has no content words to cover`)
      }
      return {
        inputElements: referenceElements,
        outputElements,
        missingElements,
        elementCounts: { input: referenceElements.length, output: outputElements.length },
        referenceIs,
        isEmptyAnswer: answer === '',
      }
    },

    score(_, { elementCounts: { input: total }, missingElements, isEmptyAnswer }, scale) {
      if (total > 0) return scale * ((total - missingElements.length) / total)
      return isEmptyAnswer ? scale : 0
    },

    explain(_, { elementCounts: { input: total }, missingElements, referenceIs, isEmptyAnswer }) {
      if (total === 0) return explainEmpty(referenceIs, isEmptyAnswer)
      const covered = total - missingElements.length
      const count = `the answer covers ${covered} of ${total} ${plural(total, 'element')} of the ${referenceIs}`
      return { count, lacking: missingElements }
    },
  })
}

export interface CompletenessScorer extends ReturnType<typeof completeness> {}

/**
 * Scores how much of a reference an answer covers, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` if reference and answer are both empty and 0 if only one of them
 * is; *not scorable* without a reference, or if the reference has no content words.
 *
 * @throws TypeError for an option out of range, which it names.
 *
 * @example
 * ```ts
 * import { createCompletenessScorer } from 'mastra-verdict'
 *
 * const { score } = await createCompletenessScorer().run({
 *   input: 'Describe the tower and the river.',
 *   output: 'The tower stands beside the river.',
 * })
 * console.log(score?.toFixed(2)) // 0.67
 * ```
 */
export function createCompletenessScorer(config: CodeScorerConfig = {}): CompletenessScorer {
  return completeness(config)
}

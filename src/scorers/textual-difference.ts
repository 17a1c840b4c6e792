import { z } from 'zod/v4'
import { formatNumber } from '../shared/format-number.ts'
import { inSlices } from '../shared/slices.ts'
import { measureDifference, type TextDifference } from '../text/difference/text-difference.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './common/code-scorer.ts'
import { type ComparedTexts, readCompared } from './material/ground-truth.ts'
import { plural } from './reason/count-found.ts'

/**
 * # Textual difference
 *
 * How much of the reference's text appears in the answer, in the same order?
 *
 *     score = scale · ratio · confidence
 *     ratio = 2 · common characters / characters of both
 *     confidence = 1 − difference of the lengths / the greater length
 *
 * The reference is the ground truth, or the input if there is none. {@link measureDifference} defines the common
 * characters.
 */
function textualDifference(config: CodeScorerConfig) {
  return codeScorer(config, {
    factory: 'createTextualDifferenceScorer',
    id: 'textual-difference',
    name: 'Textual Difference',
    description: 'How little the text of the answer differs from the reference',
    config: z.strictObject(codeScorerOptions),
    read: readCompared,
    async measure({ reference, answer, referenceIs }): Promise<
      TextDifference & {
        /** 1 − `lengthDiff`. */
        readonly confidence: number
        readonly referenceIs: ComparedTexts['referenceIs']
      }
    > {
      const { ratio, changes, lengthDiff } = await inSlices(measureDifference(reference, answer))
      return { confidence: 1 - lengthDiff, ratio, changes, lengthDiff, referenceIs }
    },
    score: ({ ratio, confidence }, _, scale) => scale * ratio * confidence,
    explain({ ratio, confidence, changes, referenceIs }) {
      const places = `${changes} ${plural(changes, 'place')}`
      return {
        count: `the answer differs from the ${referenceIs} in ${places} (similarity ${formatNumber(ratio)}, times ${formatNumber(confidence)} for length)`,
      }
    },
  })
}

export interface TextualDifferenceScorer extends ReturnType<typeof textualDifference> {}

/**
 * Scores how little an answer differs from a reference as a text, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` for the same text, including two empty ones; *not scorable*
 * without a reference.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTextualDifferenceScorer(config: CodeScorerConfig = {}): TextualDifferenceScorer {
  return textualDifference(config)
}

import { isNotScorable, type NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { differenceOf, type TextDifference } from '../text/difference/text-difference.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './chain/code-scorer.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { inSlices } from './chain/in-slices.ts'
import { readOptions } from './chain/options.ts'
import { checkScore } from './chain/weighting.ts'
import { type Compared, readCompared } from './material/reference.ts'
import { composeReason, formatScore } from './reason/reason.ts'

/**
 * # Textual difference
 *
 * How much of the text of the reference stands in the answer, in the same order?
 *
 *     score = scale · ratio · confidence
 *     ratio = 2 · common characters / characters of both
 *     confidence = 1 − difference of the lengths / the greater length
 *
 * The reference is the ground truth, or the input where there is none. For what is common see {@link differenceOf}.
 */
export type TextualDifferenceConfig = CodeScorerConfig

export interface MeasuredDifference extends TextDifference {
  /** 1 − `lengthDiff`. */
  readonly confidence: number
  readonly referenceIs: Compared['referenceIs']
}

/**
 * Scores how little an answer differs from a reference as a text, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale], `scale` for the same text, two empty ones included; *not scorable*
 * without a reference.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTextualDifferenceScorer(config: TextualDifferenceConfig = {}) {
  const {
    scale,
    id = 'textual-difference',
    name = 'Textual Difference',
  } = readOptions('createTextualDifferenceScorer', z.strictObject(codeScorerOptions), config)

  const scorer = codeScorer(id, name, 'How little the answer differs from the reference as a text')
    .analyze(async ({ run }): Promise<MeasuredDifference | NotScorable> => {
      const compared = readCompared(run)
      if (isNotScorable(compared)) return compared
      const { reference, answer, referenceIs } = compared
      const { ratio, changes, lengthDiff } = await inSlices(differenceOf(reference, answer))
      return { confidence: 1 - lengthDiff, ratio, changes, lengthDiff, referenceIs }
    })
    .generateScore(({ results }) => {
      const { ratio, confidence } = results.analyzeStepResult
      return checkScore(scale * ratio * confidence, scale)
    })
    .generateReason(({ results, score }) => {
      const { ratio, confidence, changes, referenceIs } = results.analyzeStepResult
      const places = changes === 1 ? '1 place' : `${changes} places`
      const count = `the answer differs from the ${referenceIs} in ${places}; ratio ${formatScore(ratio)}, confidence ${formatScore(confidence)}`
      return composeReason(score, scale, count, [])
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

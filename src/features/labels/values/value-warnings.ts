import { compact } from '../../../shared/compact.ts'
import { answersCount, type LabelReview, labelsCount, outsideWarning } from './label-warnings.ts'

/** Returns caveats about the values of whole answers, and about how the answers were chosen. */
export function valueWarnings(review: LabelReview): string[] {
  const { scorerId, answers, given, cannotSay, selfSelected, values, drawn, randomDraw } = review
  if (given.length === 0) return []
  const isUnknown =
    randomDraw === undefined &&
    drawn.count > 0 &&
    drawn.labels.every(({ probability }) => probability === undefined)
  return compact([
    values.withoutArithmetic > 0 &&
      `${labelsCount(values.withoutArithmetic)} of parts of answers: not used, because ${scorerId} does not say how parts make its score. Label whole answers (--unit answer).`,
    values.nothingCounts > 0 &&
      `${answersCount(values.nothingCounts)} in which somebody found nothing that counts for ${scorerId}: not used.`,
    values.partly.size > 0 && `${answersCount(values.partly.size)} only partly labelled: not used.`,
    drawn.outside > 0 && outsideWarning(drawn.outside, randomDraw),
    !selfSelected &&
      isUnknown &&
      drawn.count < answers.length &&
      'The labels do not say how the answers were chosen: they are treated as a random draw.',
    drawn.open > 0 &&
      drawn.count > drawn.open &&
      `Drawn, but without a value yet: ${answersCount(drawn.open)}${cannotSay > 0 ? ` (for ${cannotSay} somebody could not decide)` : ''}. The others are treated as a random draw.`,
    randomDraw !== undefined &&
      randomDraw.of !== answers.length &&
      `Labels were drawn from ${randomDraw.of} scored answers, but this run has ${answers.length}: the difference had no chance to be drawn. Draw again.`,
  ])
}

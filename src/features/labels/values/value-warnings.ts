import { compact } from '../../../shared/compact.ts'
import { answersCount, type LabelReview, labelsCount, outsideWarning } from './label-warnings.ts'

/** Returns caveats about the values of whole answers, and about how the answers were chosen. */
export function valueWarnings(review: LabelReview): string[] {
  const { scorerId, given, counts, selfSelected, values, drawn, randomDraw } = review
  if (given.length === 0) return []
  const isUnknown =
    randomDraw === undefined &&
    drawn.count > 0 &&
    drawn.labels.every(({ probability }) => probability === undefined)
  return compact([
    values.withoutArithmetic > 0 &&
      `${labelsCount(values.withoutArithmetic)} of parts of answers: not used, because it is not known how ${scorerId} makes a score of its parts. Label whole answers (--unit answer).`,
    values.nothingCounts > 0 &&
      `${answersCount(values.nothingCounts)} in which somebody found nothing that counts for ${scorerId}: not used.`,
    counts.partly > 0 && `${answersCount(counts.partly)} only partly labelled: not used.`,
    drawn.outside > 0 && outsideWarning(drawn.outside, randomDraw),
    !selfSelected &&
      isUnknown &&
      drawn.count < counts.answers &&
      'The labels do not say how the answers were chosen: they are treated as a random draw.',
    drawn.open > 0 &&
      drawn.count > drawn.open &&
      `Drawn, but without a value yet: ${answersCount(drawn.open)}${counts.cannotSay > 0 ? ` (for ${counts.cannotSay} somebody could not decide)` : ''}. The others are treated as a random draw.`,
    randomDraw !== undefined &&
      randomDraw.of !== counts.answers &&
      `Labels were drawn from ${randomDraw.of} scored answers, but this run has ${counts.answers}: the difference had no chance to be drawn. Draw again.`,
  ])
}

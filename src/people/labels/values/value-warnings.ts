import { answersCount, type Looked, labelsCount, outsideWarning } from './warnings.ts'

/** What to know of the values that labels give whole answers, and of how the answers were chosen. */
export function valueWarnings({
  scorerId,
  given,
  counts,
  selfSelected,
  values,
  drawn,
  drawnOf,
}: Looked): string[] {
  if (given.length === 0) return []
  const warnings: string[] = []
  const warn = (isSo: boolean, text: () => string) => {
    if (isSo) warnings.push(text())
  }
  warn(
    values.withoutArithmetic > 0,
    () =>
      `${labelsCount(values.withoutArithmetic)} of parts of answers: how ${scorerId} makes a score of its parts is not known, so they are not used. Label whole answers (--unit answer).`,
  )
  warn(
    values.nothingCounts > 0,
    () =>
      `${answersCount(values.nothingCounts)} in which somebody found nothing that counts for ${scorerId}: not used.`,
  )
  warn(counts.partly > 0, () => `${answersCount(counts.partly)} only partly labelled: not used.`)
  warn(drawn.outside > 0, () => outsideWarning(drawn.outside, drawnOf))
  const isUnknown =
    drawnOf === undefined &&
    drawn.count > 0 &&
    drawn.labels.every(({ probability }) => probability === undefined)
  warn(
    !selfSelected && isUnknown && drawn.count < counts.answers,
    () => 'The labels do not say how the answers were chosen: they are treated as a random draw.',
  )
  warn(
    drawn.open > 0 && drawn.count > drawn.open,
    () =>
      `${answersCount(drawn.open)} that were drawn have no value yet${counts.cannotSay > 0 ? ` (of ${counts.cannotSay} somebody could not decide)` : ''}: the others are treated as a random draw.`,
  )
  warn(
    drawnOf !== undefined && drawnOf.of !== counts.answers,
    () =>
      `Labels were drawn from ${drawnOf?.of} scored answers, and this run has ${counts.answers}: the difference had no chance to be drawn. Draw again.`,
  )
  return warnings
}

import { contentWords } from '../../../text/words/words.ts'
import { readAnswer, readQuestion } from '../../../transcript/index.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** Returns the labelled text. */
export function saidIn({ statement, output }: CheckedRow): string {
  if (statement !== undefined) return statement
  return typeof output === 'string' ? output : readAnswer(output)
}

/** Returns the question as text; empty if there is none. */
export function askedIn({ input }: CheckedRow): string {
  if (typeof input === 'string') return input
  return input === undefined ? '' : (readQuestion(input) ?? '')
}

/** Material for word overlap. */
export type OverlapWith = 'context' | 'groundTruth' | 'input'

/**
 * Measures the word overlap of a row's answer, without function words: the share of the answer's words that occur in
 * the context; without a context, the share of the words of the ground truth (the nearest, if there are several) or
 * else of the question that occur in the answer.
 *
 * @param against Uses only this one of the three. Default: the first that the row has.
 * @returns 0 to 1; undefined if there is nothing to compare with.
 */
export function wordOverlap(row: CheckedRow, against?: OverlapWith): number | undefined {
  const allows = (one: OverlapWith) => against === undefined || against === one
  const said = contentWords(saidIn(row))
  if (allows('context') && row.context.length > 0)
    return measureSharedWords(said, row.context.flatMap(contentWords))
  const truths = (Array.isArray(row.groundTruth) ? row.groundTruth : [row.groundTruth]).filter(
    (truth): truth is string => typeof truth === 'string' && truth.trim() !== '',
  )
  if (allows('groundTruth') && truths.length > 0)
    return Math.max(...truths.map((truth) => measureSharedWords(contentWords(truth), said)))
  const asked = allows('input') ? contentWords(askedIn(row)) : []
  return asked.length === 0 ? undefined : measureSharedWords(asked, said)
}

function measureSharedWords(words: readonly string[], among: readonly string[]): number {
  const these = new Set(words)
  const those = new Set(among)
  return these.size === 0 ? 0 : [...these].filter((word) => those.has(word)).length / these.size
}

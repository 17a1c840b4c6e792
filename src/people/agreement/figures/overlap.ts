import { contentWords } from '../../../text/words.ts'
import { readAnswer, readQuestion } from '../../../transcript/index.ts'
import type { CheckedRow } from '../rows/labelled-row.ts'

/** What was labelled, as text. */
export function saidIn({ statement, output }: CheckedRow): string {
  if (statement !== undefined) return statement
  return typeof output === 'string' ? output : readAnswer(output)
}

/** What was asked, as text; empty where nothing was. */
export function askedIn({ input }: CheckedRow): string {
  if (typeof input === 'string') return input
  return input === undefined ? '' : (readQuestion(input) ?? '')
}

/** What word overlap is measured against. */
export type OverlapWith = 'context' | 'groundTruth' | 'input'

/**
 * How much a row's answer has in common with what it is to be measured against, word by word, function words left
 * out: the share of the answer's words that stand in the context; without a context the share of the words of the
 * ground truth (of several accepted answers, the nearest) or else of the question that stand in the answer.
 *
 * @param against Only that one of the three. Default: the first of them that the row has.
 * @returns 0 to 1; undefined where there is nothing to compare with.
 */
export function wordOverlap(row: CheckedRow, against?: OverlapWith): number | undefined {
  const allows = (one: OverlapWith) => against === undefined || against === one
  const said = contentWords(saidIn(row))
  if (allows('context') && row.context.length > 0) return shareOf(said, row.context.flatMap(contentWords))
  const truths = (Array.isArray(row.groundTruth) ? row.groundTruth : [row.groundTruth]).filter(
    (truth): truth is string => typeof truth === 'string' && truth.trim() !== '',
  )
  if (allows('groundTruth') && truths.length > 0)
    return Math.max(...truths.map((truth) => shareOf(contentWords(truth), said)))
  const asked = allows('input') ? contentWords(askedIn(row)) : []
  return asked.length === 0 ? undefined : shareOf(asked, said)
}

function shareOf(words: readonly string[], among: readonly string[]): number {
  const [these, those] = [new Set(words), new Set(among)]
  return these.size === 0 ? 0 : [...these].filter((word) => those.has(word)).length / these.size
}

import { createElement, unseen } from '../../../page/client/elements.ts'
import type { VerdictRecord } from '../../../run/score-record.ts'
import type { Segment } from '../../../text/mark-answer.ts'
import { sayVerdict } from '../../say-verdict.ts'
import { verdictLevel } from './elements.ts'
import { cutText, type Range } from './text-difference.ts'

/** Parts of an answer that another does not have, and whether they were added to that one or removed from this. */
export interface Changes {
  readonly ranges: readonly Range[]
  readonly tag: 'ins' | 'del'
}

export function changedText(text: string, start: number, changes: Changes | undefined): (Node | string)[] {
  if (changes === undefined) return [text]
  return cutText(text, start, changes.ranges).map((piece) =>
    piece.isChanged ? createElement(changes.tag, {}, piece.text) : piece.text,
  )
}

/** Marks the units of an answer, each with the number of its verdict, and what has changed. */
export function markedText(
  segments: readonly Segment[],
  verdicts: readonly VerdictRecord[],
  changes?: Changes,
): (Node | string)[] {
  let position = 0
  return segments.flatMap(({ text, verdict: index }) => {
    const verdict = index === undefined ? undefined : verdicts[index]
    const words = changedText(text, position, changes)
    position += text.length
    if (index === undefined || verdict === undefined) return words
    const { level, icon } = verdictLevel(verdict)
    const number = createElement(
      'sup',
      {},
      `${index + 1}\u2009${icon}`,
      unseen(` ${sayVerdict(verdict).name}`),
    )
    return [createElement('mark', { 'data-level': level }, ...words, number)]
  })
}

import { markAnswer, type Segment } from './mark-answer.ts'

/** Names a turn, from index 0, by its number and the agent's words: 'Turn 2: We open at nine.' */
export const nameTurn = (answer: string, index: number) => `Turn ${index + 1}: ${answer || noWords}`

const noWords = '(no words)'

/**
 * Splits the answers of a conversation as {@link markAnswer} splits one. A unit is in one of them, or is a turn as
 * {@link nameTurn} names it. A turn without words has a segment only if it is a unit.
 */
export function markTurns(
  turns: readonly { readonly answer: string }[],
  units: readonly string[],
): Segment[][] {
  const named = turns.map(({ answer }, index) => nameTurn(answer, index))
  const segments = markAnswer(named.join('\n\n'), units)
  let next = 0
  return turns.map(({ answer }, index) => {
    const end = next + (named[index]?.length ?? 0)
    const start = end - (answer || noWords).length
    next = end + 2
    const own = cutSegments(segments, start, end)
    return answer === '' ? own.filter(({ verdict }) => verdict !== undefined) : own
  })
}

/** Returns the parts of segments between two places of their text. */
function cutSegments(segments: readonly Segment[], start: number, end: number): Segment[] {
  let position = 0
  return segments.flatMap((segment) => {
    const from = Math.max(0, start - position)
    const text = segment.text.slice(from, Math.max(from, end - position))
    position += segment.text.length
    return text === '' ? [] : [{ ...segment, text }]
  })
}

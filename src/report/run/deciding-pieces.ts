import type { ScoreRecord } from '../../run/score-record.ts'

/** A piece of context that a verdict rests on. */
export interface DecidingPiece {
  /** As reasons call it: 'c2'. */
  readonly id: string
  readonly text: string
  /** From 1; absent if the score is not one of turns. */
  readonly turn?: number
}

/** Returns the pieces of context that verdicts of a score, or of its turns, rest on. */
export const decidingPieces = (record: ScoreRecord): DecidingPiece[] => [
  ...ownPieces(record),
  ...(record.turns ?? []).flatMap((turn, index) =>
    ownPieces(turn).map((piece) => ({ ...piece, turn: index + 1 })),
  ),
]

const ownPieces = ({ context = [], verdicts = [] }: ScoreRecord): DecidingPiece[] =>
  context
    .map((text, index) => ({ id: `c${index + 1}`, text }))
    .filter(({ id }) => verdicts.some(({ restsOn }) => restsOn === id))

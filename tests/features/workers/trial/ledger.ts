import { numberIn, poison } from './answers.ts'
import type { Given } from './live-server.ts'

/** What was given held against what was scored. */
export interface Ledger {
  readonly given: readonly Given[]
  /** Of these answers whose process went on for long enough. */
  readonly due: readonly number[]
  /** Given right before their process was killed, and never scored. */
  readonly lost: readonly Given[]
  /** Due, and without a score although nothing was wrong with them. */
  readonly missing: readonly number[]
  readonly twice: readonly number[]
  /** Scores of answers that nobody has given. */
  readonly ofNothing: readonly number[]
  readonly scoredPoison: readonly number[]
}

/**
 * @param livedInMs How long the process of an answer must have gone on.
 * @param unknown Answers of which nobody knows whether they were given.
 * @param texts What the stored scores are about.
 */
export function ledgerOf(
  given: readonly Given[],
  { livedInMs, unknown, texts }: { livedInMs: number; unknown: readonly number[]; texts: readonly string[] },
): Ledger {
  const scores = new Map<number, number>()
  for (const number of texts.map(numberIn)) scores.set(number, (scores.get(number) ?? 0) + 1)
  const known = new Set([...given.map(({ number }) => number), ...unknown])
  const isMissing = ({ number }: Given) => !scores.has(number) && !poison.has(number)
  const isDue = (answer: Given) => answer.livedInMs >= livedInMs
  return {
    given,
    due: given.filter(isDue).map(({ number }) => number),
    lost: given.filter((answer) => isMissing(answer) && !isDue(answer)),
    missing: given.filter((answer) => isMissing(answer) && isDue(answer)).map(({ number }) => number),
    twice: [...scores].flatMap(([number, times]) => (times > 1 ? number : [])),
    ofNothing: [...scores.keys()].filter((number) => !known.has(number)),
    scoredPoison: [...poison.keys()].filter((number) => scores.has(number)),
  }
}

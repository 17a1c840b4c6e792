import { plural } from '../reason/count-found.ts'
import { BothReadings, type Readings } from '../units/readings.ts'

/** Fields that every result has: both readings of its score, or the number of lost shares. */
export interface ReadingFields {
  readonly readings?: Readings
  readonly lostShares?: number
}

export function withReadings<Result>(
  judged: Result | BothReadings<Result>,
  computeScore: (result: Result) => number,
): Result | (Result & ReadingFields) {
  if (!(judged instanceof BothReadings)) return judged
  const { result, other, lostShares } = judged
  if (lostShares > 0) return { ...result, lostShares }
  if (other === undefined) return result
  const score = computeScore(result)
  const otherScore = computeScore(other.result)
  const readings =
    other.weighting === 'share'
      ? { verdict: score, share: otherScore }
      : { verdict: otherScore, share: score }
  return { ...result, readings }
}

/** A sentence after the reason of a score that counts by verdict because shares are missing. */
export const lostSharesText = (lostShares = 0) =>
  lostShares === 0
    ? ''
    : ` It counts by verdict, because the judge gave no usable share for ${lostShares} ${plural(lostShares, 'verdict')}.`

import { createHash } from 'node:crypto'
import type { AnswerPair, Preference } from '../../evaluation/pairwise/preference-scorer.ts'
import { preferenceId } from '../../evaluation/pairwise/preference-scorer.ts'
import type { ItemRecord } from '../../run/record.ts'
import type { DrawRecord, PairSide } from './file/label-record.ts'

/** Two answers as a rater sees them. */
export interface ShownPair {
  readonly pair: AnswerPair
  readonly first: PairSide
}

/**
 * The two answers of an item of a run of pairs, and which of them the rater sees first: drawn at random, and the same
 * whenever the page is opened again. Undefined for an item of another run.
 */
export function shownPair(
  { itemId, repeat, exchange }: ItemRecord,
  { run, scorerId, seed }: Pick<DrawRecord, 'run' | 'scorerId' | 'seed'>,
  rater: string,
): ShownPair | undefined {
  if (scorerId !== preferenceId || exchange === undefined) return undefined
  const drawn = createHash('sha256')
    .update(JSON.stringify([run, seed, rater, itemId, repeat]))
    .digest()
  const first = ((drawn[0] ?? 0) & 1) === 0 ? 'baseline' : 'candidate'
  return { pair: exchange.output as unknown as AnswerPair, first }
}

/** Where an answer stands on the page; people are never told whose it is. */
export type PairPlace = 'first' | 'second' | 'neither'

export const preferenceAt = (place: PairPlace, first: PairSide): Preference =>
  place === 'neither' ? place : (place === 'first') === (first === 'baseline') ? 'baseline' : 'candidate'

export const placeOf = (preference: Preference, first: PairSide): PairPlace =>
  preference === 'neither' ? preference : preference === first ? 'first' : 'second'

const values: Readonly<Record<Preference, number>> = { baseline: 0, neither: 0.5, candidate: 1 }

export const valueOfPreference = (preference: Preference): number => values[preference]

/** By a score: 1, 0 or 0.5. Undefined for any other number. */
export const preferenceOf = (value: number | null): Preference | undefined =>
  (Object.keys(values) as Preference[]).find((preference) => values[preference] === value)

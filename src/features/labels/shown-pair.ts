import { createHash } from 'node:crypto'
import type { ItemRecord } from '../../run/item-record.ts'
import type { AnswerPair, Preference } from '../../scorers/answer-preference.ts'
import { preferenceId } from '../../scorers/preference-id.ts'
import type { DrawRecord, LabelRecord } from './file/label-record.ts'

export interface ShownPair {
  readonly pair: AnswerPair
  readonly first: NonNullable<LabelRecord['first']>
}

/**
 * Returns the two answers of an item of a run of pairs, and which one the rater sees first: random, but the same each
 * time the page is opened. Undefined for an item of another run.
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

/** The place of an answer on the page; raters never see which side it comes from. */
export type PairPlace = 'first' | 'second' | 'neither'

export const preferenceAt = (place: PairPlace, first: ShownPair['first']): Preference =>
  place === 'neither' ? place : (place === 'first') === (first === 'baseline') ? 'baseline' : 'candidate'

export const toPlace = (preference: Preference, first: ShownPair['first']): PairPlace =>
  preference === 'neither' ? preference : preference === first ? 'first' : 'second'

const values: Readonly<Record<Preference, number>> = { baseline: 0, neither: 0.5, candidate: 1 }

export const valueOfPreference = (preference: Preference): number => values[preference]

/** Converts a score of 1, 0 or 0.5 to a preference; undefined for any other number. */
export const toPreference = (value: number | null): Preference | undefined =>
  (Object.keys(values) as Preference[]).find((preference) => values[preference] === value)

export interface LabelledVerdict<Label, Verdict = Label> {
  readonly label: Label
  readonly verdict: Verdict
  /** Rows that share a group (a question, a document) are not independent. */
  readonly group?: string
}

/** Yes or no by the person; by the judge, the share of careful readers who would say yes, 0 to 1. */
export type ShareRow = LabelledVerdict<boolean, number>

/** Numbers by both, of any scale. */
export type GradedRow = LabelledVerdict<number>

/** The ratings of one thing, with raters in the same order throughout; undefined if a rater gave none. */
export interface RatedRow<Rating = number> {
  readonly ratings: readonly (Rating | undefined)[]
  readonly group?: string
}

/** A statistic, or the reason why these rows have none. A value is always finite. */
export type Statistic = { readonly value: number } | { readonly undefinedBecause: string }

export const undefinedBecause = (reason: string): Statistic => ({ undefinedBecause: reason })

/**
 * Anything that is not a rating must not count as one: null would be 0 or "no", and NaN has no order, so that every
 * rank would be silently wrong. These checks run for each resample, so they only read.
 */

/** @throws RangeError for anything but finite numbers. */
export function checkNumbers(values: Iterable<unknown>): void {
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`a label or verdict must be a number, not ${value}`)
  }
}

/** @throws TypeError for labels that are neither true nor false. */
export function checkYesNoLabels(rows: readonly { readonly label: unknown }[]): void {
  for (const { label } of rows) {
    if (typeof label !== 'boolean') throw new TypeError(`a label must be true or false, not ${label}`)
  }
}

/** @throws RangeError for verdicts that are not shares; TypeError for labels other than true and false. */
export function checkShares(rows: readonly { readonly label: unknown; readonly verdict: unknown }[]): void {
  checkYesNoLabels(rows)
  for (const { verdict } of rows) {
    if (typeof verdict !== 'number' || !(verdict >= 0 && verdict <= 1))
      throw new RangeError(`a verdict must be a share from 0 to 1, not ${verdict}`)
  }
}

/** @throws TypeError for anything that is not a rating, undefined included. */
export function checkRating(rating: unknown): void {
  const valid = typeof rating === 'string' || typeof rating === 'boolean' || Number.isFinite(rating)
  if (!valid)
    throw new TypeError(`a rating must be a name or a number, not ${rating}; undefined where there is none`)
}

/** @throws TypeError for rows without a list of ratings, such as those of a label and a verdict. */
export function checkRatedRows(rows: readonly { readonly ratings: unknown }[]): void {
  if (!rows.every(({ ratings }) => Array.isArray(ratings)))
    throw new TypeError('each row must have a list of ratings, one a rater: { ratings: [1, undefined, 2] }')
}

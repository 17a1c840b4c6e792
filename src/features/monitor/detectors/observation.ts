import { z } from 'zod/v4'
import { checkedWeight, checkValue } from '../../../statistics/betting.ts'
import type { Range } from '../../../statistics/resampling.ts'

/** An element of a stream: a score, or the mean of a conversation's scores. */
export interface Observation {
  readonly value: number
  /** In milliseconds; never earlier than that of the observation before. */
  readonly time: number
  /**
   * The number of answers that this one represents: 1 ∕ the probability with which it was chosen to be scored. Above 0,
   * up to the greatest weight of the stream. Default 1.
   */
  readonly weight?: number
}

/** A position in a stream. */
export interface Moment {
  /** 1 for the first observation. */
  readonly index: number
  /** The time of that observation. */
  readonly time: number
}

/** The schema of stored states. */
export const momentState = z.strictObject({ index: z.int().min(0), time: z.number() })

/**
 * Returns the weight as a share of the greatest one.
 *
 * @throws RangeError for a value out of range, or a weight that is not above 0 and up to the greatest.
 */
export function readWeight({ value, weight = 1 }: Observation, range: Range, greatestWeight: number): number {
  checkValue(value, range)
  return checkedWeight(weight, greatestWeight) / greatestWeight
}

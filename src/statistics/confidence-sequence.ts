import { z } from 'zod/v4'
import { readOptions } from '../shared/read-options.ts'
import {
  bet,
  checkedWeight,
  checkValue,
  meanWealth,
  payoffAbove,
  payoffBelow,
  type Wealth,
} from './betting.ts'
import { type Interval, resamplingOptions } from './resampling.ts'

/** Down to small ones: over thousands of values candidates are near the mean. */
const usualShares = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]

const sequenceOptions = z
  .strictObject({
    /** The lowest and highest value there can be. */
    low: z.number(),
    high: z.number(),
    /** Above 0.5, below 1. Default 0.95. */
    level: resamplingOptions.level,
    /** The ends of the interval are among so many equal steps from low to high. 2 to 1,000. Default 100. */
    steps: z.int().min(2).max(1000).default(100),
    /** The greatest weight of a value. Default 1. */
    greatestWeight: z.number().positive().default(1),
    /**
     * Which shares of their wealth gamblers stake, above 0 and below 1. Default 1 ∕ 64 to 0.9, also small ones: over
     * thousands of values the interval is narrow. With large ones alone it is narrower over a few hundred.
     */
    shares: z.array(z.number().gt(0).lt(1)).min(1).readonly().default(usualShares),
  })
  .refine(({ low, high }) => low < high, 'low must be below high')

/** A sequence as JSON, at most 14 numbers a step; fewer as the interval narrows. */
export const sequenceState = z
  .strictObject({
    options: sequenceOptions,
    count: z.int().min(0),
    /** The sums of the weights, and of the weighted values. */
    weight: z.number().min(0),
    sum: z.number(),
    /** The highest step that the mean is known to be above, and the lowest that it is known to be below. */
    low: z.int().min(0),
    high: z.int().min(0),
    /** The wealth of those who bet that the mean is above a step, for each step above `low` up to `high`. */
    above: z.array(z.array(z.number().min(0))),
    /** The wealth of those who bet that it is below, for each step from `low` up to, and without, `high`. */
    below: z.array(z.array(z.number().min(0))),
  })
  .refine(
    ({ options, low, high, above, below }) =>
      high <= options.steps && [above, below].every(({ length }) => length === Math.max(0, high - low)),
    'there must be wealth for each step between low and high',
  )
  .refine(
    ({ options, above, below }) =>
      [...above, ...below].every(({ length }) => length === options.shares.length),
    'there must be wealth for each share',
  )

export interface ConfidenceSequence {
  /**
   * One more value; values of one cluster count as one, their mean.
   *
   * @param weight Where some values are more likely to be chosen than others: 1 ∕ that probability. Default 1.
   * @throws RangeError for a value that is not from low to high, or a weight that is not above 0 and up to the
   *   greatest.
   */
  add(value: number, weight?: number): void
  /** Values so far. */
  readonly count: number
  /** The weighted mean of the values; absent without any. */
  readonly mean?: number
  /**
   * Never wider than it was before. Absent where no mean fits all values, which has a probability of at most
   * 1 − level unless the mean has changed.
   */
  readonly interval?: Interval
  /** A copy, from which the sequence can be resumed. */
  state(): z.output<typeof sequenceState>
}

/**
 * Intervals of the mean of a stream of values, one after each value, all of which hold the mean with a probability
 * of at least `level`: one may look at each of them. A candidate for the mean is out once those who bet above it,
 * or those who bet below it, have 2 ∕ (1 − level) times what they began with (the hedged capital of Waudby-Smith
 * and Ramdas, each side at half of the level). Those above a lower candidate never have less than those above a
 * higher one, so that what is left is an interval. Its ends are the nearest candidates that are out.
 *
 * What is bet on is weight ∕ greatest weight · (value − candidate), which is 0 on average where the candidate is the
 * mean of all from which the values were chosen, and at most what it is without weights. The interval is the wider
 * the more the weights differ.
 *
 * See `betting.ts` for what it takes of the order of the values. It is about one mean that stays as it is: after a
 * long time of one mean it takes as long to see that the mean is another, so that a monitor begins anew from time to
 * time.
 *
 * @throws TypeError for options that are out of range.
 */
export function createConfidenceSequence(options: z.input<typeof sequenceOptions>): ConfidenceSequence {
  const read = readOptions('createConfidenceSequence', sequenceOptions, options)
  const start = () => Array.from({ length: read.steps }, () => read.shares.map(() => 1))
  return toSequence({
    options: read,
    count: 0,
    weight: 0,
    sum: 0,
    low: 0,
    high: read.steps,
    above: start(),
    below: start(),
  })
}

/**
 * The sequence that had this state.
 *
 * @throws TypeError for what is no state.
 */
export function resumeConfidenceSequence(state: z.output<typeof sequenceState>): ConfidenceSequence {
  return toSequence(readOptions('resumeConfidenceSequence', sequenceState, state))
}

/** @param state Changed by each value. */
function toSequence(state: z.output<typeof sequenceState>): ConfidenceSequence {
  const { options } = state
  const { low, high, level, steps, greatestWeight, shares } = options
  const at = (step: number) => low + ((high - low) * step) / steps
  const isOut = (wealth: Wealth) => meanWealth(wealth) * (1 - level) >= 2
  return {
    add(value, weight = 1) {
      checkValue(value, options)
      const stake = checkedWeight(weight, greatestWeight) / greatestWeight
      const { above, below } = state
      for (let index = 0; index < above.length; index++) {
        const [from, to] = [at(state.low + index), at(state.low + index + 1)]
        bet(above[index] as Wealth, shares, stake * payoffAbove(value, to, options))
        bet(below[index] as Wealth, shares, stake * payoffBelow(value, from, options))
      }
      state.count += 1
      state.weight += weight
      state.sum += value * weight
      const first = above.findIndex((wealth) => !isOut(wealth))
      const start = first < 0 ? above.length : first
      const end = below.findLastIndex((wealth) => !isOut(wealth)) + 1
      state.high -= below.length - end
      state.low += start
      // Most values put no candidate out, and copies of lists at each of a million are what memory grows by.
      if (end - start === above.length) return
      state.above = above.slice(start, end)
      state.below = below.slice(start, end)
    },
    get count() {
      return state.count
    },
    get mean() {
      return state.count > 0 ? state.sum / state.weight : undefined
    },
    get interval() {
      return state.low < state.high ? { low: at(state.low), high: at(state.high), level } : undefined
    },
    state: () => structuredClone(state),
  }
}

/**
 * The interval of a sequence, which is about one mean. One that leaves out the mean of its own scores says that they
 * had several: of scores with one mean that happens, at any time, to 1 to 3 of 100 streams.
 */
export function steadyInterval({ mean, interval }: ConfidenceSequence): Interval | undefined {
  const holds = mean !== undefined && interval !== undefined && interval.low <= mean && mean <= interval.high
  return holds ? interval : undefined
}

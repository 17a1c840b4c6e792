import { z } from 'zod/v4'
import { readOptions } from '../shared/read-options.ts'
import { bet, checkedWeight, checkValue, payoffAbove, payoffBelow } from './betting.ts'
import { computeMean } from './mean.ts'
import { type Interval, resamplingOptions } from './resampling.ts'

/** Includes small shares, since after thousands of values the candidates are near the mean. */
const usualShares = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]

const sequenceOptions = z
  .strictObject({
    /** The lowest and the highest possible value. */
    low: z.number(),
    high: z.number(),
    /** Above 0.5, below 1. Default 0.95. */
    level: resamplingOptions.level,
    /** The ends of the interval are among this many equal steps from low to high. 2 to 1,000. Default 100. */
    steps: z.int().min(2).max(1000).default(100),
    /** The greatest weight of a value. Default 1. */
    greatestWeight: z.number().positive().default(1),
    /**
     * The shares of their wealth that gamblers stake, above 0 and below 1. Default 1 ∕ 64 to 0.9. The small ones make
     * the interval narrow over thousands of values; with large ones alone it is narrower over a few hundred.
     */
    shares: z.array(z.number().gt(0).lt(1)).min(1).readonly().default(usualShares),
  })
  .refine(({ low, high }) => low < high, 'low must be below high')

/** The state of a sequence as JSON, at most 14 numbers per step, and fewer as the interval narrows. */
export const sequenceState = z
  .strictObject({
    options: sequenceOptions,
    count: z.int().min(0),
    /** The sum of the weights, and that of the weighted values. */
    weight: z.number().min(0),
    sum: z.number(),
    /** The highest step that the mean is known to exceed, and the lowest that it is known to be below. */
    low: z.int().min(0),
    high: z.int().min(0),
    /** The wealth of bets that the mean is above a step, for each step above `low` up to `high`. */
    above: z.array(z.array(z.number().min(0))),
    /** The wealth of bets that the mean is below a step, for each step from `low` up to `high`, exclusive. */
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

/**
 * A sequence of intervals for the mean of a stream, one after each value. The probability that all of them contain the
 * mean is at least `level`, so one may look at each. A candidate for the mean is ruled out once those who bet above it,
 * or those who bet below it, have 2 ∕ (1 − level) times their initial wealth (the hedged capital of Waudby-Smith and
 * Ramdas, each side at half of the level). Bets above a lower candidate never win less than bets above a higher one, so
 * the remaining candidates form an interval. Its ends are the nearest candidates that are ruled out.
 *
 * The bets are on weight ∕ greatest weight · (value − candidate), which is 0 on average if the candidate is the mean of
 * everything that the values were chosen from, and at most as large as without weights. The more the weights differ,
 * the wider the interval.
 *
 * See `betting.ts` for the assumptions about the order of the values. The sequence is about one constant mean: after a
 * long time with one mean it takes as long to notice another, so a monitor starts over from time to time.
 */
export class ConfidenceSequence {
  readonly #state: z.output<typeof sequenceState>

  /** @param state Changed by each value. */
  constructor(state: z.output<typeof sequenceState>) {
    this.#state = state
  }

  /**
   * Adds a value; values of one cluster count as one, their mean.
   *
   * @param weight If some values are more likely to be chosen than others: 1 ∕ that probability. Default 1.
   * @throws RangeError for a value that is not from low to high, or a weight that is not above 0 and up to the
   * greatest.
   */
  add(value: number, weight = 1): void {
    const state = this.#state
    const { options, above, below } = state
    checkValue(value, options)
    const stake = checkedWeight(weight, options.greatestWeight) / options.greatestWeight
    for (let index = 0; index < above.length; index++) {
      const from = this.#at(state.low + index)
      const to = this.#at(state.low + index + 1)
      bet(above[index] as number[], options.shares, stake * payoffAbove(value, to, options))
      bet(below[index] as number[], options.shares, stake * payoffBelow(value, from, options))
    }
    state.count += 1
    state.weight += weight
    state.sum += value * weight
    const isOut = (wealth: readonly number[]) => computeMean(wealth) * (1 - options.level) >= 2
    const first = above.findIndex((wealth) => !isOut(wealth))
    const start = first < 0 ? above.length : first
    const end = below.findLastIndex((wealth) => !isOut(wealth)) + 1
    state.high -= below.length - end
    state.low += start
    // Most values rule out no candidate, and copying lists at each of a million would make memory grow.
    if (end - start === above.length) return
    state.above = above.slice(start, end)
    state.below = below.slice(start, end)
  }

  get count(): number {
    return this.#state.count
  }

  /** The weighted mean of the values. */
  get mean(): number | undefined {
    const { count, sum, weight } = this.#state
    return count > 0 ? sum / weight : undefined
  }

  /**
   * Never wider than before. Absent if no mean fits all values, which has a probability of at most 1 − level unless the
   * mean has changed.
   */
  get interval(): Interval | undefined {
    const { low, high, options } = this.#state
    return low < high ? { low: this.#at(low), high: this.#at(high), level: options.level } : undefined
  }

  state(): z.output<typeof sequenceState> {
    return structuredClone(this.#state)
  }

  #at(step: number): number {
    const { low, high, steps } = this.#state.options
    return low + ((high - low) * step) / steps
  }
}

/** @throws TypeError for options out of range. */
export function createConfidenceSequence(options: z.input<typeof sequenceOptions>): ConfidenceSequence {
  const read = readOptions('createConfidenceSequence', sequenceOptions, options)
  const start = () => Array.from({ length: read.steps }, () => read.shares.map(() => 1))
  const bounds = { low: 0, high: read.steps }
  const sums = { count: 0, weight: 0, sum: 0 }
  return new ConfidenceSequence({ options: read, ...sums, ...bounds, above: start(), below: start() })
}

/**
 * Returns the interval of a sequence, unless it shows that the mean was not constant: it then excludes the mean of its
 * own scores. With a constant mean, this happens at some time to 1 to 3 of 100 streams.
 */
export function steadyInterval({ mean, interval }: ConfidenceSequence): Interval | undefined {
  const holds = mean !== undefined && interval !== undefined && interval.low <= mean && mean <= interval.high
  return holds ? interval : undefined
}

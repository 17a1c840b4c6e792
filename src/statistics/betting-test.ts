import { z } from 'zod/v4'
import { readOptions } from '../shared/read-options.ts'
import { bet, checkValue, meanWealth, payoffAbove, payoffBelow } from './betting.ts'
import { resamplingOptions } from './resampling.ts'

const testOptions = z
  .strictObject({
    /** The lowest and highest value there can be; for differences of scores, minus and plus the scale. */
    low: z.number(),
    high: z.number(),
    /** The mean that is tested, between them. Default 0: no difference. */
    mean: z.number().default(0),
    /** The test decides wrongly with a probability of at most 1 − level. Above 0.5, below 1. Default 0.95. */
    level: resamplingOptions.level,
    /**
     * How many tests are made together, as one a scorer: then any of them decides wrongly with a probability of at
     * most 1 − level, each taking an equal part of it (Bonferroni). Default 1.
     */
    tests: z.int().min(1).default(1),
  })
  .refine(({ low, mean, high }) => low < mean && mean < high, 'low must be below the mean, and high above it')

export type BettingTestOptions = z.input<typeof testOptions>

/**
 * Large, since only differences that a few hundred items show are worth stopping for. With a share of 1, one value
 * at the far end would leave nothing.
 */
export const sharesOfTest: readonly number[] = [0.3, 0.6, 0.9]

export interface BettingTest {
  /**
   * One more value; values of one cluster count as one, their mean. Takes the same time for each. What comes after
   * the decision changes nothing.
   *
   * @throws RangeError for a value that is not from low to high.
   */
  add(value: number): void
  /** Values so far, up to the decision. */
  readonly count: number
  /**
   * From 0, 1 without a value: the e-value of the mean that is tested. 1 ∕ evidence is a p-value, whenever it is
   * looked at. The test decides where evidence is tests ∕ (1 − level): 20 for one test at a level of 0.95.
   */
  readonly evidence: number
  /** What the mean of the values is against the one tested, once that is decided. */
  readonly decided?: 'higher' | 'lower'
}

/**
 * A test of a mean, two-sided, that may be looked at after each value and stopped when it has decided: the evidence
 * is the mean of those who bet up and those who bet down (the hedged capital of Waudby-Smith and Ramdas). See
 * `betting.ts` for what it takes of the order of the values. What the ordinary test and interval of a comparison
 * say of values that ended with the decision is too sure: `createConfidenceSequence` says what can be said.
 *
 * @throws TypeError for options that are out of range.
 */
export function createBettingTest(options: BettingTestOptions): BettingTest {
  const { mean, level, tests, ...range } = readOptions('createBettingTest', testOptions, options)
  const [above, below] = [sharesOfTest.map(() => 1), sharesOfTest.map(() => 1)]
  let count = 0
  let decided: BettingTest['decided']
  const evidence = () => (meanWealth(above) + meanWealth(below)) / 2
  return {
    add(value) {
      checkValue(value, range)
      if (decided) return
      bet(above, sharesOfTest, payoffAbove(value, mean, range))
      bet(below, sharesOfTest, payoffBelow(value, mean, range))
      count += 1
      if (evidence() * (1 - level) >= tests)
        decided = meanWealth(above) > meanWealth(below) ? 'higher' : 'lower'
    },
    get count() {
      return count
    },
    get evidence() {
      return evidence()
    },
    get decided() {
      return decided
    },
  }
}

import { type Estimate, estimateMean } from './estimate.ts'
import type { Resampling } from './resampling.ts'

export interface RepeatedItem {
  /** The number of attempts: a whole number from 1. */
  readonly repeats: number
  /** The number of those that passed: a whole number, at most `repeats`. */
  readonly passed: number
  /** Items that share a group are not independent. */
  readonly group?: string
}

export interface PassRates {
  readonly k: number
  /** The probability that at least one of k attempts passes, over items. */
  readonly passAtK: Estimate
  /** The probability that all of k attempts pass (pass^k), over items. */
  readonly passHatK: Estimate
  /** The number of items behind the rates. */
  readonly items: number
  /** Items with fewer than k repeats, which say nothing about k attempts without a guess. */
  readonly leftOut: number
}

const rate = { low: 0, high: 1 }

/**
 * Computes how often at least one, and how often each, of k attempts at an item passes: 0 to 1, means over items, with
 * the interval of a mean over clusters. With k = 1 both are the mean pass rate; with larger k, pass@k rises and pass^k
 * falls. Neither can be computed from the mean rate alone, because items differ.
 *
 * @throws RangeError for a k that is not a whole number from 1, and for impossible counts.
 */
export function passRates(items: readonly RepeatedItem[], k: number, resampling: Resampling): PassRates {
  for (const item of items) check(item, k)
  const counted = items.filter(({ repeats }) => repeats >= k)
  return {
    k,
    passAtK: estimateMean(counted, (item) => chanceThatAnyPasses(item, k), rate, resampling),
    passHatK: estimateMean(counted, (item) => chanceThatAllPass(item, k), rate, resampling),
    items: counted.length,
    leftOut: items.length - counted.length,
  }
}

/**
 * Returns 1 − C(n − c, k) ∕ C(n, k) for n repeats of which c passed: of all choices of k repeats, the share with a
 * pass. It is an unbiased estimate of 1 − (1 − p)^k (Chen and others, Evaluating large language models trained on code,
 * 2021, arXiv 2107.03374), while using c ∕ n for p is too low. It is a product of factors from 0 to 1, so that no
 * factorial overflows.
 *
 * @param k At most `repeats`.
 */
export function chanceThatAnyPasses({ repeats, passed }: RepeatedItem, k: number): number {
  if (repeats - passed < k) return 1
  let nonePasses = 1
  for (let index = repeats - passed + 1; index <= repeats; index++) nonePasses *= 1 - k / index
  return 1 - nonePasses
}

/**
 * Returns C(c, k) ∕ C(n, k) for n repeats of which c passed: of all choices of k repeats, the share in which each
 * passed. It is an unbiased estimate of p^k (Yao and others, τ-bench, 2024, arXiv 2406.12045).
 *
 * @param k At most `repeats`.
 */
export function chanceThatAllPass({ repeats, passed }: RepeatedItem, k: number): number {
  if (passed < k) return 0
  let allPass = 1
  for (let taken = 0; taken < k; taken++) allPass *= (passed - taken) / (repeats - taken)
  return allPass
}

function check({ repeats, passed }: RepeatedItem, k: number): void {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number from 1, not ${k}`)
  if (!Number.isInteger(repeats) || repeats < 1)
    throw new RangeError(`repeats must be a whole number from 1, not ${repeats}`)
  if (!Number.isInteger(passed) || passed < 0 || passed > repeats)
    throw new RangeError(`passed must be a whole number from 0 to ${repeats}, not ${passed}`)
}

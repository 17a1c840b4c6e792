import { z } from 'zod/v4'
import type { Range } from './resampling.ts'

/**
 * Betting against a mean (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, 2024, arXiv
 * 2010.09686). Gamblers start with a wealth of 1, and before each value stake a share of it on the value being above a
 * candidate for the mean. If the candidate is the mean, no wealth grows on average, and by Ville's inequality (Étude
 * critique de la notion de collectif, 1939) the probability that it ever reaches 1 ∕ α is at most α, however often one
 * checks, and whenever one stops. Wealth is therefore evidence against the candidate.
 *
 * Each gambler always stakes the same share, and the evidence is their mean: one of them bets nearly as well as if the
 * mean and the spread of the values had been known. After each value, the evidence does not depend on the order of the
 * values so far, but the moment at which it is first high enough does.
 *
 * This assumes that each value has the same mean, whatever the values before it. Values must be in a random order, or
 * in that of a dataset, but not in the order in which answers were ready: quick ones may be better.
 */

/**
 * Bets on one value, with these shares.
 *
 * @param payoff The gain on a stake of 1: at least −1, and 0 on average if the candidate is the mean.
 */
export function bet(wealth: number[], shares: readonly number[], payoff: number): void {
  // A plain loop, because monitors run it millions of times.
  for (let gambler = 0; gambler < shares.length; gambler++)
    wealth[gambler] = (wealth[gambler] as number) * (1 + (shares[gambler] as number) * payoff)
}

export function payoffAbove(value: number, candidate: number, { low }: Range): number {
  return (value - candidate) / (candidate - low)
}

export function payoffBelow(value: number, candidate: number, { high }: Range): number {
  return (candidate - value) / (high - candidate)
}

/** @throws RangeError for anything but a number from low to high, up to rounding. */
export function checkValue(value: number, { low, high }: Range): void {
  const rounding = 1e-9 * (high - low)
  if (!(value >= low - rounding && value <= high + rounding))
    throw new RangeError(`a value must be from ${low} to ${high}, not ${value}`)
}

/**
 * Checks a weight. The mean of equal weights may exceed them in its last digits.
 *
 * @throws RangeError unless it is above 0 and up to the greatest, up to rounding.
 */
export function checkedWeight(weight: number, greatest: number): number {
  if (!(weight > 0 && weight <= greatest * (1 + 1e-9)))
    throw new RangeError(`a weight must be above 0 and up to the greatest, ${greatest}, not ${weight}`)
  return Math.min(weight, greatest)
}

export const wealthSchema = (shares: readonly number[]) => z.array(z.number().min(0)).length(shares.length)

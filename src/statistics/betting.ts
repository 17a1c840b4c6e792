import { z } from 'zod/v4'
import type { Range } from './estimate-means.ts'
import { meanOf } from './mean.ts'

/**
 * Betting against a mean (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, 2024,
 * arXiv 2010.09686). Gamblers begin with a wealth of 1 and before each value stake a share of what they have on its
 * being above a candidate for the mean. Where the candidate is the mean, no wealth grows on average, and by Ville's
 * inequality (Étude critique de la notion de collectif, 1939) it ever comes to 1 ∕ α with a probability of at most
 * α: however often one looks, and whenever one stops. Wealth is therefore evidence against the candidate.
 *
 * Each gambler always stakes the same share, and the evidence is their mean: one of them bets nearly as well as if
 * the mean and the spread of the values had been known. After each value evidence does not depend on the order of
 * the values before it, but when it first is high enough does.
 *
 * It takes that each value has the same mean whatever the values before it were. Values must be in a random order,
 * or in that of a dataset, and not in that in which answers happened to be ready: quick ones may be the better ones.
 */
export type Wealth = number[]

/**
 * One value for gamblers who stake these shares.
 *
 * @param payoff What a stake of 1 wins: at least −1, and 0 on average where the candidate is the mean.
 */
export function bet(wealth: Wealth, shares: readonly number[], payoff: number): void {
  // A loop of the plain kind: monitors come here millions of times.
  for (let gambler = 0; gambler < shares.length; gambler++)
    wealth[gambler] = (wealth[gambler] as number) * (1 + (shares[gambler] as number) * payoff)
}

/** For those who bet that values are above the candidate. */
export function payoffAbove(value: number, candidate: number, { low }: Range): number {
  return (value - candidate) / (candidate - low)
}

/** For those who bet that values are below the candidate. */
export function payoffBelow(value: number, candidate: number, { high }: Range): number {
  return (candidate - value) / (high - candidate)
}

export function meanWealth(wealth: Wealth): number {
  return meanOf(wealth)
}

/** @throws RangeError for what is no number from low to high, up to rounding. */
export function checkValue(value: number, { low, high }: Range): void {
  const rounding = 1e-9 * (high - low)
  if (!(value >= low - rounding && value <= high + rounding))
    throw new RangeError(`a value must be from ${low} to ${high}, not ${value}`)
}

/**
 * The weight, if it is one. The mean of equal weights can be above them by its last digits.
 *
 * @throws RangeError for what is not above 0 and up to the greatest, up to rounding.
 */
export function checkedWeight(weight: number, greatest: number): number {
  if (!(weight > 0 && weight <= greatest * (1 + 1e-9)))
    throw new RangeError(`a weight must be above 0 and up to the greatest, ${greatest}, not ${weight}`)
  return Math.min(weight, greatest)
}

/** The schema of stored states. */
export const wealthOf = (shares: readonly number[]) => z.array(z.number().min(0)).length(shares.length)

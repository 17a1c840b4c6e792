/**
 * Betting that may begin anew before each observation (the Shiryaev-Roberts e-detector of Shin, Ramdas and Rinaldo,
 * E-detectors, 2023, arXiv 2203.03532): a gambler comes in with 1 before each observation, and all who always
 * stake the same share hold R together, which an observation turns into (R + 1) · (1 + share · payoff). After n
 * observations on which no bet gains on average R is n on average, so that it takes c of them on average, at least,
 * until R is c; and R is ever c within n of them with a probability of at most n ∕ c.
 */

/** The shares of the gamblers: small ones see small changes, large ones see large changes soon. */
export const shares: readonly number[] = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]

/** Further evidence would say no more, and JSON has no infinity. Less evidence than there is breaks no promise. */
export const mostWealth = 1e300

/**
 * One observation for the gamblers at `wealth[start]` and after it, one a share.
 *
 * @param payoff What a stake of 1 wins: at least −1, and 0 or less on average where nothing has changed.
 * @returns The mean of what they hold.
 */
export function betFromAnyStart(wealth: number[], start: number, payoff: number): number {
  let sum = 0
  for (let gambler = 0; gambler < shares.length; gambler++) {
    const before = wealth[start + gambler] as number
    const after = Math.min(mostWealth, (before + 1) * (1 + (shares[gambler] as number) * payoff))
    wealth[start + gambler] = after
    sum += after
  }
  return sum / shares.length
}

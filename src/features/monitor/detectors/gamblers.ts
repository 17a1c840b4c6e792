/**
 * Betting that may restart before each observation (the Shiryaev-Roberts e-detector of Shin, Ramdas and Rinaldo,
 * E-detectors, 2023, arXiv 2203.03532): a gambler joins with 1 before each observation, and all who always stake the
 * same share together hold R, which an observation turns into (R + 1) · (1 + stake · gain on 1). After n observations
 * on which no bet gains on average, R is n on average. So it takes at least c of them on average until R reaches c, and
 * the probability that it does so within n of them is at most n ∕ c.
 */

/**
 * The gamblers' shares of the possible stake when the deviation is unknown: small shares see small changes, large ones
 * see large changes soon.
 */
export const shares: readonly number[] = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]

/** More evidence would say nothing more, and JSON has no infinity. Less of it breaks no guarantee. */
export const mostWealth = 1e300

/** Gamblers who bet that observations are below limits, in a row, with the same number for each limit. */
export interface Gamblers {
  readonly limits: Float64Array
  /** Each gambler's stake, per 1 that an observation is below the limit. None stakes all of its wealth. */
  readonly stakes: Float64Array
  /** The weight of each gambler's wealth. */
  readonly weights: Float64Array
}

/**
 * Bets on one observation.
 *
 * @param wealth The wealth of each gambler; 0 at first.
 * @param share The share of their stakes placed on this observation: its weight.
 * @returns The least weighted wealth of the gamblers on one limit.
 */
export function betFromAnyStart(
  wealth: number[],
  { limits, stakes, weights }: Gamblers,
  value: number,
  share: number,
): number {
  const count = stakes.length / limits.length
  let least = Number.POSITIVE_INFINITY
  // One plain loop without calls: passed numbers would become objects, and monitors spend most of their time here.
  for (let limit = 0, gambler = 0; limit < limits.length; limit++) {
    const won = ((limits[limit] as number) - value) * share
    let sum = 0
    for (const end = gambler + count; gambler < end; gambler++) {
      const after = Math.min(
        mostWealth,
        ((wealth[gambler] as number) + 1) * (1 + (stakes[gambler] as number) * won),
      )
      wealth[gambler] = after
      sum += after * (weights[gambler] as number)
    }
    least = Math.min(least, sum)
  }
  return least
}

/**
 * Betting that may begin anew before each observation (the Shiryaev-Roberts e-detector of Shin, Ramdas and Rinaldo,
 * E-detectors, 2023, arXiv 2203.03532): a gambler comes in with 1 before each observation, and all who always
 * stake the same hold R together, which an observation turns into (R + 1) · (1 + stake · what 1 wins). After n
 * observations on which no bet gains on average R is n on average, so that it takes c of them on average, at least,
 * until R is c; and R is ever c within n of them with a probability of at most n ∕ c.
 */

/**
 * What gamblers stake of all they could, where nothing is known of the deviation: small shares see small changes,
 * large ones see large changes soon.
 */
export const shares: readonly number[] = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.9]

/** Further evidence would say no more, and JSON has no infinity. Less evidence than there is breaks no promise. */
export const mostWealth = 1e300

/** Those who bet that observations are below limits, the same number of gamblers for each limit, in a row. */
export interface Gamblers {
  readonly limits: Float64Array
  /** What each gambler stakes, for each 1 that an observation is below the limit. With none, all is staked. */
  readonly stakes: Float64Array
  /** What a 1 of each gambler counts. */
  readonly weights: Float64Array
}

/**
 * One observation.
 *
 * @param wealth Of each gambler; 0 at first.
 * @param share Of their stakes that is placed on this observation: its weight.
 * @returns The least that the gamblers on a limit hold, by weight.
 */
export function betFromAnyStart(
  wealth: number[],
  { limits, stakes, weights }: Gamblers,
  value: number,
  share: number,
): number {
  const count = stakes.length / limits.length
  let least = Number.POSITIVE_INFINITY
  // One plain loop without calls: numbers that are passed would be objects, and this is what monitors do most.
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

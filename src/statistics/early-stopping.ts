import { normalProbability, normalQuantile } from './distributions.ts'

/** Five looks save nearly all that more would. */
const looks = 5

/** Returns after how many of these values one looks: after each fifth of them. */
export const placeLooks = (values: number): number[] => [
  ...new Set(Array.from({ length: looks }, (_, look) => Math.ceil((values * (look + 1)) / looks))),
]

/**
 * Returns the level that an interval needs at a look, so that all looks together have `level` (O'Brien and Fleming, A
 * multiple testing procedure for clinical trials, 1979). The bound of the sum of all values is the same at each look:
 * early ones decide only if it is very clear, and the last one hardly loses power (0.9587 for 0.95).
 *
 * @param share The share of the values that the look is at, above 0 and up to 1.
 */
export function levelOfLook(level: number, share: number): number {
  return 2 * normalProbability(findBound(level) / Math.sqrt(share)) - 1
}

/**
 * Returns whether a mean is too far from 0 for values that were not seen yet. Values that move the other way as far as
 * they can may be so rare that none is among the first few: their share is the largest of which none is seen with the
 * probability that the level leaves on one side.
 *
 * @param largest How far a value can move, above 0.
 * @param values The number of values seen.
 */
export function outweighsUnseen(mean: number, largest: number, values: number, level: number): boolean {
  const unseen = 1 - ((1 - level) / 2) ** (1 / values)
  return Math.abs(mean) * (1 - unseen) > largest * unseen
}

const bounds = new Map<number, number>()

/** Finds the bound, in standard errors of all values, within which all looks stay with a probability of `level`. */
function findBound(level: number): number {
  const known = bounds.get(level)
  if (known !== undefined) return known
  let low = normalQuantile((1 + level) / 2)
  let high = low + 1
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (chanceWithin(middle * Math.sqrt(looks)) < level) low = middle
    else high = middle
  }
  bounds.set(level, high)
  return high
}

/** The cells of the numerical integration; more of them change no bound by 0.0001. */
const cells = 100

/** Returns the probability that sums of one to five standard normal variables all stay within ± the bound. */
function chanceWithin(bound: number): number {
  const width = (2 * bound) / cells
  const middles = Array.from({ length: cells }, (_, cell) => -bound + (cell + 0.5) * width)
  const step = (distance: number) => (Math.exp(-(distance ** 2) / 2) / Math.sqrt(2 * Math.PI)) * width
  let shares = middles.map(step)
  for (let look = 2; look <= looks; look++)
    shares = middles.map((to) =>
      shares.reduce((sum, share, from) => sum + share * step(to - (middles[from] as number)), 0),
    )
  return shares.reduce((sum, share) => sum + share, 0)
}

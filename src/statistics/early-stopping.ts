import { normalProbability, normalQuantile } from './distributions.ts'

/** Shares of the values after which one looks. Earlier looks would hardly ever stop a run, but cost it power. */
const looks = [0.5, 0.75, 1]

/** Returns after how many of these values one looks. */
export const placeLooks = (values: number): number[] => [
  ...new Set(looks.map((share) => Math.ceil(values * share))),
]

/** How fast the bound of earlier looks rises; 0.5 is O'Brien and Fleming's, which costs up to a tenth of the power. */
const steepness = 0.75

/**
 * Returns the level that an interval needs at a look, so that all looks together have `level` (Wang and Tsiatis,
 * Approximately optimal one-parameter boundaries for group sequential trials, 1987, with Δ = −1 ∕ 4): early ones decide
 * only if it is very clear, and the last one hardly loses power (0.9531 for 0.95).
 *
 * @param share The share of the values that the look is at, above 0 and up to 1.
 */
export function levelOfLook(level: number, share: number): number {
  return 2 * normalProbability(findBound(level) / share ** steepness) - 1
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

/** Finds the bound of the last look, in standard errors, for which all looks stay in theirs with a probability of `level`. */
function findBound(level: number): number {
  const known = bounds.get(level)
  if (known !== undefined) return known
  let low = normalQuantile((1 + level) / 2)
  let high = low + 1
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2
    if (chanceWithin(middle) < level) low = middle
    else high = middle
  }
  bounds.set(level, high)
  return high
}

/** The cells of the numerical integration; more of them change no bound by 0.0001. */
const cells = 200

/** Returns the probability that the sum of standard normal values, in parts of its last deviation, stays in all bounds. */
function chanceWithin(bound: number): number {
  let sums = [{ sum: 0, probability: 1 }]
  let seen = 0
  for (const share of looks) {
    const end = bound * share ** (0.5 - steepness)
    const width = (2 * end) / cells
    const deviation = Math.sqrt(share - seen)
    const density = (distance: number) =>
      Math.exp(-((distance / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI))
    const before = sums
    sums = Array.from({ length: cells }, (_, cell) => {
      const sum = -end + (cell + 0.5) * width
      const reach = before.reduce((all, one) => all + one.probability * density(sum - one.sum), 0)
      return { sum, probability: reach * width }
    })
    seen = share
  }
  return sums.reduce((all, { probability }) => all + probability, 0)
}

import { seededRandom, shuffle } from '../../shared/random.ts'

/** A candidate for labelling: an item, or a cluster of items. */
export interface Candidate {
  readonly id: string
  readonly score: number
}

/**
 * Draws things, each with its probability. The number drawn is the sum of the probabilities or, if that is not whole,
 * the whole number below or above. This is systematic sampling from a random order (Madow, 1949; Hartley and Rao,
 * 1962). Numbers and probabilities are exact, and because of the random order, the draws of two things are almost
 * independent, as the variances of `errorMoments` assume. With equal probabilities, every choice is equally likely.
 */
export function drawWith(probabilities: readonly number[], random: () => number): number[] {
  const places = probabilities.map((_, place) => place)
  const order = shuffle(places, random)
  const start = random()
  const drawn: number[] = []
  let passed = 0
  let next = start
  for (const [index, place] of order.entries()) {
    passed += probabilities[place] as number
    // Sums of probabilities have rounding errors, and the last draw must not fall beyond the end.
    const isLast = index === order.length - 1 && drawn.length < Math.floor(passed + 1e-6)
    if (passed > next || isLast) {
      drawn.push(place)
      next += 1
    }
  }
  return drawn.sort((one, other) => one - other)
}

/**
 * Draws `count` candidates, each with the same probability.
 *
 * @throws RangeError unless count is a whole number from 1 to the number of candidates.
 */
export function drawUniform(candidates: readonly Candidate[], count: number, seed = 1) {
  checkCount(count, candidates.length)
  return drawnFrom(
    candidates,
    candidates.map(() => count / candidates.length),
    seed,
  )
}

/** Returns what was drawn, with what the estimate needs to know about the draw. */
function drawnFrom(candidates: readonly Candidate[], probabilities: readonly number[], seed: number) {
  return drawWith(probabilities, seededRandom(seed)).map((place) => ({
    id: candidates[place]?.id as string,
    probability: probabilities[place] as number,
  }))
}

/**
 * Continues a draw: it adds more things to those already drawn, so that each is drawn in one of the two draws with its
 * probability `after`. Anything not yet drawn gets a second chance of (after − before) ∕ (1 − before).
 *
 * With equal probabilities the number drawn is exact. Otherwise it is within one of the sum of the second chances of
 * the rest, which depends on what was drawn before.
 *
 * @returns The ids of the additional things.
 * @throws RangeError for probabilities that are not such numbers, or that fall.
 */
export function drawMore(
  candidates: readonly {
    readonly id: string
    /** The probability before, and the total one after, which must be at least as large. */
    readonly before: number
    readonly after: number
    readonly isDrawn: boolean
    /** Each stratum has a draw of its own. Default: all are in one. */
    readonly stratum?: string
  }[],
  seed: number,
): string[] {
  const random = seededRandom(seed)
  for (const { id, before, after } of candidates)
    if (!(before >= 0 && before <= after + 1e-9 && after <= 1))
      throw new RangeError(`${id} was drawn with probability ${before} and cannot be drawn with ${after}`)
  const strata = Map.groupBy(candidates, ({ stratum }) => stratum)
  return [...strata.values()].flatMap((members) => {
    const left = members.filter(({ isDrawn }) => !isDrawn)
    const chances = left.map(({ before, after }) =>
      // Equal probabilities that were computed twice may differ in their last digit.
      before >= 1 ? 0 : Math.max(0, (after - before) / (1 - before)),
    )
    return drawWith(chances, random).map((place) => left[place]?.id as string)
  })
}

/** @throws RangeError unless the count is a whole number from 1 to `most`. */
export function checkCount(count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new RangeError(`count must be a whole number from 1 to ${most}, not ${count}`)
}

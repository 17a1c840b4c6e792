import { seededRandom, shuffle } from '../../shared/random.ts'

/** Something that may be labelled: an item, or a cluster of items. */
export interface Candidate {
  readonly id: string
  /** By the judge. */
  readonly score: number
}

/** Something to label, with what the estimate must know about how it was drawn. */
export interface Drawn {
  readonly id: string
  /** With which it was drawn. */
  readonly probability: number
}

/**
 * Draws things, each with its probability, as many as these add up to; where that is no whole number, the one below
 * or above. They are systematic draws from a random order (Madow, 1949; Hartley and Rao, 1962). Numbers of things and
 * probabilities are exact, and because of the random order the draw of one thing says hardly anything about that of
 * another, as the variances of `errorMoments` take it. With equal probabilities each choice is as likely as any other.
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
    // Sums of probabilities are off by rounding, and the last draw must not fall behind the end.
    const isLast = index === order.length - 1 && drawn.length < Math.floor(passed + 1e-6)
    if (passed > next || isLast) {
      drawn.push(place)
      next += 1
    }
  }
  return drawn.sort((one, other) => one - other)
}

/**
 * `count` candidates, each as likely as any other.
 *
 * @throws RangeError for a count that is not a whole number from 1 to the number of candidates.
 */
export function drawUniform(candidates: readonly Candidate[], count: number, seed = 1): Drawn[] {
  checkCount(count, candidates.length)
  return drawnFrom(
    candidates,
    candidates.map(() => count / candidates.length),
    seed,
  )
}

function drawnFrom(
  candidates: readonly Candidate[],
  probabilities: readonly number[],
  seed: number,
): Drawn[] {
  return drawWith(probabilities, seededRandom(seed)).map((place) => ({
    id: candidates[place]?.id as string,
    probability: probabilities[place] as number,
  }))
}

/**
 * Goes on with a draw: more things in addition to those that were drawn, so that each is drawn, in one draw or the
 * other, with its probability `after`. What was not drawn gets its second chance of (after − before) ∕ (1 − before).
 *
 * With equal probabilities the number drawn is exact. With others it is one more or less than the second chances of what
 * is left add up to, which depends on what was drawn before.
 *
 * @returns Ids of what is drawn in addition.
 * @throws RangeError for probabilities that are no such numbers, or that fall.
 */
export function drawMore(
  candidates: readonly {
    readonly id: string
    /** With which it was drawn before, and with which it is to have been drawn after: at least as likely. */
    readonly before: number
    readonly after: number
    readonly isDrawn: boolean
    /** Each stratum is drawn from by itself. Default: all are one. */
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

/** @throws RangeError for a count that is not a whole number from 1 to `most`. */
export function checkCount(count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new RangeError(`count must be a whole number from 1 to ${most}, not ${count}`)
}

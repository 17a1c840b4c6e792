/** How one of the gamblers stakes on a learned reference and on what comes after it, in deviations of an observation. */
export interface Plan {
  /** On each answer of the reference being above its mean. */
  readonly before: number
  /** On each observation after it being below the limit. */
  readonly after: number
}

/** Gamblers on a learned reference. */
export const planCount = 5

/** The shortest plan: no gambler expects to have won after fewer observations. */
const shortest = 16

/** The longest, or as many as the reference has where that is more. */
const longest = 1000

/** What a gambler plans to win, as a share of the logarithm of the threshold: those at all starts win it together. */
const aimed = 0.6

/**
 * Gamblers who plan to have won after n observations: from 16 to 1,000, or to as many as the reference has.
 *
 * What one wins with a stake of b on each of n observations and of b · n ∕ N on each of N answers of the reference
 * does not depend on the reference's mean, which cancels out: no other mean explains it away. With a drop of d it
 * grows as n · b · d − b² · variance · n · (1 + n ∕ N) ∕ 2, up to second order. That it comes to what is aimed at
 * with the least drop takes b = √(2 · aim ∕ (n · (1 + n ∕ N))) ∕ deviation. (One pair of stakes a drop, as in the
 * universal portfolios of Cover, 1991; for a mean that is known, section 3 of Waudby-Smith and Ramdas, 2010.09686.)
 *
 * @param size Of the reference.
 */
export function plansOf(size: number, threshold: number): Plan[] {
  return Array.from({ length: planCount }, (_, gambler) => {
    const horizon = shortest * (Math.max(size, longest) / shortest) ** (gambler / (planCount - 1))
    const after = Math.sqrt((2 * aimed * Math.log(threshold)) / (horizon * (1 + horizon / size)))
    return { before: (after * horizon) / size, after }
  })
}

import type { DifferenceSpread, ScoreComparison } from './types.ts'

/** More than anybody makes. */
const mostItems = 100_000
const mostRepeats = 100

/**
 * How many items in all, and how many repeats of the items that there are, would show a difference of the size that was
 * found in 4 of 5 comparisons, where they vary as these do.
 *
 * @returns Nothing of what would be no more than there is, or too many, or in vain.
 */
export function whatWouldTell({ pairs, difference = 0, detectableDifference, spread }: ScoreComparison): {
  readonly items?: number
  readonly repeats?: number
} {
  if (detectableDifference === undefined || difference === 0) return {}
  const share = (difference / detectableDifference) ** 2
  const items = Math.ceil(pairs / share)
  const repeats = spread === undefined ? undefined : repeatsToTell(spread, share)
  return {
    ...(items > pairs && items <= mostItems ? { items } : {}),
    ...(repeats === undefined ? {} : { repeats }),
  }
}

/** Until the variance of an item's difference is this share of what it is. */
function repeatsToTell(
  { ofItems, ofMean, ofOne, repeats }: DifferenceSpread,
  share: number,
): number | undefined {
  // A negative variance would promise too much of a few repeats.
  const left = (ofItems + ofMean) * share - Math.max(0, ofItems)
  const wanted = Math.ceil(ofOne / left)
  return left > 0 && wanted > repeats && wanted <= mostRepeats ? wanted : undefined
}

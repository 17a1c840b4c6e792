import { findReach, itemsToShow } from './forecast.ts'
import type { ScoreComparison } from './score-comparison.ts'

/** More than anyone would make. */
const mostItems = 100_000
const mostRepeats = 100

/**
 * Estimates how many items in all, or how many repeats of the present items, would show a difference as large as the
 * one found in 4 of 5 comparisons, if they vary like these.
 *
 * @returns Neither number if it would be no more than there is, too large, or of no use.
 */
export function estimateItemsNeeded(comparison: ScoreComparison): {
  readonly items?: number
  readonly repeats?: number
} {
  const { pairs, difference = 0, spread } = comparison
  const reach = findReach(comparison)
  if (reach === undefined || difference === 0) return {}
  const items = itemsToShow(comparison, mostItems)
  const repeats = spread === undefined ? undefined : repeatsToTell(spread, (difference / reach) ** 2)
  return {
    ...(items !== undefined && items > pairs ? { items } : {}),
    ...(repeats === undefined ? {} : { repeats }),
  }
}

/** Returns the repeats that reduce the variance of an item's difference to this share of its value. */
function repeatsToTell(
  { ofItems, ofMean, ofOne, repeats }: NonNullable<ScoreComparison['spread']>,
  share: number,
): number | undefined {
  // A negative variance would promise too much from a few repeats.
  const left = (ofItems + ofMean) * share - Math.max(0, ofItems)
  const wanted = Math.ceil(ofOne / left)
  return left > 0 && wanted > repeats && wanted <= mostRepeats ? wanted : undefined
}

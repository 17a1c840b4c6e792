import { studentQuantile } from '../../statistics/distributions.ts'
import { leastThat } from '../../statistics/least-that.ts'
import { areFallsShown, power } from '../../statistics/moves-interval.ts'
import type { ScoreComparison } from './score-comparison.ts'

type Compared = Pick<
  ScoreComparison,
  'pairs' | 'clusters' | 'rose' | 'fell' | 'difference' | 'standardError' | 'interval'
>

/** The spread of fewer groups is too uncertain to say what others would show. */
const fewestToForecast = 20

/** If the arms of the interval differ by more, a rise and a fall are not shown alike. */
const mostUneven = 1.3

/** Returns the true difference that about four of five such comparisons show; undefined if that is not known. */
export function detectableDifference(comparison: Compared): number | undefined {
  const { pairs, clusters, difference, interval } = comparison
  const reach = findReach(comparison)
  if (reach === undefined || difference === undefined || interval === undefined) return undefined
  if (clusters < fewestToForecast) return undefined
  const moves = findFewMoves(comparison)
  if (moves !== undefined) return clusters === pairs ? detectableByMoves(moves, interval.level) : undefined
  const arms = [difference - interval.low, interval.high - difference]
  return Math.max(...arms) > mostUneven * Math.min(...arms) ? undefined : reach
}

/** Returns how many items in all show the difference found in four of five comparisons; undefined for too many. */
export function itemsToShow(comparison: Compared, most: number): number | undefined {
  const { pairs, difference, interval } = comparison
  const reach = findReach(comparison)
  if (reach === undefined || !difference || interval === undefined) return undefined
  const moves = findFewMoves(comparison)
  if (moves !== undefined) return itemsByMoves(moves, difference, interval.level, most)
  const items = Math.ceil(pairs * (reach / difference) ** 2)
  return items <= most ? items : undefined
}

/** Returns the difference that four of five comparisons show, if all items move by as much more. */
export function findReach(compared: Compared): number | undefined {
  const { clusters, difference, standardError: error, interval } = compared
  if (interval === undefined || difference === undefined || !error) return undefined
  // A difference is shown if the interval ends before 0. With few items, or skew, its arm towards 0 is longer than
  // Student's; it is shorter only where those that moved are too few to say so.
  const towards0 = difference < 0 ? interval.high - difference : difference - interval.low
  const student = studentQuantile((1 + interval.level) / 2, clusters - 1) * error
  return Math.max(towards0, student) + studentQuantile(power, clusters - 1) * error
}

/** Items of which at least half did not move, as yes and no often do. */
interface FewMoves {
  readonly items: number
  readonly moved: number
  /** How many move each way by chance. */
  readonly eachWay: number
  /** The root mean square of the moves. */
  readonly step: number
}

/**
 * Returns the moves if they are few. A larger difference then means that more items move, not that all do, so the
 * present spread does not say what is shown.
 */
function findFewMoves(compared: Compared): FewMoves | undefined {
  const { pairs, rose, fell, difference = 0, standardError = 0 } = compared
  const moved = rose + fell
  if (moved === 0 || 2 * moved > pairs) return undefined
  const squares = pairs * ((pairs - 1) * standardError ** 2 + difference ** 2)
  // Those that moved one way only may be the difference itself. That none moved the other way does not say none will.
  const eachWay = Math.min(moved / 2, Math.min(rose, fell) + 0.5)
  return { items: pairs, moved, eachWay, step: Math.sqrt(squares / moved) }
}

/** Returns the difference that is shown if as many items move both ways by chance. */
function detectableByMoves({ items, eachWay, step }: FewMoves, level: number): number | undefined {
  const found = leastThat(0, items - 2 * eachWay, (more) =>
    areFallsShown(eachWay + more, eachWay, items, level),
  )
  return found === undefined ? undefined : (step * found) / items
}

/** Returns how many items show the difference if as large a share of them moves. */
function itemsByMoves(
  { items, moved, step }: FewMoves,
  difference: number,
  level: number,
  most: number,
): number | undefined {
  const gap = (Math.abs(difference) * items) / step
  const toShare = (moves: number) => moves / (2 * items)
  const found = leastThat(items, most, (count) =>
    areFallsShown(count * toShare(moved + gap), count * toShare(moved - gap), count, level),
  )
  return found === undefined ? undefined : Math.ceil(found)
}

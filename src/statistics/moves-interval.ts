import { allAlike, type Clusters, standardError } from './clusters.ts'
import { betaProbability, normalQuantile } from './distributions.ts'
import type { Range } from './resampling.ts'

/** The number of bisections that find an end. */
const halvings = 40

/** The share of comparisons that are to show a difference. */
export const power = 0.8

/** If every value moved, mid-p alone misses in up to 3.8 % per side; with this, in at most 2.9 %. */
const mostOfTail = 1.16

/**
 * Computes an interval for the mean of values by the shares of groups that rose and fell from the middle of the range,
 * such as differences of yes and no. Moves of several sizes count as so many of one size that their mean and its standard
 * error stay the same.
 *
 * The intervals of both shares are mid-p (Lancaster, Significance tests in discrete distributions, 1961). They are
 * combined by the distances of their ends (Zou and Donner, Construction of confidence limits about effect measures,
 * 2008), with the correlation that shares of these sizes have in one sample. So an end allows for rises, or falls, of
 * which none was seen. What it holds is in `research/how-well-they-hold.md`.
 *
 * @param range The middle is 0 if it is not known.
 * @returns Undefined if nothing moved and the range is not known.
 */
export function countMoves(sample: Clusters, range: Range | undefined, level: number) {
  const { count, values, sizes, mean } = sample
  const { low, high } = range ?? { low: 0, high: 0 }
  const middle = (low + high) / 2
  const moves = sample.sums.map((sum, index) => ((sum - middle * (sizes[index] as number)) * count) / values)
  const up = moves.reduce((total, move) => total + Math.max(0, move), 0)
  const down = moves.reduce((total, move) => total + Math.max(0, -move), 0)
  const squares = count * ((count - 1) * standardError(sample) ** 2 + (mean - middle) ** 2)
  const step = up + down === 0 ? high - middle : squares / (up + down)
  if (step === 0) return undefined
  const isNone = (move: number) => Math.abs(move) <= 1e-9 * step
  const isOneStep = (move: number) => isNone(move) || isNone(Math.abs(move) - step)
  const rose = up / step
  const fell = down / step
  return {
    isAnyUnmoved: moves.some(isNone),
    /** Whether all groups moved equally far, if at all: the interval then needs no other. */
    areOfOneSize: allAlike(sample) || (moves.every(isOneStep) && sizes.every((size) => size === sizes[0])),
    interval: {
      low: mean - step * armBelow(rose, fell, count, level),
      high: mean + step * armBelow(fell, rose, count, level),
      level,
    },
  }
}

/**
 * Returns whether about four of five comparisons show that more fell than rose, if so many do on average.
 *
 * @param count All items, and those that did not move among them.
 */
export function areFallsShown(fell: number, rose: number, count: number, level: number): boolean {
  const gap = (fell - rose) / count
  const error = Math.sqrt(((fell + rose) / count - gap ** 2) / count)
  return gap >= armBelow(fell, rose, count, level) + normalQuantile(power) * error
}

/** Returns how far the share that rose less the share that fell may be below what was seen. */
function armBelow(rose: number, fell: number, count: number, level: number): number {
  const tail = (1 - level) / 2
  const most = rose + fell > count - 1e-9 ? mostOfTail : Number.POSITIVE_INFINITY
  const least = leastShare(rose, count, tail, most)
  const highest = 1 - leastShare(count - fell, count, tail, most)
  const up = rose / count - least
  const down = highest - fell / count
  const others = (1 - least) * (1 - highest)
  const correlation = others <= 0 ? 0 : -Math.sqrt((least * highest) / others)
  return Math.sqrt(up ** 2 + down ** 2 - 2 * correlation * up * down)
}

/** Finds the share up to which so many hits or more, these ones as half, have at most this probability. */
function leastShare(hits: number, count: number, tail: number, mostOfTail: number): number {
  if (hits <= 0) return 0
  let from = 0
  let to = hits / count
  for (let step = 0; step < halvings; step++) {
    const share = (from + to) / 2
    const whole = betaProbability(share, hits, count - hits + 1)
    const more = hits >= count ? 0 : betaProbability(share, hits + 1, count - hits)
    if (Math.max((whole + more) / 2, whole / mostOfTail) < tail) from = share
    else to = share
  }
  return (from + to) / 2
}

import { type Clusters, inBlocks } from './clusters.ts'
import { betaProbability, betaQuantile, normalProbability } from './distributions.ts'
import type { Interval } from './resampling.ts'

/** Mid-p alone misses in 3.25 % per side for 50 pairs; with this, in at most 2.9 % for any number. */
const mostOfTail = 1.16

/** The number of bisections of the range that find an end. */
const halvings = 40

/**
 * Computes an interval for the mean of bounded values (Gaffke, Three test statistics for a nonparametric one-sided
 * hypothesis on the mean of a nonnegative variable, 2005; Learned-Miller and Thomas, A new confidence interval for the
 * mean of a bounded random variable, 2019). Its upper end is the quantile of Σ D·x, where D are random shares, uniform
 * over the simplex, one for each value and one for an unseen value at the top of the range. For yes and no this is
 * exactly the interval of Clopper and Pearson (1934), for equal values the "rule of three", and no bounded distribution
 * is known for which it covers less than it claims. It needs neither symmetry nor a minimum number of values.
 *
 * Each group has one share, which counts by its size. The size of the unseen group is the root mean square of the
 * others: with their mean, the interval misses up to 18 % if half of all items are in one group; with the mean size of
 * an item's group, it is too wide to say much (`research/simulate-intervals.ts`).
 *
 * @param range The range of all values.
 */
export function boundedInterval(
  sample: Clusters,
  { low, high }: Pick<Interval, 'low' | 'high'>,
  level: number,
): Interval {
  const tail = (1 - level) / 2
  const turned = { ...sample, sums: sample.sums.map((sum) => -sum), mean: -sample.mean }
  return { low: -upperEnd(turned, -low, tail), high: upperEnd(sample, high, tail), level }
}

/**
 * Computes an interval for values without groups that are all at the ends of the range, with both ends present: the
 * shares that the exact binomial test does not reject, where the observed result counts half (mid-p: Lancaster, 1961).
 * Undefined for other values.
 */
export function midPInterval(
  { sums, count, values }: Clusters,
  { low, high }: Pick<Interval, 'low' | 'high'>,
  level: number,
): Interval | undefined {
  const top = sums.filter((value) => value === high).length
  if (count !== values || top === 0 || top === count || sums.some((of) => of !== high && of !== low))
    return undefined
  const tail = (1 - level) / 2
  const atLeast = (share: number, hits: number) => {
    const whole = betaProbability(share, hits, count - hits + 1)
    return Math.max((whole + betaProbability(share, hits + 1, count - hits)) / 2, whole / mostOfTail)
  }
  const from = middleWhere(0, 1, (share) => atLeast(share, top) < tail)
  const to = 1 - middleWhere(0, 1, (share) => atLeast(share, count - top) < tail)
  return { low: low + (high - low) * from, high: low + (high - low) * to, level }
}

function upperEnd(sample: Clusters, top: number, tail: number): number {
  const { sums, sizes, count, mean } = sample
  if (top - mean < 1e-12) return top
  const means = sums.map((sum, index) => sum / (sizes[index] as number))
  const lowest = means.reduce((least, of) => Math.min(least, of))
  const isLowest = Array.from(means, (value) => value - lowest < 1e-9)
  // With two values and equal weights, shares have a beta distribution.
  const isEven = sizes.every((size) => size === sizes[0])
  if (isEven && means.every((value, index) => isLowest[index] || top - value < 1e-9)) {
    const below = isLowest.filter(Boolean).length
    return lowest + (top - lowest) * betaQuantile(1 - tail, count - below + 1, below)
  }
  const unseen = Math.sqrt(sizes.reduce((sum, size) => sum + size ** 2, 0) / count)
  // Blocks of very many groups have the same error, while the unseen group keeps its own size.
  const blocks = inBlocks(sample, 1)
  return middleWhere(mean, top, (end) => {
    const weights = blocks.sums.map((sum, index) => sum - end * (blocks.sizes[index] as number))
    return chanceBelowZero(weights, unseen * (top - end)) < 1 - tail
  })
}

/** Finds the point from which the condition no longer holds. */
function middleWhere(low: number, high: number, isBelow: (at: number) => boolean): number {
  let [from, to] = [low, high]
  for (let step = 0; step < halvings; step++) {
    const middle = (from + to) / 2
    if (isBelow(middle)) from = middle
    else to = middle
  }
  return (from + to) / 2
}

/**
 * Returns the probability that a weighted sum of independent exponential variables is below 0, by the saddlepoint
 * (Lugannani and Rice, Saddle point approximation for the distribution of the sum of independent random variables,
 * 1980). Random shares, uniform over the simplex, are such variables divided by their sum.
 *
 * @param last One more weight, above 0.
 */
function chanceBelowZero(weights: Float64Array, last: number): number {
  let [lowest, highest] = [0, last]
  for (const weight of weights) {
    if (weight < lowest) lowest = weight
    if (weight > highest) highest = weight
  }
  if (lowest === 0) return 0
  const at = middleWhere(1 / lowest, 1 / highest, (at) => {
    let slope = last / (1 - last * at)
    for (const weight of weights) slope += weight / (1 - weight * at)
    return slope < 0
  })
  let [cumulant, curvature] = [-Math.log(1 - last * at), (last / (1 - last * at)) ** 2]
  for (const weight of weights) {
    cumulant -= Math.log(1 - weight * at)
    curvature += (weight / (1 - weight * at)) ** 2
  }
  const root = Math.sign(at) * Math.sqrt(Math.max(0, -2 * cumulant))
  // Near the middle both terms are infinite, but no end of an interval lies there.
  if (Math.abs(root) < 1e-4) return 0.5
  const density = Math.exp(-(root ** 2) / 2) / Math.sqrt(2 * Math.PI)
  return normalProbability(root) + density * (1 / root - 1 / (at * Math.sqrt(curvature)))
}

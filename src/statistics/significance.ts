import { randomBits } from '../shared/random.ts'
import type { Clusters } from './clusters.ts'
import type { Resampling } from './resampling.ts'

/** Of patterns drawn at random, so many are beyond the ends of an interval on average. */
const drawnBeyond = 10
/** Enough for five thousand intervals with a joint level of 95 %. */
const mostPatterns = 200_000

/** Returns how many patterns of signs to try: those of `resamples` show nothing at a level near 1. */
const countPatterns = ({ level, resamples }: Pick<Resampling, 'level' | 'resamples'>): number =>
  Math.max(resamples, Math.min(mostPatterns, Math.ceil(drawnBeyond / (1 - level))))

/**
 * Runs the paired permutation test: without a difference, each cluster's difference could just as well have had the
 * other sign (Fisher, The Design of Experiments, 1935, section 21). Every pattern of signs is tried if there are at
 * most `resamples`, or ten times 1 ∕ (1 − level); otherwise that many random ones, plus the observed one (Phipson and
 * Smyth, Permutation p-values should never be zero, 2010).
 *
 * A mean μ is rejected by the same test of the differences minus μ. The flipped signs of a pattern form a subset, and
 * the pattern is as extreme as the observed one if the mean of the subset is beyond μ: so the ends of the interval are
 * quantiles of the means of random subsets (Hartigan, Using subsample values as typical values, 1969).
 *
 * A pattern as extreme as the observed one counts half, and so does a subset whose mean equals the tested one: mid-p
 * (Lancaster, Significance tests in discrete distributions, 1961), with a straight line between the means of subsets.
 */
export function signFlipTest(
  clusters: Clusters,
  { seed, level, resamples }: Resampling,
): {
  /** Two-sided, for a mean of 0. */
  readonly pValue: number
  /** The means that the test does not reject at 1 − level; the ends are infinite if it cannot reject any. */
  readonly low: number
  readonly high: number
} {
  const { count, sums } = clusters
  const total = sums.reduce((sum, of) => sum + of, 0)
  // Equal sums of fractions differ in their last digits, and a tie must count as one.
  const tolerance = 1e-9 * sums.reduce((sum, of) => sum + Math.abs(of), 0)
  // If the total is 0, the halves of both tails are one tie.
  const weight = Math.abs(total) > tolerance ? 0.5 : 1
  const most = countPatterns({ level, resamples })
  const exact = 2 ** count <= most
  const patterns = exact ? 2 ** count : most
  const toSubset = subsets(clusters)
  const bits = randomBits(seed)
  const words = new Int32Array(Math.ceil(count / 32))

  const means = new Float64Array(patterns)
  let asExtreme = exact ? 0 : weight
  let empty = exact ? 0 : 1
  let filled = 0
  for (let pattern = 0; pattern < patterns; pattern++) {
    if (exact) words[0] = pattern
    else for (let index = 0; index < words.length; index++) words[index] = bits()
    const { sum, size } = toSubset(words)
    const beyond = Math.abs(total - 2 * sum) - Math.abs(total)
    if (beyond > tolerance) asExtreme += 1
    else if (beyond >= -tolerance) asExtreme += weight
    if (size === 0) empty += 1
    else means[filled++] = sum / size
  }
  const all = exact ? patterns : patterns + 1
  const sorted = means.subarray(0, filled).sort()
  const wanted = ((1 - level) / 2) * all - empty
  return {
    pValue: asExtreme / all,
    low: lowEnd(sorted, wanted),
    high: -lowEnd(sorted.map((mean) => -mean).reverse(), wanted),
  }
}

const rounding = 1e-9

/** Returns the smallest mean with more than this many up to it, equal ones as half; or infinity. */
function lowEnd(sorted: Float64Array, wanted: number): number {
  const rank = Math.floor(wanted + rounding)
  const end = rank < 0 ? -Infinity : (sorted[rank] ?? -Infinity)
  if (end === -Infinity) return end
  const apart = rounding * ((sorted.at(-1) as number) - (sorted[0] as number))
  const first = sorted.findIndex((mean) => mean >= end - apart)
  const placeAfter = (value: number) => {
    const place = sorted.findIndex((mean) => mean > value + apart)
    return place < 0 ? sorted.length : place
  }
  const next = placeAfter(end)
  const counted = (first + next) / 2
  if (counted > wanted + rounding || next === sorted.length) return end
  const further = sorted[next] as number
  const countedNext = (next + placeAfter(further)) / 2
  return end + ((further - end) * (wanted - counted)) / (countedNext - counted)
}

/**
 * Prepares sums and sizes of subsets, given as bits. Those of each eight clusters are precomputed for all 256 patterns,
 * so that a subset takes one addition per eight clusters.
 */
function subsets({ count, sums, sizes }: Clusters): (words: Int32Array) => { sum: number; size: number } {
  const blocks = Math.ceil(count / 8)
  const blockSums = new Float64Array(blocks * 256)
  const blockSizes = new Float64Array(blocks * 256)
  for (let block = 0; block < blocks; block++) {
    for (let pattern = 1; pattern < 256; pattern++) {
      const highest = 31 - Math.clz32(pattern)
      const rest = block * 256 + (pattern ^ (1 << highest))
      const cluster = block * 8 + highest
      blockSums[block * 256 + pattern] = (blockSums[rest] as number) + (sums[cluster] ?? 0)
      blockSizes[block * 256 + pattern] = (blockSizes[rest] as number) + (sizes[cluster] ?? 0)
    }
  }
  return (words) => {
    let sum = 0
    let size = 0
    for (let block = 0; block < blocks; block++) {
      const at = block * 256 + (((words[block >> 2] as number) >>> ((block & 3) * 8)) & 255)
      sum += blockSums[at] as number
      size += blockSizes[at] as number
    }
    return { sum, size }
  }
}

/**
 * Corrects p-values for their number (Holm, A simple sequentially rejective multiple test procedure, 1979): the
 * smallest times m, the next times m − 1, and so on, never smaller than the one before and at most 1. In the order
 * given.
 */
export function holm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length)
  let highest = 0
  const order = [...pValues.keys()].sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0))
  for (const [rank, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues[index] ?? 0) * (pValues.length - rank)))
    adjusted[index] = highest
  }
  return adjusted
}

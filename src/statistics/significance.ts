import { randomBits } from '../shared/random.ts'
import { type Clusters, toClusters } from './clusters.ts'
import type { TwiceReadRow } from './compare-readings.ts'
import { middleRanks } from './ranks.ts'
import type { Resampling } from './resampling.ts'

export interface SignFlipTest {
  /** Two-sided, of a mean of 0. */
  readonly pValue: number
  /** Means that the test does not reject at 1 − level; infinite ends where it can reject none. */
  readonly low: number
  readonly high: number
}

/**
 * The paired permutation test: were there no difference, each cluster's difference could as well have had the
 * other sign (Fisher, The Design of Experiments, 1935, section 21). Every pattern of signs is tried where there
 * are at most `resamples`; else as many random ones, with the observed one counted in (Phipson and Smyth,
 * Permutation p-values should never be zero, 2010).
 *
 * A mean μ is rejected by the same test of the differences less μ. The signs in a pattern that are flipped make a
 * subset, and the pattern is as extreme as what was observed where the mean of the subset is beyond μ: so the
 * ends of the interval are quantiles of the means of random subsets (Hartigan, Using subsample values as typical
 * values, 1969).
 *
 * @param ties How much a pattern counts that is as extreme as what was observed, and a subset whose mean is the one that
 *   is tested. `half` is mid-p (Lancaster, Significance tests in discrete distributions, 1961), with a straight line between the
 *   means that subsets have; it is never wider than `whole`, and shows more of differences of few values.
 */
export function signFlipTest(
  clusters: Clusters,
  { seed, level, resamples }: Resampling,
  ties: 'whole' | 'half' = 'whole',
): SignFlipTest {
  const { count, sums } = clusters
  const total = sums.reduce((sum, of) => sum + of, 0)
  // Equal sums of fractions differ in their last digits, and a tie must count as one.
  const tolerance = 1e-9 * sums.reduce((sum, of) => sum + Math.abs(of), 0)
  // Where nothing is on either side the two halves of both tails are one tie.
  const weight = ties === 'half' && Math.abs(total) > tolerance ? 0.5 : 1
  const exact = 2 ** count <= resamples
  const patterns = exact ? 2 ** count : resamples
  const subsetOf = subsets(clusters)
  const bits = randomBits(seed)
  const words = new Int32Array(Math.ceil(count / 32))

  const means = new Float64Array(patterns)
  let asExtreme = exact ? 0 : weight
  let empty = exact ? 0 : 1
  let filled = 0
  for (let pattern = 0; pattern < patterns; pattern++) {
    if (exact) words[0] = pattern
    else for (let index = 0; index < words.length; index++) words[index] = bits()
    const { sum, size } = subsetOf(words)
    const beyond = Math.abs(total - 2 * sum) - Math.abs(total)
    if (beyond > tolerance) asExtreme += 1
    else if (beyond >= -tolerance) asExtreme += weight
    if (size === 0) empty += 1
    else means[filled++] = sum / size
  }
  const all = exact ? patterns : patterns + 1
  const sorted = means.subarray(0, filled).sort()
  const wanted = ((1 - level) / 2) * all - empty
  const endOf = ties === 'half' ? lowEndAtHalf : lowEnd
  return {
    pValue: asExtreme / all,
    low: endOf(sorted, wanted),
    high: -endOf(sorted.map((mean) => -mean).reverse(), wanted),
  }
}

const rounding = 1e-9

/** The smallest mean with more than so many up to it; infinite where even none of them is too many. */
function lowEnd(sorted: Float64Array, wanted: number): number {
  const rank = Math.floor(wanted + rounding)
  return rank < 0 ? -Infinity : (sorted[rank] ?? -Infinity)
}

/** The same, but means that are equal count half where they are: beyond it where that is not too many yet. */
function lowEndAtHalf(sorted: Float64Array, wanted: number): number {
  const end = lowEnd(sorted, wanted)
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
 * Sums and sizes of subsets, given as bits. Those of each eight clusters are laid up for all 256 patterns, so
 * that a subset costs an addition for eight clusters.
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
 * p-values corrected for their number (Holm, A simple sequentially rejective multiple test procedure, 1979): the
 * smallest times m, the next times m − 1, and so on, never smaller than the one before and at most 1. In the
 * order given.
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

/**
 * Of two readings that rank rows alike: the two-sided p-value of the paired permutation test. Were there no difference,
 * each group's two readings could as well have been exchanged. What is summed is what Spearman's ρ is made of, and
 * with labels of two kinds the area under the curve: the rank of the label times the difference of the ranks.
 *
 * It holds where a bootstrap does not, as where two good readings differ in two rows of a hundred.
 */
export function exchangeTest(rows: readonly TwiceReadRow[], resampling: Resampling): number {
  const ranksOf = (numberOf: (row: TwiceReadRow) => number) => middleRanks(Float64Array.from(rows, numberOf))
  const labels = ranksOf(({ label }) => label)
  const [before, after] = [ranksOf(({ verdict }) => verdict), ranksOf(({ share }) => share)]
  const middle = (rows.length + 1) / 2
  const at = (ranks: Float64Array, index: number) => ranks[index] as number
  const values = rows.map(({ group }, index) => ({
    value: (at(labels, index) - middle) * (at(after, index) - at(before, index)),
    cluster: group === undefined ? `row ${index}` : `group ${group}`,
  }))
  return signFlipTest(toClusters(values), resampling).pValue
}

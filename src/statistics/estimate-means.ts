import { bootstrapMeans } from './bootstrap.ts'
import { boundedInterval, midPInterval } from './bounded-interval.ts'
import { allAlike, type Clusters, inBlocks, jackknifeMeans, standardError } from './clusters.ts'
import { bcaInterval } from './intervals.ts'
import type { Interval, Resampling } from './resampling.ts'
import { signFlipTest } from './significance.ts'

/** The values that a sample could have taken. */
export interface Range {
  readonly low: number
  readonly high: number
}

export interface MeanEstimate {
  readonly mean: number
  /** Absent below two groups. */
  readonly standardError?: number
  /** Absent where nothing honest can be said; then `note` says why. */
  readonly interval?: Interval
  /** What to know about the interval. */
  readonly note?: string
}

/** Fewer have no pattern of signs that would be surprising. */
export const fewestToShow = 6

/**
 * Mean, clustered standard error and interval of each sample of scores: `boundedInterval`, which is exact of yes and no.
 * Of scores of which no range is known what `estimateDifferences` gives.
 *
 * @param ranges Of each sample, where known: no interval goes beyond.
 */
export function estimateMeans(
  samples: readonly Clusters[],
  ranges: readonly (Range | undefined)[],
  resampling: Resampling,
): MeanEstimate[] {
  return samples.map((sample, index) => {
    const { mean, count } = sample
    const range = ranges[index]
    if (count < 2) return { mean, note: tooFewText(sample, 2) }
    if (range === undefined || !isWithin(sample, range))
      return estimateDifferences([sample], [undefined], resampling)[0] as MeanEstimate
    return {
      mean,
      standardError: standardError(sample),
      interval: boundedInterval(sample, range, resampling.level),
      ...(allAlike(sample) ? { note: alikeText(sample, 'scores') } : {}),
    }
  })
}

/**
 * The same of differences, which may be on both sides of 0. Each end is the wider of two: the means that the paired
 * permutation test of whole groups does not reject, ties counting half (`signFlipTest`), and the BCa bootstrap, for
 * differences that are skewed. Neither needs degrees of freedom, of which one large group leaves few. None below six
 * groups; of differences that are all one `boundedInterval`, and of wins and losses without groups `midPInterval`.
 *
 * @param ranges Of each sample, where known: no interval goes beyond.
 */
export function estimateDifferences(
  samples: readonly Clusters[],
  ranges: readonly (Range | undefined)[],
  resampling: Resampling,
): MeanEstimate[] {
  const { seed, level } = resampling
  const blocks = samples.map((sample) => inBlocks(sample, seed))
  // Of many small groups the replicates alone would fill the memory.
  const resampled = [...samples.keys()].filter((index) => isResampled(samples[index] as Clusters))
  const drawn = bootstrapMeans(
    resampled.map((index) => blocks[index] as Clusters),
    resampling,
  )
  const replicates = new Map(resampled.map((index, place) => [index, drawn[place] as Float64Array]))
  return samples.map((sample, index) => {
    const { mean, count } = sample
    const fewest = Math.max(2, Math.ceil(Math.log2(2 / (1 - level)) - 1e-9))
    if (count < 2) return { mean, note: tooFewText(sample, fewest) }
    const found = { mean, standardError: standardError(sample) }
    // Of differences that are few or all one there are no replicates.
    const [range, block, means] = [ranges[index], blocks[index] as Clusters, replicates.get(index)]
    const flips = signFlipTest(block, resampling)
    if (!Number.isFinite(flips.low)) return { ...found, note: tooFewText(sample, fewest) }
    const exact = range && midPInterval(sample, range, level)
    if (exact !== undefined) return { ...found, interval: exact }
    if (means !== undefined) {
      const resampled = bcaInterval(mean, means, jackknifeMeans(block), block.count, level)
      return { ...found, interval: widest(resampled, flips, range) }
    }
    if (range === undefined || !isWithin(sample, range))
      return {
        ...found,
        note: alikeText(sample, 'differences', 'without a known range there is no interval'),
      }
    const interval = widest(boundedInterval(sample, range, level), flips, range)
    return { ...found, interval, note: alikeText(sample, 'differences') }
  })
}

const isResampled = (sample: Clusters) => sample.count >= fewestToShow && !allAlike(sample)

const isWithin = ({ sums, sizes }: Clusters, { low, high }: Range) =>
  sums.every((sum, index) => {
    const mean = sum / (sizes[index] as number)
    return mean >= low - 1e-9 && mean <= high + 1e-9
  })

/** What samples consist of, as people call it. */
const unitsOf = ({ count, values }: Clusters) => (count === values ? 'item' : 'group')

function tooFewText(sample: Clusters, fewest: number): string {
  const unit = unitsOf(sample)
  return `No interval: it takes at least ${fewest} ${unit}s, and there ${sample.count === 1 ? 'is 1' : `are ${sample.count}`}.`
}

const alikeText = (sample: Clusters, what: string, but = `other ${unitsOf(sample)}s may differ`) =>
  unitsOf(sample) === 'item'
    ? `All ${sample.count} ${what} are the same; ${but}.`
    : `All ${sample.count} groups have the same mean; ${but}.`

/** As far as values go. */
function widest(one: Interval, other: Omit<Interval, 'level'>, range: Range | undefined): Interval {
  const low = Math.max(range?.low ?? -Infinity, Math.min(one.low, other.low))
  return { ...one, low, high: Math.min(range?.high ?? Infinity, Math.max(one.high, other.high)) }
}

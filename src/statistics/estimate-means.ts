import { bootstrapMeans } from './bootstrap.ts'
import { allAlike, type Clusters, inBlocks, jackknifeMeans, standardError } from './clusters.ts'
import { bcaInterval, studentInterval, studentisedInterval } from './intervals.ts'
import type { Interval, Resampling } from './resampling.ts'

/** The values that a sample could have taken. */
export interface Range {
  readonly low: number
  readonly high: number
}

export interface MeanEstimate {
  readonly mean: number
  /** Absent below two clusters. */
  readonly standardError?: number
  /** Absent where nothing honest can be said; then `note` says why. */
  readonly interval?: Interval
  /** What to know about the interval. */
  readonly note?: string
}

/** From here on, intervals of very skewed scores hold the truth in 94 of 100 samples: `npm run simulate`. */
const fewestForSkewed = 10

/** Below it, resamples are too few and too alike for their quantiles to mean anything. */
const fewestToResample = 5

/**
 * From so many clusters of one value each on, the studentised bootstrap adds nothing but width: of yes and no, one in ten
 * no, it is twice as wide at 30, and without it intervals hold as much (`research/simulate-power.ts means`).
 */
const fewestWithout = 30

const isResampled = (sample: Clusters) => sample.count >= fewestToResample && !allAlike(sample)

/**
 * Mean, clustered standard error and interval of each sample. Each end of the interval is the widest of three over
 * clusters, since each is too narrow somewhere: the BCa bootstrap for few clusters of different sizes, Student's
 * for skewed scores, the studentised bootstrap for scores of few values; from 30 values without clusters on it is the
 * wider of the first two. Of fewer than five clusters it is
 * Student's; of clusters that all have one mean what `unseenInterval` gives.
 *
 * @param ranges Of each sample, where known: no interval goes beyond.
 */
export function estimateMeans(
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
  const replicates = new Map(resampled.map((index, place) => [index, drawn[place]]))
  return samples.map((sample, index) => {
    const { mean, count } = sample
    const range = ranges[index]
    if (count < 2) return { mean, note: 'No interval: at least two clusters are needed.' }
    if (allAlike(sample))
      return { mean, standardError: standardError(sample), ...unseenInterval(sample, range, level) }
    const error = standardError(sample)
    if (count < fewestToResample)
      return {
        mean,
        standardError: error,
        interval: withinRange([studentInterval(sample, level)], range),
        note: `Only ${count} clusters: this is Student's interval, which assumes that they vary normally.`,
      }
    const block = blocks[index] as Clusters
    const means = replicates.get(index) as Float64Array
    const isPlain = count >= fewestWithout && sample.values === count
    const intervals = [
      bcaInterval(mean, means, jackknifeMeans(block), block.count, level),
      studentInterval(block, level),
      ...(isPlain ? [] : [studentisedInterval(block, resampling)]),
    ]
    const note = `Only ${count} clusters: of very skewed scores such an interval misses the truth in up to 9 of 100 samples.`
    const interval = withinRange(intervals, range)
    return { mean, standardError: error, interval, ...(count < fewestForSkewed ? { note } : {}) }
  })
}

/**
 * Where all G clusters have one mean, a bootstrap says that it is certain, which is never so: with probability
 * 1 − level ∕ 2, up to 1 − ((1 − level) ∕ 2)^(1 ∕ G) of all clusters may be different and none of them be in
 * the sample (the bound of Clopper and Pearson, 1934, of which the "rule of three" is the short form). They may
 * lie anywhere in the range.
 */
function unseenInterval(
  { count, mean }: Clusters,
  range: Range | undefined,
  level: number,
): { interval?: Interval; note: string } {
  if (range === undefined || mean < range.low || mean > range.high)
    return { note: `No interval: all ${count} are equal, and the range of the scores is not known.` }
  const unseen = 1 - ((1 - level) / 2) ** (1 / count)
  const low = mean - unseen * (mean - range.low)
  const high = mean + unseen * (range.high - mean)
  return {
    interval: { low, high, level },
    note: `All ${count} are equal. The interval allows for different ones outside the sample.`,
  }
}

/** From the lowest end of all to the highest, as far as scores go. */
function withinRange(intervals: readonly Interval[], range: Range | undefined): Interval {
  const { level } = intervals[0] as Interval
  const low = Math.max(range?.low ?? -Infinity, Math.min(...intervals.map((interval) => interval.low)))
  const high = Math.min(range?.high ?? Infinity, Math.max(...intervals.map((interval) => interval.high)))
  return { low, high, level }
}

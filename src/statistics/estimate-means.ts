import { formatLevel } from '../shared/format-level.ts'
import { measureSkewness } from './bca-interval.ts'
import { boundedInterval } from './bounded-interval.ts'
import { allAlike, type Clusters, inBlocks, jackknifeError, standardError } from './clusters.ts'
import { studentQuantile } from './distributions.ts'
import { countMoves } from './moves-interval.ts'
import type { Interval, Range, Resampling } from './resampling.ts'
import { signFlipTest } from './significance.ts'

export interface MeanEstimate {
  readonly mean: number
  /** Absent for fewer than two groups. */
  readonly standardError?: number
  /** Absent if no reliable interval exists; `note` then says why. */
  readonly interval?: Interval
  /** Remarks on the interval. */
  readonly note?: string
}

/** With fewer groups, no pattern of signs would be surprising. */
export const fewestToShow = 6

/**
 * Estimates mean, clustered standard error and interval of each sample of scores. The interval is `boundedInterval`,
 * which is exact for yes and no, or by flipped signs (`estimateDifferences`) if the range is not known.
 *
 * @param ranges The range of each sample, if known: no interval exceeds it.
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
    if (range === undefined || !isWithin(sample, range)) return estimateByFlips(sample, undefined, resampling)
    return {
      mean,
      standardError: standardError(sample),
      interval: boundedInterval(sample, range, resampling.level),
      ...(allAlike(sample) ? { note: alikeText(sample, 'scores') } : {}),
    }
  })
}

/**
 * Estimates means of differences, which may be on both sides of 0. The interval contains the means that the paired
 * permutation test of whole groups does not reject, with ties as half (`signFlipTest`). This needs no degrees of
 * freedom, of which one large group leaves few, but it assumes symmetry, so an end that skewness puts too near is moved
 * away. It takes what did not move for certain, so where some did not, no end is nearer than by counting moves
 * (`countMoves`), which is the interval where all moved equally far, as yes and no do. There is no interval below six
 * groups.
 *
 * @param ranges The range of each sample, if known: no interval exceeds it.
 */
export function estimateDifferences(
  samples: readonly Clusters[],
  ranges: readonly (Range | undefined)[],
  resampling: Resampling,
): MeanEstimate[] {
  return samples.map((sample, index) => {
    const range = ranges[index]
    return estimateByFlips(sample, range, resampling, countMoves(sample, range, resampling.level))
  })
}

/** @param moves Absent for scores, which have not moved from anything. */
function estimateByFlips(
  sample: Clusters,
  range: Range | undefined,
  resampling: Resampling,
  moves?: ReturnType<typeof countMoves>,
): MeanEstimate {
  const { seed, level } = resampling
  const { mean, count } = sample
  const fewest = Math.max(2, Math.ceil(Math.log2(2 / (1 - level)) - 1e-9))
  const tooFew = { note: tooFewText(sample, fewest, level) }
  if (count < 2) return { mean, ...tooFew }
  const found = { mean, standardError: standardError(sample) }
  if (count < fewest) return { ...found, ...tooFew }
  if (moves?.areOfOneSize)
    return {
      ...found,
      interval: moves.interval,
      ...(allAlike(sample) ? { note: alikeText(sample, 'differences') } : {}),
    }
  if (allAlike(sample))
    return { ...found, note: alikeText(sample, 'values', 'without a known range there is no interval') }
  const block = inBlocks(sample, seed)
  const flips = signFlipTest(block, resampling)
  if (!Number.isFinite(flips.low))
    return { ...found, note: `No interval: random signs cannot show a level of ${formatLevel(level)}.` }
  const usual = leaning(block, flips, level)
  const interval = moves?.isAnyUnmoved ? widest(usual, moves.interval) : usual
  return { ...found, interval: within(range, interval) }
}

/**
 * Keeps the interval, on the side to which the groups' means are skewed, no shorter than Student's by the jackknife
 * with Johnson's correction (Johnson, Modified t tests and confidence intervals for asymmetrical populations, 1978),
 * using two to four times the observed skewness: samples show less than there is, small ones least. Chosen by
 * `research/simulate-intervals.ts errors`; the other side stays.
 */
function leaning(sample: Clusters, flips: Range, level: number): Interval {
  const { mean, count, sums, sizes } = sample
  const quantile = studentQuantile((1 + level) / 2, count - 1)
  const student = quantile * jackknifeError(sample)
  const seen = Math.min(2 + 20 / count, count / 2.5)
  const lean =
    seen *
    (2 * quantile + 1 / quantile) *
    measureSkewness(sums.map((sum, index) => sum / (sizes[index] as number)))
  const longer = (usual: number, side: number) =>
    Math.max(usual, (1 + side * lean) * Math.min(usual, student))
  return { low: mean - longer(mean - flips.low, -1), high: mean + longer(flips.high - mean, 1), level }
}

const isWithin = ({ sums, sizes }: Clusters, { low, high }: Range) =>
  sums.every((sum, index) => {
    const mean = sum / (sizes[index] as number)
    return mean >= low - 1e-9 && mean <= high + 1e-9
  })

const nameUnits = ({ count, values }: Clusters) => (count === values ? 'item' : 'group')

/** @param level Of the interval. Of several things decided together each has a higher one, which needs more. */
function tooFewText(sample: Clusters, fewest: number, level?: number): string {
  const { count } = sample
  const there = `and there ${count === 1 ? 'is 1' : `are ${count}`}`
  const units = `at least ${fewest} ${nameUnits(sample)}s`
  return level === undefined || count < fewestToShow
    ? `No interval: ${units} are needed, ${there}.`
    : `No interval: a level of ${formatLevel(level)} needs ${units}, ${there}.`
}

const nameAll = ({ count }: Clusters) => (count === 2 ? 'Both' : `All ${count}`)

const alikeText = (sample: Clusters, what: string, but = `other ${nameUnits(sample)}s may differ`) =>
  nameUnits(sample) === 'item'
    ? `${nameAll(sample)} ${what} are the same; ${but}.`
    : `${nameAll(sample)} groups have the same mean; ${but}.`

const widest = (one: Interval, other: Interval): Interval => ({
  low: Math.min(one.low, other.low),
  high: Math.max(one.high, other.high),
  level: one.level,
})

const within = (range: Range | undefined, { low, high, level }: Interval): Interval => ({
  low: Math.max(range?.low ?? -Infinity, low),
  high: Math.min(range?.high ?? Infinity, high),
  level,
})

/** Intervals of a mean, one a way to make it, and rules that take the widest of some of them. */

import { randomBits } from '../../src/shared/random.ts'
import { bootstrapMeans } from '../../src/statistics/bootstrap.ts'
import { type Clusters, jackknifeMeans, toClusters } from '../../src/statistics/clusters.ts'
import { bcaInterval, studentInterval, studentisedInterval } from '../../src/statistics/intervals.ts'
import { signFlipTest } from '../../src/statistics/significance.ts'

export interface Ends {
  readonly low: number
  readonly high: number
}

export const resamples = 1000

export const clustersOf = (values: readonly number[]): Clusters =>
  toClusters(values.map((value, place) => ({ value, cluster: `${place}` })))

/** At least five values that are not all alike. */
export function threeIntervals(
  sample: Clusters,
  level: number,
): Record<'bca' | 'student' | 'studentised', Ends> {
  const resampling = { seed: 1, level, resamples }
  const [means] = bootstrapMeans([sample], resampling)
  return {
    bca: bcaInterval(sample.mean, means as Float64Array, jackknifeMeans(sample), sample.count, level),
    student: studentInterval(sample, level),
    studentised: studentisedInterval(sample, resampling),
  }
}

export function permuted(sample: Clusters, level: number): Record<'flips' | 'midFlips', Ends> {
  const resampling = { seed: 1, level, resamples }
  return { flips: signFlipTest(sample, resampling), midFlips: midFlips(sample, level) }
}

/**
 * As `signFlipTest`, but a subset whose mean is the one that is tested counts half; between means that subsets have,
 * what counts is taken to grow in a straight line.
 */
function midFlips({ count, sums }: Clusters, level: number): Ends {
  const exact = 2 ** count <= resamples
  const patterns = exact ? 2 ** count : resamples
  const bits = randomBits(1)
  const means: number[] = []
  let empty = exact ? 0 : 1
  for (let pattern = 0; pattern < patterns; pattern++) {
    let [sum, size, word] = [0, 0, exact ? pattern : 0]
    for (let place = 0; place < count; place++) {
      if (!exact && place % 32 === 0) word = bits()
      if ((word >>> (place % 32)) & 1) {
        sum += sums[place] as number
        size += 1
      }
    }
    if (size === 0) empty += 1
    else means.push(Math.round((sum / size) * 1e9) / 1e9)
  }
  const wanted = ((1 - level) / 2) * (exact ? patterns : patterns + 1)
  if (empty > wanted + 1e-9) return { low: -Infinity, high: Infinity }
  const end = (sorted: readonly number[]): number => {
    let [before, counted] = [Number.NaN, empty]
    let reached = Number.NaN
    for (let place = 0; place < sorted.length; ) {
      const value = sorted[place] as number
      let ties = 0
      while (sorted[place + ties] === value) ties += 1
      const at = counted + ties / 2
      if (at > wanted + 1e-9)
        return Number.isNaN(before)
          ? value
          : before + ((value - before) * (wanted - reached)) / (at - reached)
      before = value
      reached = at
      counted += ties
      place += ties
    }
    return Infinity
  }
  const up = means.toSorted((a, b) => a - b)
  const down = means.map((mean) => -mean).sort((a, b) => a - b)
  return { low: end(up), high: -end(down) }
}

export type Parts = Readonly<Record<string, Ends>>

/** The widest of these. */
export const widest = (parts: Parts, names: readonly string[]): Ends => ({
  low: Math.min(...names.map((name) => (parts[name] as Ends).low)),
  high: Math.max(...names.map((name) => (parts[name] as Ends).high)),
})

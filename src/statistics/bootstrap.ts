import { randomBits, randomIndex } from '../shared/random.ts'
import type { Clusters } from './clusters.ts'
import type { Resampling } from './resampling.ts'

/** How often is drawn, and with which random numbers. */
export type Draws = Pick<Resampling, 'seed' | 'resamples'>

/**
 * Draws as many of `count` things as there are, with replacement, again and again: what each bootstrap is made of.
 *
 * @param work Gets the places that were drawn, in an array that the next resample uses again.
 */
export function eachResample(
  count: number,
  { seed, resamples }: Draws,
  work: (drawn: Uint32Array, resample: number) => void,
): void {
  const bits = randomBits(seed)
  const drawn = new Uint32Array(count)
  for (let resample = 0; resample < resamples; resample++) {
    for (let draw = 0; draw < count; draw++) drawn[draw] = randomIndex(bits, count)
    work(drawn, resample)
  }
}

/**
 * Bootstrap replicates of the mean of each sample, sorted. Samples with the same number of clusters share their
 * draws, because drawing costs more than adding up.
 *
 * @returns An array for each sample, `resamples` long.
 */
export function bootstrapMeans(samples: readonly Clusters[], draws: Draws): Float64Array[] {
  const replicates = samples.map(() => new Float64Array(draws.resamples))
  for (const [count, indices] of Map.groupBy(samples.keys(), (index) => samples[index]?.count ?? 0)) {
    eachResample(count, draws, (drawn, resample) => {
      for (const index of indices) {
        const means = replicates[index] as Float64Array
        means[resample] = meanOf(samples[index] as Clusters, drawn)
      }
    })
  }
  return replicates.map((means) => means.sort())
}

function meanOf({ sums, sizes, values, count }: Clusters, drawn: Uint32Array): number {
  let total = 0
  for (let draw = 0; draw < drawn.length; draw++) total += sums[drawn[draw] as number] as number
  if (values === count) return total / values
  let size = 0
  for (let draw = 0; draw < drawn.length; draw++) size += sizes[drawn[draw] as number] as number
  return total / size
}

import { randomBits, randomIndex } from '../shared/random.ts'
import type { Clusters } from './clusters.ts'

/**
 * Bootstrap replicates of the mean of each sample, sorted: as many clusters as there are, drawn with
 * replacement. Samples with the same number of clusters share their draws, because drawing costs more than
 * adding up.
 *
 * @returns An array for each sample, `resamples` long.
 */
export function bootstrapMeans(
  samples: readonly Clusters[],
  { seed, resamples }: { seed: number; resamples: number },
): Float64Array[] {
  const replicates = samples.map(() => new Float64Array(resamples))
  for (const [count, indices] of Map.groupBy(samples.keys(), (index) => samples[index]?.count ?? 0)) {
    const bits = randomBits(seed)
    const drawn = new Uint32Array(count)
    for (let resample = 0; resample < resamples; resample++) {
      for (let draw = 0; draw < count; draw++) drawn[draw] = randomIndex(bits, count)
      for (const index of indices) {
        const means = replicates[index] as Float64Array
        means[resample] = meanOf(samples[index] as Clusters, drawn)
      }
    }
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

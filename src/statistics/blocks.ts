import { randomBits, randomIndex } from '../shared/random.ts'
import type { Clusters } from './clusters.ts'

/** Resampling more of them takes longer and says the same. */
const mostBlocks = 500

/**
 * Clusters as at most 500 blocks of them, dealt at random: the mean stays as it is, its error and skewness
 * do on average, and resampling takes the same time for a million answers as for 500. Blocks are as
 * independent of each other as clusters are.
 */
export function inBlocks(clusters: Clusters, seed: number): Clusters {
  const { count } = clusters
  if (count <= mostBlocks) return clusters
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  const bits = randomBits(seed)
  for (let last = count - 1; last > 0; last--) {
    const other = randomIndex(bits, last + 1)
    const held = order[last] as number
    order[last] = order[other] as number
    order[other] = held
  }
  const sums = new Float64Array(mostBlocks)
  const sizes = new Float64Array(mostBlocks)
  for (const [place, cluster] of order.entries()) {
    const block = place % mostBlocks
    sums[block] = (sums[block] as number) + (clusters.sums[cluster] as number)
    sizes[block] = (sizes[block] as number) + (clusters.sizes[cluster] as number)
  }
  return { ...clusters, count: mostBlocks, sums, sizes }
}

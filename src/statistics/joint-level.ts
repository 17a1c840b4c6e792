import { randomBits, seededRandom, shuffle } from '../shared/random.ts'
import { type Clusters, mostBlocks } from './clusters.ts'
import type { Resampling } from './resampling.ts'

/**
 * Returns the level that the interval of each of several means needs, so that all together have `level`. If none of
 * them differed, each cluster's differences could just as well have the other sign, in all samples at once: the level
 * is that of the smallest p-values among such patterns (min-p: Westfall and Young, Resampling-Based Multiple Testing,
 * 1993, section 2.5). For correlated scores that requires less than an equal part for each (Bonferroni), and never
 * more.
 *
 * @param tested Means, and the values to test them against. Clusters with the same name are the same in all samples.
 */
export function jointLevel(
  tested: readonly { readonly sample: Clusters; readonly against: number }[],
  { seed, level, resamples }: Resampling,
): number {
  if (tested.length < 2) return level
  const { count, samples } = inCommonBlocks(tested, seed)
  const statistics = samples.map(() => new Float64Array(resamples))
  const bits = randomBits(seed)
  const signs = new Float64Array(count)
  for (let resample = 0; resample < resamples; resample++) {
    for (let place = 0, word = 0; place < count; place++, word >>>= 1) {
      if (place % 32 === 0) word = bits()
      signs[place] = (word & 1) * 2 - 1
    }
    for (const [index, { places, values }] of samples.entries()) {
      let sum = 0
      for (let at = 0; at < places.length; at++)
        sum += (values[at] as number) * (signs[places[at] as number] as number)
      const of = statistics[index] as Float64Array
      // Equal sums of fractions differ in their last digits, and a tie must count as one.
      of[resample] = Math.round(Math.abs(sum) * 1e9)
    }
  }
  const smallest = new Float64Array(resamples).fill(1)
  for (const of of statistics) {
    const sorted = of.slice().sort()
    for (let resample = 0; resample < resamples; resample++) {
      const value = of[resample] as number
      const from = findPosition(sorted, value)
      const to = findPosition(sorted, value + 1)
      smallest[resample] = Math.min(smallest[resample] as number, 1 - (from + to) / 2 / resamples)
    }
  }
  smallest.sort()
  const wanted = Math.floor((1 - level) * resamples)
  const next = smallest[wanted] as number
  const below = findPosition(smallest, next)
  const found = below === 0 ? 0 : (smallest[below - 1] as number)
  return 1 - Math.min(1 - level, Math.max(found, (1 - level) / tested.length))
}

/** Returns the position of the first number that is not below a value. */
function findPosition(sorted: Float64Array, value: number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] as number) < value) from = middle + 1
    else to = middle
  }
  return from
}

/** Gives all samples common clusters, or random blocks if there are more than 500. */
function inCommonBlocks(tested: Parameters<typeof jointLevel>[0], seed: number) {
  const names = [...new Set(tested.flatMap(({ sample }, index) => nameClusters(sample, index)))]
  const order = names.length <= mostBlocks ? names : shuffle(names, seededRandom(seed))
  const placeOfName = new Map(order.map((name, place) => [name, place % mostBlocks]))
  const samples = tested.map(({ sample, against }, index) => {
    const values = new Map<number, number>()
    for (const [at, name] of nameClusters(sample, index).entries()) {
      const place = placeOfName.get(name) as number
      const difference = (sample.sums[at] as number) - against * (sample.sizes[at] as number)
      values.set(place, (values.get(place) ?? 0) + difference)
    }
    return { places: Uint32Array.from(values.keys()), values: Float64Array.from(values.values()) }
  })
  return { count: Math.min(names.length, mostBlocks), samples }
}

const nameClusters = ({ names, sums }: Clusters, index: number) =>
  names ?? Array.from(sums, (_, at) => `${index} ${at}`)

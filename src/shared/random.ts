import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Random 32-bit integers, signed; the same every time for a seed. */
export type RandomBits = () => number

export function randomBits(seed: number): RandomBits {
  const generator = xoroshiro128plus(seed)
  return () => generator.next()
}

/** A random integer from 0 up to, and without, `limit`. */
export function randomIndex(bits: RandomBits, limit: number): number {
  return Math.floor(((bits() >>> 0) / 2 ** 32) * limit)
}

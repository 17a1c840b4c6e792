import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** Generates random 32-bit integers, signed, in the same sequence for the same seed. */
export function randomBits(seed: number): () => number {
  // The library's own state for a seed is nearly all ones and zeros: every seed starts with −1, and the numbers after
  // it are similar, too. Its authors recommend filling the state with another generator (Blackman and Vigna, 2021).
  const mixed = seededRandom(seed)
  const generator = xoroshiro128plusFromState(Array.from({ length: 4 }, () => (mixed() * 2 ** 32) | 0))
  return () => generator.next()
}

/** Returns a random integer from 0 to `limit`, exclusive. */
export function randomIndex(bits: () => number, limit: number): number {
  return Math.floor(((bits() >>> 0) / 2 ** 32) * limit)
}

/**
 * Generates numbers in [0, 1), in the same sequence for the same seed: mulberry32 (Tommy Ettinger, 2017, public
 * domain), a 32-bit counter whose bits are mixed.
 *
 * The order in which a panel asks again and the folds of a calibration follow this sequence. Another generator would
 * send other prompts, whose answers no cache has, and fit other curves to the same labels.
 */
export function seededRandom(seed: number): () => number {
  let counter = seed >>> 0
  return () => {
    counter = (counter + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(counter ^ (counter >>> 15), counter | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles items (Fisher and Yates, in the form of Durstenfeld 1964). */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const item = shuffled[last] as Item
    shuffled[last] = shuffled[other] as Item
    shuffled[other] = item
  }
  return shuffled
}

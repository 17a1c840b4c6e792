import { randomBits, randomIndex } from '../shared/random.ts'
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

import { randomBits, randomIndex } from '../shared/random.ts'
import type { Resampling } from './resampling.ts'

/**
 * Draws `count` of `count` things with replacement, again and again, which is the basis of every bootstrap.
 *
 * @param work Gets the positions drawn, in an array that the next resample reuses.
 */
export function eachResample(
  count: number,
  { seed, resamples }: Pick<Resampling, 'seed' | 'resamples'>,
  work: (drawn: Uint32Array, resample: number) => void,
): void {
  const bits = randomBits(seed)
  const drawn = new Uint32Array(count)
  for (let resample = 0; resample < resamples; resample++) {
    for (let draw = 0; draw < count; draw++) drawn[draw] = randomIndex(bits, count)
    work(drawn, resample)
  }
}

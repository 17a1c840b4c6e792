import { expect, test } from 'vitest'
import { corrected, excludes0, isFound, measureEffect } from '../../../src/features/audit/effects.ts'
import { seededRandom } from '../../../src/shared/random.ts'

const resampling = { seed: 1, level: 0.95, resamples: 1000 }

test('no effect is found whose interval, printed beside it, includes 0', () => {
  let shown = 0
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed)
    // Many scores do not move, and the others fall far.
    const differences = Array.from({ length: 9 }, (_, index) => ({
      value: random() < 0.4 ? 0 : 0.02 - random() ** 2,
      cluster: `${index}`,
    }))
    const [effect] = corrected([measureEffect(differences, 1, resampling)])
    if (effect === undefined || !isFound(effect, 0.95)) continue
    shown++
    expect(effect.interval && excludes0(effect.interval)).toBe(true)
  }
  expect(shown).toBeGreaterThan(10)
})

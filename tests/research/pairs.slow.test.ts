import { expect, it } from 'vitest'
import { pairsDesigns, simulatePairs } from '../../research/simulate-pairs.ts'

const runs = 500

it.each(pairsDesigns)('pairs that stop when decided: $name', { timeout: 600_000 }, (design) => {
  const { candidate, baseline, held, pairs } = simulatePairs(design, runs)
  expect(held / runs).toBeGreaterThanOrEqual(0.95)
  if (design.name.startsWith('A against A')) expect((candidate + baseline) / runs).toBeLessThanOrEqual(0.05)
  else {
    expect(baseline).toBe(0)
    expect(candidate / runs).toBeGreaterThanOrEqual(0.85)
    expect(pairs).toBeLessThan(0.85 * design.sizes.reduce((sum, size) => sum + size, 0))
  }
})

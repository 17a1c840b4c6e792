import { expect, it } from 'vitest'
import { pairsDesigns, simulatePairs } from '../../research/simulate-pairs.ts'

const runs = 150
const designs = pairsDesigns.map((design) => ({ ...design, ...simulated(design) }))

function simulated(design: (typeof pairsDesigns)[number]) {
  const { candidate, baseline, held, pairs } = simulatePairs(design, runs)
  return { candidate: candidate / runs, baseline: baseline / runs, held: held / runs, pairs }
}

/** How far a share of so many runs is by chance from that of all: three standard errors of 95 %. */
const byChance = (count: number) => 3 * Math.sqrt((0.95 * 0.05) / count)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const isOfEqualSides = ({ name }: { readonly name: string }) => name.startsWith('A against A')
const equalSides = designs.filter(isOfEqualSides)

it('the interval of pairs that stop when decided holds in 95 % of runs', () => {
  const held = designs.map((design) => design.held)
  expect(Math.min(...held)).toBeGreaterThanOrEqual(0.95 - byChance(runs))
  expect(mean(held)).toBeGreaterThanOrEqual(0.95 - byChance(held.length * runs))
})

it('one of two equal sides is preferred in at most 5 % of runs', () => {
  const preferred = equalSides.map(({ candidate, baseline }) => candidate + baseline)
  expect(Math.max(...preferred)).toBeLessThanOrEqual(0.05 + byChance(runs))
  expect(mean(preferred)).toBeLessThanOrEqual(0.05 + byChance(preferred.length * runs))
})

it.each(designs.filter((design) => !isOfEqualSides(design)))(
  'the better side is found, and early: $name',
  ({ candidate, baseline, pairs, sizes }) => {
    expect(baseline).toBe(0)
    expect(candidate).toBeGreaterThanOrEqual(0.8)
    expect(pairs).toBeLessThan(0.85 * sizes.reduce((sum, size) => sum + size, 0))
  },
)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSample } from '../../../src/statistics/prediction-powered/sample.ts'
import { unseen, unseenShare } from '../../../src/statistics/prediction-powered/unseen.ts'

/** The chance that none of the unlike units is among those drawn, one draw after another. */
function slowChance(labelled: number, units: number, unlike: number): number {
  let chance = 1
  for (let draw = 0; draw < labelled; draw++) chance *= (units - unlike - draw) / (units - draw)
  return Math.max(0, chance)
}

describe('the share of units of a kind that was not drawn', () => {
  test('is of a process the bound of Clopper and Pearson', () => {
    expect(unseenShare(30, Infinity, 0.95)).toBeCloseTo(0.1157, 4)
    expect((1 - unseenShare(50, Infinity, 0.9)) ** 50).toBeCloseTo(0.05, 12)
  })

  test('is of a few units the largest number that may well be missed', () => {
    for (const units of [25, 60, 200, 1000])
      for (const labelled of [20, 24, 59, 199].filter((count) => count < units)) {
        const unlike = Math.round(unseenShare(labelled, units, 0.95) * units)
        expect(slowChance(labelled, units, unlike)).toBeGreaterThanOrEqual(0.025)
        expect(slowChance(labelled, units, unlike + 1)).toBeLessThan(0.025)
      }
  })

  test('is none where all are labelled, and nears that of a process for many', () => {
    expect(unseenShare(200, 200, 0.95)).toBe(0)
    expect(unseenShare(100, 100_000, 0.95)).toBeCloseTo(unseenShare(100, Infinity, 0.95), 4)
  })
})

/** What `unseen` computes, step by step, for items that are drawn one by one. */
function slowUnseen(units: readonly Unit[], population: 'items' | 'process', hasRange: boolean) {
  const drawn = units.flatMap((unit) => (unit.label === undefined ? [] : [{ ...unit, label: unit.label }]))
  const unsure = drawn.filter(({ probability }) => probability < 1)
  if (unsure.length === 0 && population === 'items') return { down: 0, up: 0 }
  const among = unsure.length > 0 ? unsure : drawn
  const labels = drawn.map(({ label }) => label)
  const apart = Math.max(...labels) - Math.min(...labels)
  if (apart === 0 && !hasRange) return undefined
  const total = (of: readonly { probability: number }[]) =>
    of.reduce((sum, { probability }) => sum + 1 / probability, 0)

  /** How far the mean moves if a share of the units is as far off as can be, the furthest ones first. */
  const moved = (distances: readonly number[], share: number) => {
    const left = [...distances]
    let [budget, sum] = [share * units.length, 0]
    while (budget > 0 && left.length > 0) {
      const furthest = Math.max(...left)
      left.splice(left.indexOf(furthest), 1)
      sum += Math.min(1, budget) * furthest
      budget -= 1
    }
    return sum / units.length
  }
  const part = (of: typeof drawn) => {
    const share = total(of) / total(drawn)
    const squares = of.reduce((sum, { probability }) => sum + probability ** -2, 0)
    const among = population === 'items' ? Math.max(of.length, Math.round(share * units.length)) : Infinity
    return { share, units: among, effective: of.length === 0 ? 0 : total(of) ** 2 / squares }
  }
  const towards = (sign: 1 | -1) => {
    const distances = units.map(({ fitted }) => {
      const room = hasRange ? (sign > 0 ? 1 - fitted : fitted) : Infinity
      return Math.max(0, Math.min(apart === 0 ? Infinity : apart, room))
    })
    const reach = (apart === 0 ? Infinity : apart) / 4
    const seen = among.filter(({ label, fitted }) => sign * (label - fitted) >= reach)
    if (seen.length === 0) {
      const { share, units: of, effective } = part(among)
      return [effective === 0 ? 0 : moved(distances, share * slowShare(effective, of)), 0]
    }
    const rarest = Math.min(...seen.map(({ probability }) => probability)) / 2
    const { share, units: of, effective } = part(among.filter(({ probability }) => probability < rarest))
    if (effective === 0) return [0, 0]
    const rate = 1 / 2 / (effective + 1)
    const missed = of === Infinity ? 1 : Math.max(0, 1 - effective / of)
    return [
      0,
      moved(distances, share * 1.959963984540054 * Math.sqrt((rate * (1 - rate) * missed) / effective)),
    ]
  }
  const [[down, rareDown], [up, rareUp]] = [towards(-1), towards(1)]
  return { down, up, rareDown, rareUp }
}

/** The largest share that may well be missed, tried from none upwards. */
function slowShare(labelled: number, units: number): number {
  if (units === Infinity) return 1 - 0.025 ** (1 / labelled)
  let unlike = 0
  while (unlike + 1 <= units - labelled + 1 && chanceOfMissing(labelled, units, unlike + 1) >= 0.025) unlike++
  return unlike / units
}

/** That of a number of units which need not be whole, the unlike ones one after another. */
function chanceOfMissing(labelled: number, units: number, unlike: number): number {
  let chance = 1
  for (let one = 0; one < unlike; one++) chance *= Math.max(0, units - labelled - one) / (units - one)
  return chance
}

interface Unit {
  readonly fitted: number
  readonly label?: number
  readonly probability: number
}

const anyUnit = fc.record({
  fitted: fc.constantFrom(0, 0.1, 0.3, 0.5, 0.8, 1),
  label: fc.option(fc.constantFrom(0, 0.25, 0.5, 1), { nil: undefined }),
  probability: fc.constantFrom(1, 0.9, 0.5, 0.2, 0.05),
})

describe('what labels have not shown', () => {
  test('is what the steps give, one after the other', () => {
    fc.assert(
      fc.property(
        fc.array(anyUnit, { minLength: 3, maxLength: 60 }),
        fc.constantFrom('items' as const, 'process' as const),
        fc.boolean(),
        (units, population, hasRange) => {
          fc.pre(units.some(({ label }) => label !== undefined))
          const items = units.map(({ fitted }, place) => ({ id: `${place}`, score: fitted }))
          const labels = units.flatMap(({ label, probability }, place) =>
            label === undefined ? [] : [{ item: `${place}`, value: label, probability }],
          )
          const sample = readSample({ items, labels })
          const residuals = Float64Array.from(sample.labelled, (place, index) => {
            return (sample.labels[index] as number) - (units[place] as Unit).fitted
          })
          const fast = unseen(
            sample,
            sample.labels,
            Float64Array.from(units, ({ fitted }) => fitted),
            residuals,
            new Float64Array(units.length).fill(1),
            hasRange ? { low: 0, high: 1 } : undefined,
            { population, level: 0.95 },
          )
          const slow = slowUnseen(units, population, hasRange)
          expect(Object.keys(fast ?? {})).toEqual(Object.keys(slow ?? {}))
          for (const [name, value] of Object.entries(slow ?? {}))
            expect(fast?.[name as keyof typeof fast]).toBeCloseTo(value as number, 10)
        },
      ),
      { seed: 2026, numRuns: 400 },
    )
  })
})

/** Intervals of the difference of two runs: wrong decisions without a difference, coverage and power with one. */
import { allAlike } from '../../src/statistics/clusters.ts'
import { normal, percent, type Uniform, uniform } from '../simulate-scores.ts'
import { clustersOf, type Ends, type Parts, permuted, threeIntervals, widest } from './intervals.ts'

interface Kind {
  readonly name: string
  /** Of one item, with this mean. */
  draw(mean: number, random: Uniform): number
}

/** A share of the items moves, by one size, up or down. */
const moving = (name: string, size: number, share: number): Kind => ({
  name,
  draw(mean, random) {
    const all = Math.max(share, Math.abs(mean) / size)
    const up = (all + mean / size) / 2
    const at = random()
    return at < up ? size : at < all ? -size : 0
  },
})

const fifths = (value: number) => Math.round(5 * Math.min(1, Math.max(0, value))) / 5

const kinds: readonly Kind[] = [
  moving('yes or no, 1 in 8 moves', 1, 0.125),
  moving('yes or no, 1 in 3 moves', 1, 1 / 3),
  moving('by a half, 1 in 2 moves', 0.5, 0.5),
  {
    name: 'fifths',
    draw(mean, random) {
      const level = 0.3 + 0.4 * random()
      return fifths(level + mean + 0.6 * (random() - 0.5)) - fifths(level + 0.6 * (random() - 0.5))
    },
  },
  { name: 'any size', draw: (mean, random) => Math.max(-1, Math.min(1, mean + 0.25 * normal(random))) },
  {
    name: 'one in ten far up, the others down',
    draw: (mean, random) => mean + (random() < 0.1 ? 0.54 : -0.06) + 0.02 * normal(random),
  },
  {
    name: 'skewed up',
    draw: (mean, random) => mean - 0.15 + 0.15 * Math.min(7, -Math.log(1 - random())) * 1.0009,
  },
]

const rules: Record<string, readonly string[]> = {
  'as it is': ['bca', 'student', 'studentised', 'flips'],
  'with mid-p': ['bca', 'student', 'studentised', 'midFlips'],
  'student and flips': ['student', 'flips'],
  'student and mid-p': ['student', 'midFlips'],
  'studentised and flips': ['studentised', 'flips'],
  'studentised and mid-p': ['studentised', 'midFlips'],
  'bca, student, mid-p': ['bca', 'student', 'midFlips'],
  'bca and flips': ['bca', 'flips'],
  flips: ['flips'],
  'mid-p': ['midFlips'],
  student: ['student'],
}

const drops = new Map([
  [10, 0.2],
  [30, 0.12],
  [100, 0.07],
])

export function comparisonRules(runs: number): void {
  console.log(
    `${runs} comparisons each: without a difference, better or worse was said; with one, held and found; in %`,
  )
  for (const [items, drop] of drops)
    for (const kind of kinds) {
      console.log(`${items} items, ${kind.name}, ${drop} lost`)
      const [calm, changed] = [0, -drop].map((mean) => counted(kind, items, mean, runs))
      for (const rule of Object.keys(rules)) {
        const [without, having] = [calm?.get(rule), changed?.get(rule)]
        if (!without || !having) throw new Error('a rule was not counted')
        console.log(
          `  ${rule.padEnd(24)} said ${percent((without.below + without.above) / runs)} (${percent(without.below / runs)} worse)  ` +
            `held ${percent(having.held / runs)}  found ${percent(having.below / runs)}  width ${(having.width / runs).toFixed(3)}`,
        )
      }
    }
}

function counted(kind: Kind, items: number, mean: number, runs: number) {
  const random = uniform(items)
  const found = new Map(Object.keys(rules).map((rule) => [rule, { below: 0, above: 0, held: 0, width: 0 }]))
  for (let run = 0; run < runs; run++) {
    const sample = clustersOf(Array.from({ length: items }, () => kind.draw(mean, random)))
    const parts = allAlike(sample)
      ? undefined
      : { ...threeIntervals(sample, 0.95), ...permuted(sample, 0.95) }
    for (const [rule, names] of Object.entries(rules)) {
      const of = found.get(rule)
      if (!of) continue
      const { low, high } = within(parts, names)
      if (low > 1e-9) of.above += 1
      if (high < -1e-9) of.below += 1
      if (low - 1e-9 <= mean && mean <= high + 1e-9) of.held += 1
      of.width += high - low
    }
  }
  return found
}

/** Where all differences are equal, nothing is said here. */
function within(parts: Parts | undefined, names: readonly string[]): Ends {
  if (!parts) return { low: -1, high: 1 }
  const { low, high } = widest(parts, names)
  return { low: Math.max(-1, low), high: Math.min(1, high) }
}

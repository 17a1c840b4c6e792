/** Intervals of the mean of one run: how often they hold it, and how wide they are. */
import { allAlike, toClusters } from '../../src/statistics/clusters.ts'
import { groupedScores, percent, scoreShapes, uniform } from '../simulate-scores.ts'
import { clustersOf, threeIntervals, widest } from './intervals.ts'

const rules: Record<string, readonly string[]> = {
  'widest of three': ['bca', 'student', 'studentised'],
  'bca and student': ['bca', 'student'],
  'bca and studentised': ['bca', 'studentised'],
  'student and studentised': ['student', 'studentised'],
  studentised: ['studentised'],
  student: ['student'],
}

const shapes: typeof scoreShapes = {
  ...scoreShapes,
  'yes or no, 0.97 yes': { mean: 0.97, draw: (random) => (random() < 0.97 ? 1 : 0) },
  'one in twenty 0, even from 0.8': {
    mean: 0.855,
    draw: (random) => (random() < 0.05 ? 0 : 0.8 + 0.2 * random()),
  },
}

export function meanRules(runs: number): void {
  console.log(`${runs} runs each of samples that are not all alike: held in %, width`)
  for (const [level, counts] of [
    [0.95, [5, 10, 20, 30, 50, 100]],
    [0.99, [20, 30, 100]],
  ] as const)
    for (const count of counts)
      for (const isGrouped of [false, true])
        for (const shape of Object.keys(shapes)) simulate(shape, count, isGrouped, level, runs)
}

/** @param isGrouped Whether there are so many groups of 1 to 9 items in place of so many items. */
function simulate(shape: string, count: number, isGrouped: boolean, level: number, runs: number): void {
  const { mean, draw } = shapes[shape] as (typeof shapes)[string]
  const random = uniform(count)
  const found = new Map(Object.keys(rules).map((rule) => [rule, { held: 0, width: 0 }]))
  let counted = 0
  for (let run = 0; run < runs; run++) {
    const grouped = isGrouped ? groupedScores(count, draw, random) : undefined
    const sample = grouped
      ? toClusters(grouped.scores.map((value, item) => ({ value, cluster: grouped.groupOf(item) })))
      : clustersOf(Array.from({ length: count }, () => draw(random)))
    if (allAlike(sample)) continue
    counted += 1
    const parts = threeIntervals(sample, level)
    for (const [rule, names] of Object.entries(rules)) {
      const of = found.get(rule)
      if (!of) continue
      const { low, high } = widest(parts, names)
      if (low <= mean && mean <= high) of.held += 1
      of.width += Math.min(1, high) - Math.max(0, low)
    }
  }
  const cells = [...found].map(
    ([rule, { held, width }]) => `${rule} ${percent(held / counted)} ${(width / counted).toFixed(3)}`,
  )
  console.log(
    `${level}, ${count} ${isGrouped ? 'groups' : 'items'}, ${shape} (${counted}): ${cells.join('; ')}`,
  )
}

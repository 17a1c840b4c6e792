/**
 * The items that a comparison which leaves its difference open says would show it: how often so many find it, of which
 * the true difference is the one found.
 */
import { compareRuns } from '../../src/evaluation/comparison/compare-runs.ts'
import { estimateItemsNeeded } from '../../src/evaluation/comparison/items-needed.ts'
import { normal, percent, toRun, type Uniform, uniform } from '../simulate-scores.ts'
import { differences } from './data.ts'

const { quarters = () => Number.NaN, 'skewed to losses': skewed = () => Number.NaN } = differences

/** Differences of two runs, and what the second loses with 20 and with 50 items. */
const kinds: Readonly<
  Record<string, { losses: readonly [number, number]; draw: (loss: number, random: Uniform) => number }>
> = {
  normal: { losses: [0.11, 0.07], draw: (loss, random) => 0.25 * normal(random) - loss },
  quarters: { losses: [0.09, 0.06], draw: quarters },
  'yes or no': {
    losses: [0.2, 0.12],
    draw: (loss, random) => {
      const at = random()
      return at < 0.05 ? 1 : at < 0.1 + loss ? -1 : 0
    },
  },
  'rare falls of 0.7': { losses: [0.084, 0.042], draw: (loss, random) => (random() < loss / 0.7 ? -0.7 : 0) },
  'rare falls of 0.7 in noise of 0.05': {
    losses: [0.084, 0.063],
    draw: (loss, random) => (random() < loss / 0.7 ? -0.7 : 0) + 0.05 * normal(random),
  },
  'exponential losses': { losses: [0.06, 0.04], draw: skewed },
  'exponential gains': { losses: [0.07, 0.05], draw: (loss, random) => -skewed(-loss, random) },
}

const compare = (values: readonly number[]) =>
  compareRuns(toRun([values.map((of) => 0.5 - of / 2)]), toRun([values.map((of) => 0.5 + of / 2)]), {
    resamples: 2000,
  })[0]

export function needed(runs: number): void {
  for (const [name, { losses, draw }] of Object.entries(kinds))
    for (const [index, count] of [20, 50].entries()) {
      const random = uniform(count)
      const drawn = (items: number, loss: number) =>
        compare(Array.from({ length: items }, () => draw(loss, random)))
      const told: number[] = []
      let found = 0
      while (told.length < runs) {
        const pilot = drawn(count, losses[index] as number)
        const { difference = 0, verdict } = pilot ?? {}
        const { items } = pilot === undefined ? {} : estimateItemsNeeded(pilot)
        // Of a difference near 0, thousands of items are told.
        if (verdict !== 'cannot tell' || items === undefined || items > 1000 || difference >= 0) continue
        told.push(items)
        if (drawn(items, -difference)?.verdict === 'worse') found += 1
      }
      told.sort((one, other) => one - other)
      const [low, middle, high] = [0.1, 0.5, 0.9].map((part) => told[Math.floor(part * runs)])
      console.log(`${name}, ${count}: ${low}, ${middle}, ${high} items told, found ${percent(found / runs)}`)
    }
}

/**
 * Differences of which few are not 0: how often the interval holds, how wide it is, how often less or more was said, and
 * how often the true difference is found that the comparison says it would show.
 */
import { compareRuns } from '../../src/evaluation/comparison/compare-runs.ts'
import { toClusters } from '../../src/statistics/clusters.ts'
import { estimateDifferences } from '../../src/statistics/estimate-means.ts'
import { normal, percent, toRun, type Uniform, uniform } from '../simulate-scores.ts'

const resampling = { seed: 1, level: 0.95, resamples: 2000 }

/** Draws one of the moves, each with its probability, or 0. */
const move = (random: Uniform, moves: readonly (readonly [size: number, probability: number])[]) => {
  let at = random()
  for (const [size, probability] of moves) {
    if (at < probability) return size
    at -= probability
  }
  return 0
}

const flips = (rise: number, fall: number) => (random: Uniform) =>
  move(random, [
    [1, rise],
    [-1, fall],
  ])

interface Kind {
  readonly draw: (random: Uniform) => number
  readonly truth: number
  /** All items of a group move alike. */
  readonly mostInGroup?: number
}

const kinds: Readonly<Record<string, Kind>> = {
  'yes or no, 5 % rise, 3 % fall': { draw: flips(0.05, 0.03), truth: 0.02 },
  '10 % rise, 5 % fall': { draw: flips(0.1, 0.05), truth: 0.05 },
  '2 % rise, 5 % fall': { draw: flips(0.02, 0.05), truth: -0.03 },
  '1 % rise, 2 % fall': { draw: flips(0.01, 0.02), truth: -0.01 },
  'the same in groups of 1 to 9 that are alike': { draw: flips(0.05, 0.03), truth: 0.02, mostInGroup: 9 },
  'half steps, 3 % rise, 5 % fall': {
    draw: (random) =>
      move(random, [
        [0.5, 0.02],
        [1, 0.01],
        [-0.5, 0.03],
        [-1, 0.02],
      ]),
    truth: -0.015,
  },
  'half steps, 20 % rise, 10 % fall': {
    draw: (random) =>
      move(random, [
        [0.5, 0.12],
        [1, 0.08],
        [-0.5, 0.06],
        [-1, 0.04],
      ]),
    truth: 0.07,
  },
  'thirds, three repeats, 15 % change': {
    draw: (random) => {
      if (random() >= 0.15) return 0
      const one = () => (random() < 0.3 ? 1 : 0) - (random() < 0.5 ? 1 : 0)
      return (one() + one() + one()) / 3
    },
    truth: -0.03,
  },
  'three of five unmoved, 3 rise by 0.07, 1 falls by 0.63': {
    draw: (random) =>
      move(random, [
        [0.07, 0.3],
        [-0.63, 0.1],
      ]),
    truth: -0.042,
  },
  'noisy tenth: nine of ten fall by 0.08, one is ± 0.4': {
    draw: (random) => (random() < 0.1 ? 0.4 * (random() < 0.5 ? 1 : -1) : -0.08),
    truth: -0.072,
  },
  'the same, nine of ten by 0.08 ± 0.02': {
    draw: (random) => (random() < 0.1 ? 0.4 * (random() < 0.5 ? 1 : -1) : -0.08 + 0.02 * normal(random)),
    truth: -0.072,
  },
}

export function few(runs: number): void {
  for (const [name, { draw, truth, mostInGroup = 1 }] of Object.entries(kinds))
    for (const count of [10, 14, 20, 30, 60, 100]) {
      const random = uniform(count)
      const found = { runs: 0, held: 0, width: 0, lower: 0, higher: 0 }
      for (let run = 0; run < runs; run++) {
        const values = Array.from({ length: count }, (_, group) => {
          const value = draw(random)
          const size = mostInGroup === 1 ? 1 : 1 + Math.floor(mostInGroup * random())
          return Array.from({ length: size }, () => ({ value, cluster: `${group}` }))
        }).flat()
        // A comparison without any change has no interval.
        if (values.every(({ value }) => value === 0)) continue
        const [estimate] = estimateDifferences([toClusters(values)], [{ low: -1, high: 1 }], resampling)
        const { low, high } = estimate?.interval ?? { low: -1, high: 1 }
        found.runs += 1
        found.held += low <= truth + 1e-9 && truth <= high + 1e-9 ? 1 : 0
        found.width += high - low
        found.lower += high < -1e-9 ? 1 : 0
        found.higher += low > 1e-9 ? 1 : 0
      }
      const share = (of: number) => percent(of / found.runs)
      console.log(
        `${name}, ${count}: held ${share(found.held)}, width ${(found.width / found.runs).toFixed(3)}, less ${share(found.lower)}, more ${share(found.higher)}`,
      )
    }
}

/** Differences of two runs of which the second lost so much. */
const losses: Readonly<Record<string, (loss: number, random: Uniform) => number>> = {
  'yes or no, 2 % flip each way': (loss, random) => flips(0.02, 0.02 + loss)(random),
  'yes or no, 5 %': (loss, random) => flips(0.05, 0.05 + loss)(random),
  'yes or no, 10 %': (loss, random) => flips(0.1, 0.1 + loss)(random),
  'yes or no, 20 %': (loss, random) => flips(0.2, 0.2 + loss)(random),
  'half steps, 7 %': (loss, random) =>
    move(random, [
      [0.5, 0.05],
      [1, 0.02],
      [-0.5, 0.05 + 1.1 * loss],
      [-1, 0.02 + 0.45 * loss],
    ]),
  'normal, 0.15': (loss, random) => 0.15 * normal(random) - loss,
  'exponential losses': (loss, random) => 0.15 * (1 + Math.log(1 - random())) - loss,
}

const compare = (differences: readonly number[]) =>
  compareRuns(
    toRun([differences.map((of) => 0.5 - of / 2)]),
    toRun([differences.map((of) => 0.5 + of / 2)]),
    { resamples: 1000 },
  )[0]

/** How often the difference is found that is said to be found in four of five comparisons. */
export function shown(runs: number): void {
  for (const [name, draw] of Object.entries(losses))
    for (const count of [14, 20, 30, 60, 100]) {
      const random = uniform(count)
      const drawn = (loss: number) => compare(Array.from({ length: count }, () => draw(loss, random)))
      const said = Array.from({ length: runs }, () => drawn(0)?.detectableDifference ?? Number.NaN)
        .filter((size) => !Number.isNaN(size))
        .sort((one, other) => one - other)
      const cells = [0.1, 0.5, 0.9].flatMap((part) => {
        const size = said[Math.floor(part * said.length)]
        if (size === undefined) return []
        const found = Array.from({ length: runs }, () => drawn(size)).filter((of) => of?.verdict === 'worse')
        return `${size.toFixed(3)} found ${percent(found.length / runs)}`
      })
      console.log(`${name}, ${count}: said in ${percent(said.length / runs)}; ${cells.join(', ')}`)
    }
}

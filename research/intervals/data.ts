/** Scores and differences of kinds that no method was tuned on: ties, rare zeros, unequal groups. */
import { type ClusteredValue, type Clusters, toClusters } from '../../src/statistics/clusters.ts'
import { normal, type Uniform } from '../simulate-scores.ts'

export interface Shape {
  readonly mean: number
  readonly draw: (random: Uniform) => number
}

const cut = (value: number) => Math.min(1, Math.max(0, value))

const quarters = (value: number) => Math.round(4 * cut(value)) / 4

export const shapes: Readonly<Record<string, Shape>> = {
  'yes or no, 0.9': { mean: 0.9, draw: (random) => (random() < 0.9 ? 1 : 0) },
  'yes or no, 0.5': { mean: 0.5, draw: (random) => (random() < 0.5 ? 1 : 0) },
  'three values': {
    mean: 0.725,
    draw: (random) => {
      const at = random()
      return at < 0.6 ? 1 : at < 0.85 ? 0.5 : 0
    },
  },
  'most at 1': { mean: 0.925, draw: (random) => (random() < 0.85 ? 1 : random()) },
  '0.9, one in twenty 0': { mean: 0.855, draw: (random) => (random() < 0.05 ? 0 : 0.875 + 0.05 * random()) },
  'even from 0 to 1': { mean: 0.5, draw: (random) => random() },
  'from 0.77 to 0.87': { mean: 0.82, draw: (random) => 0.77 + 0.1 * random() },
  'normal, 0.82 ± 0.05': { mean: 0.82, draw: (random) => 0.82 + 0.05 * normal(random) },
  'normal, 0.5 ± 0.15': { mean: 0.5, draw: (random) => cut(0.5 + 0.15 * normal(random)) },
  'skewed losses': { mean: 0.88, draw: (random) => cut(1 + 0.12 * Math.log(1 - random())) },
  'quarters around 0.5': { mean: 0.5, draw: (random) => quarters(0.5 + 0.25 * normal(random)) },
  'shares: 0, 1, between': {
    mean: 0.7,
    draw: (random) => {
      const at = random()
      return at < 0.55 ? 1 : at < 0.7 ? 0 : random()
    },
  },
  '0.9, one in eight falls by 0.7': {
    mean: 0.8125,
    draw: (random) => 0.85 + 0.1 * random() - (random() < 0.125 ? 0.7 : 0),
  },
}

/** Sizes of groups. */
export const layouts: Readonly<Record<string, (random: Uniform) => number[]>> = {
  '10 of 3': () => Array(10).fill(3),
  '20 of 1 to 9': (random) => Array.from({ length: 20 }, () => 1 + Math.floor(9 * random())),
  '20 of 1 to 100': (random) => Array.from({ length: 20 }, () => Math.ceil(100 ** random())),
  '40 of 1 to 100': (random) => Array.from({ length: 40 }, () => Math.ceil(100 ** random())),
  '20, four of 10, 16 alone': () => Array.from({ length: 20 }, (_, index) => (index < 4 ? 10 : 1)),
  '50, ten of 10, 40 alone': () => Array.from({ length: 50 }, (_, index) => (index < 10 ? 10 : 1)),
  '60 and 60 alone': () => [60, ...Array<number>(60).fill(1)],
}

/** 200 items, of which one group has this share and the others at most 4 each. */
export function withLarge(share: number): number[] {
  const sizes = [200 * share]
  for (let left = 200 - 200 * share; left > 0; left -= 4) sizes.push(Math.min(4, left))
  return sizes
}

export const alone = (count: number, draw: () => number): Clusters =>
  toClusters(Array.from({ length: count }, (_, at) => ({ value: draw(), cluster: `${at}` })))

/** @param draw Called with a number that all items of a group share. */
export const grouped = (
  sizes: readonly number[],
  draw: (common: number) => number,
  random: Uniform,
): Clusters =>
  toClusters(
    sizes.flatMap((size, group) => {
      const common = normal(random)
      return Array.from(
        { length: size },
        (): ClusteredValue => ({ value: draw(common), cluster: `${group}` }),
      )
    }),
  )

/** The difference of two answers of one agent, of which the second lost `drop` and what its group shares. */
export const differences: Readonly<Record<string, (drop: number, random: Uniform) => number>> = {
  'yes or no': (drop, random) => {
    const level = 0.3 + 0.6 * random()
    return (random() < level - drop ? 1 : 0) - (random() < level ? 1 : 0)
  },
  quarters: (drop, random) => {
    const level = 0.3 + 0.4 * random()
    return quarters(level - drop + 0.15 * normal(random)) - quarters(level + 0.15 * normal(random))
  },
  'four of five 1': (drop, random) => {
    const score = (lost: number) => (random() < 0.8 - lost / 0.625 ? 1 : random() < 0.5 ? 0.25 : 0.5)
    return score(drop) - score(0)
  },
  'any size': (drop, random) => 0.3 * normal(random) - drop,
  'skewed to losses': (drop, random) => 0.15 * (1 + Math.log(1 - random())) - drop,
  'more skewed': (drop, random) => 0.15 * (Math.exp(0.32) - Math.exp(0.8 * normal(random))) - drop,
}

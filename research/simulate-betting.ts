/** Wrong stops and items saved of comparisons that stop when decided, and coverage of confidence sequences. */

import { sharesOfTest } from '../src/evaluation/sequential/sequential-comparison.ts'
import { createConfidenceSequence } from '../src/statistics/confidence-sequence.ts'
import { normalProbability, normalQuantile } from '../src/statistics/distributions.ts'
import { normal, percent, scoreShapes, type Uniform, uniform } from './simulate-scores.ts'

interface Differences {
  readonly name: string
  readonly deviation: number
  /** From −1 to 1, with the mean given. */
  draw(mean: number, random: Uniform): number
}

/** Most items do not move; the others move by one size, up or down. */
function moves(name: string, size: number, deviation: number): Differences {
  return {
    name,
    deviation,
    draw(mean, random) {
      const moving = (deviation ** 2 + mean ** 2) / size ** 2
      const up = (moving + mean / size) / 2
      const at = random()
      return at < up ? size : at < moving ? -size : 0
    },
  }
}

/** Drawn again beyond ±1, which is rare. */
function bell(deviation: number): Differences {
  return {
    name: 'any size',
    deviation,
    draw(mean, random) {
      for (;;) {
        const difference = mean + deviation * normal(random)
        if (Math.abs(difference) <= 1) return difference
      }
    },
  }
}

export const kinds = [
  ...[0.25, 0.3, 0.35].flatMap((deviation) => [moves('by 0.5 or not', 0.5, deviation), bell(deviation)]),
  ...[0.35, 0.5].map((deviation) => moves('yes or no', 1, deviation)),
]

/** Items looked at, and whether each scorer's test decided, and how; all of them look after each item. */
function runOnce(
  kind: Differences,
  mean: number,
  items: number,
  scorers: number,
  random: Uniform,
): { used: number; decided: (string | undefined)[] } {
  const level = 1 - 0.05 / scorers
  const sequences = Array.from({ length: scorers }, () =>
    createConfidenceSequence({ low: -1, high: 1, level, steps: 1000, shares: sharesOfTest }),
  )
  const sides = () =>
    sequences.map(({ interval: { low, high } = { low: -1, high: 1 } }) =>
      low > 1e-9 ? 'higher' : high < -1e-9 ? 'lower' : undefined,
    )
  let used = 0
  while (used < items && sides().some((side) => side === undefined)) {
    used += 1
    for (const sequence of sequences) sequence.add(kind.draw(mean, random))
  }
  return { used, decided: sides() }
}

/** How often a comparison without a difference is stopped, looked at after each of 1,000 items. */
export function wrongStops(runs: number): void {
  console.log(
    `\nNo difference, looked at after each of 1,000 items, ${runs} runs: stopped by any scorer, in %`,
  )
  for (const kind of kinds) {
    const cells = [1, 3].map((scorers) => {
      const random = uniform(scorers)
      let stopped = 0
      for (let run = 0; run < runs; run++)
        if (runOnce(kind, 0, 1000, scorers, random).decided.some((decided) => decided)) stopped += 1
      return `${scorers} scorers ${percent(stopped / runs)}`
    })
    console.log(`${nameOf(kind)}: ${cells.join('  ')}`)
  }
}

/** How many of a dataset's items it takes to see a true difference, and how often they are enough. */
export function itemsUntilDecided(runs: number): void {
  for (const mean of [0.1, 0.05]) {
    console.log(
      `\nA true difference of ${mean}, ${runs} runs each: items looked at, in % of the dataset; found in %, ` +
        'wrong way round in %; planned: items for a power of 0.8 of the ordinary test',
    )
    for (const kind of kinds) {
      const effect = mean / kind.deviation
      const planned = Math.ceil(((normalQuantile(0.975) + normalQuantile(0.8)) / effect) ** 2)
      const cells = [planned, 100, 150, 200, 400].map((items) => {
        const random = uniform(items)
        let [used, found, wrong] = [0, 0, 0]
        for (let run = 0; run < runs; run++) {
          const outcome = runOnce(kind, mean, items, 1, random)
          used += outcome.used
          if (outcome.decided[0] === 'higher') found += 1
          if (outcome.decided[0] === 'lower') wrong += 1
        }
        const ordinary = normalProbability(effect * Math.sqrt(items) - normalQuantile(0.975))
        return (
          `${items === planned ? 'planned ' : ''}${items}: ${percent(used / runs / items)}, found ` +
          `${percent(found / runs)} (ordinary ${percent(ordinary)}), wrong ${percent(wrong / runs)}`
        )
      })
      console.log(`${nameOf(kind)}\n    ${cells.join('\n    ')}`)
    }
  }
}

/** How often each of the intervals of a stream of 1,000 scores holds the true mean, and how wide they are. */
export function coverageOfSequences(runs: number): void {
  console.log(`\nConfidence sequences of 1,000 scores, ${runs} runs: all hold the mean in %; width after n`)
  for (const [shape, { mean, draw }] of Object.entries(scoreShapes)) {
    const random = uniform(1)
    const widths = new Map([30, 100, 300, 1000].map((count) => [count, 0]))
    let held = 0
    for (let run = 0; run < runs; run++) {
      const sequence = createConfidenceSequence({ low: 0, high: 1 })
      for (let count = 1; count <= 1000; count++) {
        sequence.add(draw(random))
        const width = widths.get(count)
        const { low, high } = sequence.interval ?? { low: 0, high: 0 }
        if (width !== undefined) widths.set(count, width + (high - low) / runs)
      }
      // The intervals lie in one another, so that the last holds what all hold.
      const { interval } = sequence
      if (interval && interval.low <= mean && interval.high >= mean) held += 1
    }
    const cells = [...widths].map(([count, width]) => `n=${count} ${width.toFixed(3)}`)
    console.log(`${shape.padEnd(32)} ${percent(held / runs)}  ${cells.join('  ')}`)
  }
}

export function nameOf({ name, deviation }: Differences): string {
  return `${name.padEnd(14)} deviation ${deviation.toFixed(2)}`
}

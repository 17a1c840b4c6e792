/**
 * What the lean against skew costs and saves: today's interval of a difference, sign flips alone, Student's, and a lean
 * by the octiles of the differences, which no single outlier moves.
 */
import { type Clusters, jackknifeError } from '../../src/statistics/clusters.ts'
import { studentQuantile } from '../../src/statistics/distributions.ts'
import { estimateDifferences } from '../../src/statistics/estimate-means.ts'
import { signFlipTest } from '../../src/statistics/significance.ts'
import { normal, percent, type Uniform, uniform } from '../simulate-scores.ts'
import { alone } from './data.ts'

type Ends = { readonly low: number; readonly high: number }

const resampling = { seed: 1, level: 0.95, resamples: 10_000 }

const kinds: Record<string, (random: Uniform) => number> = {
  'nine of ten fall by 0.08, one is ±0.4': (random) =>
    random() < 0.1 ? 0.4 * (random() < 0.5 ? 1 : -1) : -0.08,
  'the same, nine of ten by 0.08 ± 0.02': (random) =>
    random() < 0.1 ? 0.4 * (random() < 0.5 ? 1 : -1) : -0.08 + 0.02 * normal(random),
  'no change, exponential losses': (random) => 0.15 * (1 + Math.log(1 - random())),
  'no change, log-normal losses': (random) => 0.15 * (Math.exp(0.32) - Math.exp(0.8 * normal(random))),
  'no change, one in ten loses 0.7': (random) => (random() < 0.1 ? -0.63 : 0.07) + 0.05 * normal(random),
  'no change, one in 25 falls by 0.72': (random) => (random() < 0.04 ? -0.72 : 0.03) + 0.01 * normal(random),
}

function student(sample: Clusters): Ends {
  const half = studentQuantile(0.975, sample.count - 1) * jackknifeError(sample)
  return { low: sample.mean - half, high: sample.mean + half }
}

function byOctiles(sample: Clusters, flips: Ends): Ends {
  const sorted = sample.sums.slice().sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number
  const [low, middle, high] = [at(1 / 8), at(1 / 2), at(7 / 8)]
  const lean = high > low ? (1.5 * (high + low - 2 * middle)) / (high - low) : 0
  const { mean } = sample
  return {
    low: mean - (mean - flips.low) * Math.max(1, 1 - lean),
    high: mean + (flips.high - mean) * Math.max(1, 1 + lean),
  }
}

export function lean(runs: number): void {
  for (const [name, draw] of Object.entries(kinds))
    for (const count of [10, 30, 60, 100]) {
      const random = uniform(count)
      const told: Record<string, [number, number]> = {}
      for (let run = 0; run < runs; run++) {
        const sample = alone(count, () => draw(random))
        const flips = signFlipTest(sample, resampling)
        const [own] = estimateDifferences([sample], [{ low: -1, high: 1 }], resampling)
        const rules = {
          today: own?.interval ?? { low: -1, high: 1 },
          flips,
          Student: student(sample),
          octiles: byOctiles(sample, flips),
        }
        for (const [rule, { low, high }] of Object.entries(rules)) {
          told[rule] ??= [0, 0]
          if (high < -1e-9) told[rule][0] += 1
          if (low > 1e-9) told[rule][1] += 1
        }
      }
      const cells = Object.entries(told).map(
        ([rule, [lower, higher]]) => `${rule} ${percent(lower / runs)} / ${percent(higher / runs)}`,
      )
      console.log(`${name}, ${count}: told lower / higher ${cells.join('; ')}`)
    }
}

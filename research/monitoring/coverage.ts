/** How often all intervals of a stream hold its mean. */
import { createConfidenceSequence } from '../../src/statistics/confidence-sequence.ts'
import { percent, type Uniform, uniform } from '../simulate-scores.ts'
import { kinds } from './streams.ts'

interface Weighted {
  readonly name: string
  readonly mean: number
  readonly greatestWeight: number
  draw(random: Uniform): { value: number; weight: number }
}

/** Half of the traffic has a mean of 0.9 and is scored always, half has 0.5 and is scored one time in ten. */
const sampled: Weighted = {
  name: 'half 0.9, half 0.5 at one in ten',
  mean: 0.7,
  greatestWeight: 10,
  draw(random) {
    const rare = random() < 1 / 11
    return { value: random() < (rare ? 0.5 : 0.9) ? 1 : 0, weight: rare ? 10 : 1 }
  },
}

const streams: Weighted[] = [
  ...kinds.map((kind) => ({
    name: kind.name,
    mean: kind.mean,
    greatestWeight: 1,
    draw: (random: Uniform) => ({ value: kind.draw(0, random), weight: 1 }),
  })),
  sampled,
]

export function coverage(runs: number): void {
  console.log(`\nConfidence sequences of 20,000 scores, ${runs} streams: all hold the mean in %; mean width`)
  for (const { name, mean, greatestWeight, draw } of streams) {
    const widths = new Map([100, 1000, 5000, 20_000].map((count) => [count, 0]))
    const random = uniform(1)
    let held = 0
    for (let run = 0; run < runs; run++) {
      const sequence = createConfidenceSequence({ low: 0, high: 1, steps: 200, greatestWeight })
      for (let count = 1; count <= 20_000; count++) {
        const { value, weight } = draw(random)
        sequence.add(value, weight)
        const width = widths.get(count)
        if (width === undefined) continue
        const { low, high } = sequence.interval ?? { low: 0, high: 0 }
        widths.set(count, width + (high - low) / runs)
      }
      // The intervals lie in one another, so that the last holds what all hold.
      const { interval } = sequence
      if (interval && interval.low <= mean && interval.high >= mean) held += 1
    }
    const cells = [...widths].map(([count, width]) => `n=${count} ${width.toFixed(3)}`)
    console.log(`${name.padEnd(34)} ${percent(held / runs)}  ${cells.join('  ')}`)
  }
}

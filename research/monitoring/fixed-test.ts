/** The test that delays are compared with: of a fixed number of scores, made at the right moment. */
import { normalQuantile } from '../../src/statistics/distributions.ts'
import { type Uniform, uniform } from '../simulate-scores.ts'
import { deviation, kinds, type Scores } from './streams.ts'

const averageRunLength = 50_000
const most = 100_000

export interface Setting {
  /** Answers of the reference; 0 where it is stated. */
  readonly learned: number
  readonly allowed: number
}

/**
 * The least scores with which a one-sided z-test, of scores that all come after the change, finds it with this power.
 * Made of one block of scores after the other it has one false alarm in 50,000 scores: a level of size ∕ 50,000,
 * or the level given. It knows both deviations; where the reference is a sample, it is a test of two samples.
 */
export function bestFixedSize(
  of: Scores,
  drop: number,
  { learned, allowed }: Setting,
  power: number,
  level?: number,
) {
  const [calm, changed] = [deviation(of, allowed), deviation(of, drop)]
  const ofReference = learned > 0 ? deviation(of, 0) ** 2 / learned : 0
  for (let size = 2; size < most; size++) {
    const bound =
      normalQuantile(1 - (level ?? size / averageRunLength)) * Math.sqrt(calm ** 2 / size + ofReference)
    const needed = normalQuantile(power) * Math.sqrt(changed ** 2 / size + ofReference)
    if (bound + needed <= drop - allowed) return size
  }
  return Number.NaN
}

/** The mean of so many scores. */
function meanOf(of: Scores, drop: number, size: number, random: Uniform): number {
  let sum = 0
  for (let index = 0; index < size; index++) sum += of.draw(drop, random)
  return sum / size
}

/** Whether the size is right: how often that test has an alarm in truth, without a change and with one of 0.1. */
export function fixedTests(runs: number): void {
  console.log(
    `\nThe best fixed test of a drop of 0.1, ${runs} tests each: its level in %, of calm scores; its power`,
  )
  for (const learned of [0, 1000])
    for (const kind of kinds) {
      const size = bestFixedSize(kind, 0.1, { learned, allowed: 0 }, 0.8)
      const level = size / averageRunLength
      const ofReference = learned > 0 ? 1 / learned : 0
      const bound = normalQuantile(1 - level) * deviation(kind, 0) * Math.sqrt(1 / size + ofReference)
      const random = uniform(1)
      let [wrong, right] = [0, 0]
      for (let run = 0; run < runs; run++) {
        const reference = learned > 0 ? meanOf(kind, 0, learned, random) : kind.mean
        if (reference - meanOf(kind, 0, size, random) >= bound) wrong += 1
        if (reference - meanOf(kind, 0.1, size, random) >= bound) right += 1
      }
      const percent = (share: number) => (100 * share).toFixed(2)
      console.log(
        `${learned ? `learned ${learned}` : 'stated'}  ${kind.name.padEnd(20)} size ${size}: level ${percent(level)}, ` +
          `in truth ${percent(wrong / runs)}; power ${percent(right / runs)}`,
      )
    }
}

/** Point 3: pairs without a tie, exactly over all counts of wins: preferred by chance alone, and found at a win rate of 0.6. */
import { decideTogether } from '../../src/evaluation/comparison/joint-intervals.ts'
import { signFlipTest } from '../../src/statistics/significance.ts'
import { alone } from './data.ts'

const resampling = { seed: 1, level: 0.95, resamples: 10_000 }

function isShown(wins: number, pairs: number): boolean {
  const sample = (won: number, lost: number) => {
    let at = 0
    return alone(pairs, () => (at++ < wins ? won : lost))
  }
  const tested = { sample: sample(1, 0), range: { low: 0, high: 1 }, against: 0.5 }
  const [decided] = decideTogether([tested], resampling)
  return decided?.side === 'above' && signFlipTest(sample(0.5, -0.5), resampling).pValue <= 0.05
}

export function pairs(): void {
  for (const count of [10, 15, 20, 25, 30, 50, 75, 100, 150, 200]) {
    const logs = [0]
    for (let at = 1; at <= count; at++) logs.push((logs[at - 1] as number) + Math.log(at))
    const chance = (wins: number, rate: number) =>
      Math.exp(
        (logs[count] as number) -
          (logs[wins] as number) -
          (logs[count - wins] as number) +
          wins * Math.log(rate) +
          (count - wins) * Math.log(1 - rate),
      )
    let [error, power] = [0, 0]
    for (let wins = Math.ceil(count / 2); wins <= count; wins++) {
      if (!isShown(wins, count)) continue
      error += chance(wins, 0.5)
      power += chance(wins, 0.6)
    }
    console.log(
      `${count} pairs: preferred by chance ${(100 * error).toFixed(2)} % a side, found at 0.6 ${(100 * power).toFixed(1)} %`,
    )
  }
}

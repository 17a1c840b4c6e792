/** How many scores after a drop an alarm comes with the monitor's defaults, and with others that could be. */
import { createChangeDetector } from '../../src/features/monitor/detectors/change-detector.ts'
import { percent, uniform } from '../simulate-scores.ts'
import { kinds, quantile } from './streams.ts'

const most = 20_000
/** The first is the default. */
const settings = [
  { learned: 1000, allowed: 0.02 },
  { learned: 1000, allowed: 0.01 },
  { learned: 1000, allowed: 0 },
  { learned: 500, allowed: 0.02 },
  { learned: 3000, allowed: 0.02 },
]

export function defaultDelays(runs: number): void {
  console.log(`\nScores from a drop to the alarm, ${runs} streams each: median, 80 %, not in ${most} in %`)
  for (const { learned, allowed } of settings)
    for (const kind of kinds) {
      const cells = [0.05, 0.1, 0.2].map((drop) => {
        const random = uniform(2)
        const times = Array.from({ length: runs }, () => {
          const reference = { observations: learned }
          const detector = createChangeDetector({ low: 0, high: 1, direction: 'drop', reference, allowed })
          for (let time = 1; time <= learned; time++) detector.add({ value: kind.draw(0, random), time })
          let time = 0
          while (time < most && !detector.alarmed)
            detector.add({ value: kind.draw(drop, random), time: ++time })
          return detector.alarmed ? time : Number.POSITIVE_INFINITY
        })
        const missed = times.filter((time) => time === Number.POSITIVE_INFINITY).length / runs
        return `${drop}: ${quantile(times, 0.5)}, ${quantile(times, 0.8)}, ${percent(missed)}`
      })
      console.log(`learned ${learned}, ${allowed} allowed  ${kind.name.padEnd(20)} ${cells.join('  ')}`)
    }
}

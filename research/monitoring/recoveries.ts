/** What happens after an alarm: recoveries that are true, and those that are told while the mean stays low. */
import { createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import { uniform } from '../simulate-scores.ts'
import { average, kinds, quantile } from './streams.ts'

export function recoveries(runs: number): void {
  console.log(
    `\nA drop of 0.1, ${runs} streams each: recoveries told in 5,000 scores while it stays; then the mean is back: ` +
      'scores until that is told',
  )
  for (const allowed of [0, 0.05])
    for (const kind of kinds) {
      let wrong = 0
      const random = uniform(1)
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        const watch = createStreamWatch({
          low: 0,
          high: 1,
          direction: 'drop',
          reference: { mean: kind.mean },
          allowed,
        })
        let time = 0
        const next = (drop: number) => watch.add({ value: kind.draw(drop, random), time: ++time })
        while (!watch.alarmedAt) next(0.1)
        for (let index = 0; index < 5000; index++) if (next(0.1)?.kind === 'recovery') wrong += 1
        while (!watch.alarmedAt) next(0.1)
        const start = time
        let told = next(0)
        while (told?.kind !== 'recovery') told = next(0)
        times.push(time - start)
      }
      console.log(
        `${allowed} allowed  ${kind.name.padEnd(20)} wrong ${(wrong / runs).toFixed(3)} a stream; back: mean ` +
          `${average(times).toFixed(0)}, 80 % ${quantile(times, 0.8)}`,
      )
    }
}

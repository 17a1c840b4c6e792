/** What an alarm says of the new mean, and how often a recovery is told of an episode in which nothing gets better. */
import { createStreamWatch } from '../../src/statistics/monitoring/stream-watch.ts'
import { percent, uniform } from '../simulate-scores.ts'
import { average, kinds } from './streams.ts'

const calmScores = 500
const stays = 2000

export function toldChanges(runs: number): void {
  console.log(
    `\n${runs} alarms after a drop: the drop told, on average; with a recovery in ${stays} more scores as low, in %; ` +
      'then the mean is back: scores until that is told',
  )
  for (const allowed of [0, 0.02, 0.05])
    for (const drop of [0.05, 0.1, 0.2].filter((of) => of > allowed))
      for (const kind of kinds) {
        const random = uniform(20261)
        const told: number[] = []
        const delays: number[] = []
        let wrong = 0
        while (told.length < runs) {
          const watch = createStreamWatch({
            ...({ low: 0, high: 1, direction: 'drop', allowed } as const),
            reference: { mean: kind.mean },
          })
          let time = 0
          const next = (lower: number) => watch.add({ value: kind.draw(lower, random), time: ++time })
          while (time < calmScores && !watch.alarmedAt) next(0)
          if (watch.alarmedAt) continue
          let alarm = next(drop)
          while (alarm?.kind !== 'alarm') alarm = next(drop)
          told.push(kind.mean - alarm.since.mean)
          const until = time + stays
          while (time < until && watch.alarmedAt) next(drop)
          if (!watch.alarmedAt) {
            wrong += 1
            continue
          }
          const start = time
          while (watch.alarmedAt) next(0)
          delays.push(time - start)
        }
        console.log(
          `${allowed} allowed  drop ${drop}  ${kind.name.padEnd(20)} told ${average(told).toFixed(3)}  wrong ` +
            `${percent(wrong / runs)}  back ${average(delays).toFixed(0)}`,
        )
      }
}

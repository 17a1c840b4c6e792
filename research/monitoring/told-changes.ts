/** What an alarm says of the new mean, and how often a recovery is told of an episode in which nothing gets better. */
import { createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import { percent, uniform } from '../simulate-scores.ts'
import { average, kinds } from './streams.ts'

const calmScores = 500
const stays = 2000

export function toldChanges(runs: number): void {
  console.log(
    `\n${runs} alarms after a drop: the drop told, on average, how often the interval held it and how wide it is; with a recovery in ${stays} more scores as low, in %; ` +
      'then the mean is back: scores until that is told',
  )
  for (const allowed of [0, 0.02, 0.05])
    for (const drop of [0.05, 0.1, 0.2].filter((of) => of > allowed))
      for (const kind of kinds) {
        const random = uniform(20261)
        const told: number[] = []
        const delays: number[] = []
        let [wrong, held, width] = [0, 0, 0]
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
          const { low, high } = alarm.interval
          if (low <= kind.mean - drop && kind.mean - drop <= high) held += 1
          width += (high - low) / runs
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
          `${allowed} allowed  drop ${drop}  ${kind.name.padEnd(20)} told ${average(told).toFixed(3)}, interval ` +
            `${percent(held / runs)} ${width.toFixed(2)}  wrong ` +
            `${percent(wrong / runs)}  back ${average(delays).toFixed(0)}`,
        )
      }
}

/** From a mean of 0.3 scores get better, to one that is still beyond the limit of 0.75: what is then told. */
export function toldRecoveries(runs: number): void {
  console.log(
    `\n${runs} episodes, better but beyond the limit of 0.75 for 5,000 scores: told to be back, and how`,
  )
  for (const better of [0.62, 0.7, 0.8])
    for (const allowed of [0, 0.05])
      for (const stays of [0, 200, 1000]) {
        const random = uniform(20262)
        const found = { likely: 0, surely: 0, missed: 0 }
        for (let run = 0; run < runs; run++) {
          const reference = { mean: 0.75 + allowed }
          const watch = createStreamWatch({ low: 0, high: 1, direction: 'drop', allowed, reference })
          const next = (mean: number) => watch.add({ value: random() < mean ? 1 : 0, time: 0 })
          while (!watch.alarmedAt) next(0.3)
          for (let more = 0; more < stays && watch.alarmedAt; more++) next(0.3)
          for (let more = 0; more < 5000 && watch.alarmedAt; more++) {
            const told = next(better)
            if (told?.kind !== 'recovery') continue
            const { low, high } = told.interval
            found[low >= told.limit ? 'surely' : 'likely'] += 1
            if (better < low || better > high) found.missed += 1
          }
        }
        const shares = Object.entries(found).map(([name, count]) => `${name} ${percent(count / runs)}`)
        console.log(`${better}, ${allowed} allowed, ${stays} more at 0.3: ${shares.join('  ')}`)
      }
}

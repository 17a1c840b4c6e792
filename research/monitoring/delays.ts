/** How many scores after a change an alarm comes, beside a test that knew the moment. */

import type { ChangeDetector } from '../../src/features/monitor/detectors/change-detector.ts'
import { createChangeDetector } from '../../src/features/monitor/detectors/change-detector.ts'
import { percent, type Uniform, uniform } from '../simulate-scores.ts'
import { bestFixedSize, type Setting } from './fixed-test.ts'
import { average, kinds, quantile, type Scores } from './streams.ts'

const calmScores = 1000
const most = 100_000

const settings: Setting[] = [
  { learned: 0, allowed: 0 },
  { learned: 0, allowed: 0.02 },
  { learned: 0, allowed: 0.05 },
  { learned: 1000, allowed: 0 },
  { learned: 1000, allowed: 0.02 },
]

function detectorOf({ mean }: Scores, { learned, allowed }: Setting, detectors = 1): ChangeDetector {
  const reference = learned > 0 ? { observations: learned } : { mean }
  return createChangeDetector({ low: 0, high: 1, direction: 'drop', reference, allowed, detectors })
}

/** Scores after the change until the alarm; none where there was a false one before. */
function delayOf(of: Scores, drop: number, setting: Setting, random: Uniform) {
  const detector = detectorOf(of, setting)
  const before = setting.learned + calmScores
  for (let index = 1; index <= before + most && !detector.alarmed; index++)
    detector.add({ value: of.draw(index > before ? drop : 0, random), time: index })
  if (detector.count <= before) return undefined
  const { low, high } = detector.changePoint() ?? {}
  const held = low && high && low.index <= before + 1 && high.index > before
  return { delay: detector.count - before, held, width: high && low ? high.index - low.index : 0 }
}

export function delays(runs: number): void {
  console.log(
    `\nScores until the alarm after a sudden drop, ${runs} streams each, after ${calmScores} calm ones; size: of the ` +
      'best fixed test with a power of 0.8; interval: of the change point, holds it in %, mean width',
  )
  for (const setting of settings)
    for (const kind of kinds)
      for (const drop of [0.05, 0.1, 0.2]) {
        if (drop <= setting.allowed) continue
        const random = uniform(1)
        const found: NonNullable<ReturnType<typeof delayOf>>[] = []
        for (let run = 0; run < runs; run++) {
          const one = delayOf(kind, drop, setting, random)
          if (one) found.push(one)
        }
        const times = found.map(({ delay }) => delay)
        const size = bestFixedSize(kind, drop, setting, 0.8)
        const ratio = (value: number) => (value / size).toFixed(2)
        console.log(
          `${setting.learned ? `learned ${setting.learned}` : 'stated'}, ${setting.allowed} allowed  ` +
            `${kind.name.padEnd(20)} drop ${drop}: mean ${average(times).toFixed(0)}  median ${quantile(times, 0.5)}  ` +
            `80 % ${quantile(times, 0.8)}  size ${size} (0.9: ${bestFixedSize(kind, drop, setting, 0.9)}, ` +
            `at 5 %: ${bestFixedSize(kind, drop, setting, 0.8, 0.05)})  ratio of mean ${ratio(average(times))}, ` +
            `median ${ratio(quantile(times, 0.5))}, 80 % ${ratio(quantile(times, 0.8))}  interval ` +
            `${percent(average(found.map(({ held }) => (held ? 1 : 0))))} ` +
            `${average(found.map(({ width }) => width)).toFixed(0)}`,
        )
      }
}

/** The mean falls by 0.1 in a straight line over 2,000 scores, and stays there. */
export function slowDrift(runs: number): void {
  console.log(`\nScores until the alarm after a drift by 0.1 over 2,000 scores began, ${runs} streams each`)
  for (const setting of settings)
    for (const kind of kinds) {
      const random = uniform(1)
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        const detector = detectorOf(kind, setting)
        const before = setting.learned + calmScores
        for (let index = 1; index <= before + most && !detector.alarmed; index++) {
          const drop = Math.min(1, Math.max(0, index - before) / 2000) * 0.1
          detector.add({ value: kind.draw(drop, random), time: index })
        }
        if (detector.count > before) times.push(detector.count - before)
      }
      console.log(
        `${setting.learned ? `learned ${setting.learned}` : 'stated'}, ${setting.allowed} allowed  ` +
          `${kind.name.padEnd(20)} mean ${average(times).toFixed(0)}  80 % ${quantile(times, 0.8)}`,
      )
    }
}

/** One of five equal groups falls; its own detector and that of all groups look for it, each at half of the promise. */
export function badGroup(runs: number): void {
  console.log(
    `\nOne group of five falls: scores of all groups until its own detector and that of all have an alarm, ${runs} ` +
      'streams each; size: of the best fixed test of the group, times 5',
  )
  for (const kind of kinds)
    for (const drop of [0.1, 0.2]) {
      const [own, all]: [number[], number[]] = [[], []]
      const setting = { learned: 0, allowed: 0 }
      const random = uniform(1)
      for (let run = 0; run < runs; run++) {
        const [group, overall] = [detectorOf(kind, setting, 2), detectorOf(kind, setting, 2)]
        const alarm = new Map<ChangeDetector, number>()
        for (let index = 1; index <= calmScores + most && alarm.size < 2; index++) {
          const isBad = random() < 0.2
          const observation = {
            value: kind.draw(isBad && index > calmScores ? drop : 0, random),
            time: index,
          }
          for (const detector of isBad ? [group, overall] : [overall]) {
            detector.add(observation)
            if (detector.alarmed && !alarm.has(detector)) alarm.set(detector, index - calmScores)
          }
        }
        const times = [alarm.get(group) ?? most, alarm.get(overall) ?? most] as const
        if (times[0] > 0) own.push(times[0])
        if (times[1] > 0) all.push(times[1])
      }
      console.log(
        `${kind.name.padEnd(20)} drop ${drop}: own mean ${average(own).toFixed(0)}, 80 % ${quantile(own, 0.8)}  all ` +
          `mean ${average(all).toFixed(0)}, 80 % ${quantile(all, 0.8)}  size ${5 * bestFixedSize(kind, drop, setting, 0.8)}`,
      )
    }
}

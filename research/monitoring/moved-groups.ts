/** How often an alarm names a group that did not move, and the one that did. */
import { groupMoves } from '../../src/features/monitor/alarms/moved-groups.ts'
import { type Alarm, createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import type { ScoreRow } from '../../src/features/monitor/source/score-row.ts'
import { createConversations } from '../../src/features/monitor/streams/conversations.ts'
import { percent, type Uniform, uniform } from '../simulate-scores.ts'
import { kinds, type Scores } from './streams.ts'

const calmScores = 3000
const lookedAt = 2000

interface Case {
  readonly name: string
  /** Shares of the groups, of which the first falls. */
  readonly shares: readonly number[]
  readonly inThreads: boolean
  readonly drop: number
}

const five = Array<number>(5).fill(0.2)
const large = [0.81, ...Array<number>(19).fill(0.01)]
const cases: readonly Case[] = [
  { name: '5 groups', shares: five, inThreads: false, drop: 0.2 },
  { name: '5 groups in threads', shares: five, inThreads: true, drop: 0.2 },
  { name: '1 large, 19 small', shares: large, inThreads: false, drop: 0.1 },
  { name: '1 large, 19 small in threads', shares: large, inThreads: true, drop: 0.1 },
]

export function movedGroups(runs: number): void {
  console.log(
    `\nOf ${runs} alarms after the first group fell: another named, the first named, in %; both where nothing changed ` +
      'and alarms were false',
  )
  for (const one of cases)
    for (const kind of kinds) {
      const [fallen, calm] = [one, { ...one, drop: 0 }].map((of) => namesOf(of, kind, runs))
      console.log(
        `${one.name.padEnd(30)} ${kind.name.padEnd(20)} other ${percent(fallen?.other ?? 0)} first ` +
          `${percent(fallen?.first ?? 0)}; false alarms: any ${percent(calm?.any ?? 0)}`,
      )
    }
}

/** Where nothing changed, false alarms are wanted. */
const runLength = (drop: number) => (drop > 0 ? 50_000 : 1000)

function namesOf(one: Case, kind: Scores, runs: number) {
  const random = uniform(20261)
  const found = { other: 0, first: 0, any: 0 }
  for (let run = 0; run < runs; run++) {
    const { rows, alarm, now } = untilAlarm(one, kind, random)
    const since = rows.findIndex(({ time }) => Number(time) >= alarm.since.estimate.time)
    const moved = groupMoves(
      rows.slice(Math.max(0, since - lookedAt), since),
      rows.slice(since).filter(({ time }) => Number(time) <= now),
      { fields: ['agent'], direction: 'drop', threshold: runLength(one.drop) },
    ).filter((group) => group.moved)
    if (moved.some(({ value }) => value === 'group 0')) found.first += 1
    if (moved.some(({ value }) => value !== 'group 0')) found.other += 1
    if (moved.length > 0) found.any += 1
  }
  return { other: found.other / runs, first: found.first / runs, any: found.any / runs }
}

/** Threads of 1 to 9 scores of which most have the score of the first; each is over before the next begins. */
function untilAlarm(one: Case, kind: Scores, random: Uniform) {
  const { shares, inThreads, drop } = one
  const watch = createStreamWatch({
    ...({ low: 0, high: 1, direction: 'drop', reference: { mean: kind.mean } } as const),
    averageRunLength: runLength(drop),
  })
  const conversations = createConversations({ idleInMs: 0.5 })
  const rows: ScoreRow[] = []
  for (let time = 1; ; time++) {
    const group = groupAt(shares, random())
    const lowered = group === 0 && rows.length >= calmScores ? drop : 0
    const common = kind.draw(lowered, random)
    const size = inThreads ? 1 + Math.floor(random() * 9) : 1
    for (let at = 0; at < size; at++) {
      const score = inThreads && random() < 0.7 ? common : kind.draw(lowered, random)
      const thread = `${time}`
      rows.push({
        id: `${rows.length}`,
        time: thread,
        threadId: thread,
        agentId: `group ${group}`,
        score,
      } as ScoreRow)
      for (const observed of conversations.add({ value: score, time, conversation: thread })) {
        if (watch.alarmedAt) continue
        const told = watch.add(observed)
        if (told?.kind !== 'alarm' || observed.time === 0) continue
        // A false alarm before the change is none of these.
        if (drop > 0 && rows.length < calmScores) return untilAlarm(one, kind, random)
        return { rows, alarm: told as Alarm, now: observed.time }
      }
    }
  }
}

function groupAt(shares: readonly number[], at: number): number {
  let sum = 0
  const found = shares.findIndex((share) => {
    sum += share
    return at < sum
  })
  return found < 0 ? shares.length - 1 : found
}

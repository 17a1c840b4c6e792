/** Alarms where scores do not stand alone: what breaks the promise, and what is mended by ids and by topics. */
import { mixChange } from '../../src/live/monitor/alarms/mix.ts'
import type { ScoreRow } from '../../src/live/monitor/source/score-row.ts'
import { createConversations } from '../../src/live/monitor/streams/conversations.ts'
import { Users } from '../../src/live/monitor/streams/users.ts'
import { createStreamWatch } from '../../src/statistics/monitoring/stream-watch.ts'
import { percent, type Uniform, uniform } from '../simulate-scores.ts'

const scores = 10_000
const minute = 60_000
const perDay = 1000

interface Asked {
  readonly value: number
  readonly user: string
  readonly topic: string
}

/** Each gives the scores of a stream in their order; nothing changes in how answers are given. */
const streams: Readonly<Record<string, (random: Uniform) => (at: number) => Asked>> = {
  independent: (random) => (at) => ({ value: random() < 0.8 ? 1 : 0, user: `${at}`, topic: 'one' }),
  'bursts of 20 to 80 by one user': (random) => {
    let left = 0
    let user = 0
    let level = 0.8
    return () => {
      if (left === 0) {
        const isBurst = random() < 0.01
        left = isBurst ? 20 + Math.floor(60 * random()) : 1
        level = isBurst ? (random() < 0.2 ? 0 : 1) : -1
        user += 1
      }
      left -= 1
      return { value: level < 0 ? (random() < 0.8 ? 1 : 0) : level, user: `${user}`, topic: 'one' }
    }
  },
  'autocorrelation of 0.3': (random) => {
    let last = 1
    return (at) => {
      last = random() < 0.3 ? last : random() < 0.8 ? 1 : 0
      return { value: last, user: `${at}`, topic: 'one' }
    }
  },
  'a daily cycle of 0.1': (random) => (at) => {
    const level = 0.8 + 0.1 * Math.sin((2 * Math.PI * at) / perDay)
    return { value: random() < level ? 1 : 0, user: `${at}`, topic: 'one' }
  },
  'hard topics from 0.2 to 0.6': (random) => (at) => {
    const topic = random() < (at < 5000 ? 0.2 : 0.6) ? 'hard' : 'easy'
    return { value: random() < (topic === 'hard' ? 0.5 : 0.9) ? 1 : 0, user: `${at}`, topic }
  },
}

export function dependence(runs: number): void {
  console.log(
    `\n${runs} streams of ${scores} scores without a change of answers: with an alarm, in %; told as mix`,
  )
  for (const [name, make] of Object.entries(streams))
    for (const withIds of [false, true]) {
      const found = { alarms: 0, mix: 0 }
      for (let run = 0; run < runs; run++) {
        const next = make(uniform(run + 1))
        const [users, conversations] = [new Users(), createConversations()]
        const watch = createStreamWatch({
          ...{ low: 0, high: 1, direction: 'drop', allowed: 0.02, reference: { observations: 1000 } },
        })
        const rows: ScoreRow[] = []
        for (let at = 0; at < scores; at++) {
          const { value, user, topic } = next(at)
          const time = at * minute
          rows.push({
            id: `${at}`,
            time: new Date(time).toISOString(),
            score: value,
            metadata: { topic },
          } as unknown as ScoreRow)
          const conversation = withIds ? users.add({ resourceId: user, threadId: `${at}` }) : undefined
          const told = conversations
            .add({ value, time, ...(conversation === undefined ? {} : { conversation }) })
            .map(({ value, time, weight }) => watch.add({ value, time, weight }))
            .find((one) => one?.kind === 'alarm')
          if (told === undefined || told.kind !== 'alarm') continue
          found.alarms += 1
          const since = Math.round(told.since.estimate.time / minute)
          const options = { fields: ['metadata.topic'], allowed: 0.02 }
          if (mixChange(rows.slice(Math.max(0, since - 2000), since), rows.slice(since), options))
            found.mix += 1
          break
        }
      }
      console.log(
        `${name.padEnd(32)} ${withIds ? 'with ids' : 'without '}  ${percent(found.alarms / runs)}, ${percent(found.mix / runs)} as mix`,
      )
    }
}

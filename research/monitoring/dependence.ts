/** Alarms where scores do not stand alone: what breaks the promise, and what is mended by ids and by topics. */
import { changeWithin, nextLook } from '../../src/features/monitor/alarms/change-within.ts'
import { mixChange } from '../../src/features/monitor/alarms/mix-change.ts'
import { createStreamWatch } from '../../src/features/monitor/detectors/stream-watch.ts'
import type { ScoreRow } from '../../src/features/monitor/source/score-row.ts'
import { createConversations } from '../../src/features/monitor/streams/conversations.ts'
import { Users } from '../../src/features/monitor/streams/users.ts'
import { percent, type Uniform, uniform } from '../simulate-scores.ts'

const scores = 10_000
const minute = 60_000
const perDay = 1000

interface Asked {
  readonly value: number
  readonly user: string
  readonly topic: string
  /** Default true. */
  readonly hasThreads?: boolean
}

/** The score at which something changes. */
const change = 5000

/** Hard topics from 0.2 to a share, and what answers lose within topics. */
const topics = (share: number, loss: number) => (random: Uniform) => (at: number) => {
  const isHard = random() < (at < change ? 0.2 : share)
  const level = (isHard ? 0.5 : 0.9) - (at < change ? 0 : loss)
  return { value: random() < level ? 1 : 0, user: `${at}`, topic: isHard ? 'hard' : 'easy' }
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
  'six users in sessions, no threads': (random) => {
    let level = 0.8
    return (at) => {
      if (at % 40 === 0) level = 0.6 + 0.4 * random()
      const user = `${Math.floor(at / 40) % 6}`
      return { value: random() < level ? 1 : 0, user, topic: 'one', hasThreads: false }
    }
  },
  'hard topics from 0.2 to 0.6': topics(0.6, 0),
  'hard topics from 0.2 to 0.4': topics(0.4, 0),
}

/** Answers get worse, by so much within topics, and most often other topics are asked as well. */
const drops: typeof streams = {
  'hard topics to 0.6, and 0.16 lost': topics(0.6, 0.16),
  'hard topics to 0.35, and 0.16 lost': topics(0.35, 0.16),
  'hard topics to 0.6, and 0.08 lost': topics(0.6, 0.08),
  '0.16 lost': topics(0.2, 0.16),
}

export function dependence(runs: number): void {
  const lines = (of: typeof streams, say: (found: readonly Found[]) => string) => {
    for (const [name, make] of Object.entries(of))
      for (const withIds of [false, true]) {
        const found = Array.from({ length: runs }, (_, run) => followed(make(uniform(run + 1)), withIds))
        console.log(`${name.padEnd(34)} ${withIds ? 'with ids' : 'without '}  ${say(found)}`)
      }
  }
  const share = (found: readonly Found[], of: (one: Found) => boolean) =>
    percent(found.filter(of).length / runs)
  const isMix = ({ mix }: Found) => mix !== undefined
  console.log(`\n${runs} streams of ${scores} scores without a change of answers, in %`)
  lines(streams, (found) => {
    const blamed = share(found, ({ alarm }) => alarm !== undefined)
    return `told ${share(found, (one) => isMix(one) || one.alarm !== undefined)}, as mix ${share(found, isMix)}, answers blamed ${blamed}`
  })
  console.log(`\nThe same where answers get worse after ${change}: found within 1,000 and 3,000 scores, in %`)
  lines(drops, (found) => {
    const within = (count: number) =>
      share(found, ({ alarm = Number.NaN }) => alarm >= change && alarm < change + count)
    return `${within(1000)}, ${within(3000)}, as mix first ${share(found, isMix)}`
  })
}

/** When a change of what is asked was told first, and when one of answers. */
interface Found {
  readonly mix?: number
  readonly alarm?: number
}

/** One stream to its end, or until answers are blamed. */
function followed(next: (at: number) => Asked, withIds: boolean): Found {
  const [users, conversations] = [new Users(), createConversations()]
  const watch = createStreamWatch({
    ...{ low: 0, high: 1, direction: 'drop', allowed: 0.02, reference: { observations: 1000 } },
  })
  const rows: ScoreRow[] = []
  const between = (from: number, to = rows.length) => rows.slice(Math.max(0, from, to - 2000), to)
  let mix: number | undefined
  let episode: { field: string; since: number; from: number; next: number } | undefined
  let observed = 0
  for (let at = 0; at < scores; at++) {
    const { value, user, topic, hasThreads = true } = next(at)
    const time = at * minute
    const id = `${at}`
    const row = { id, time: new Date(time).toISOString(), score: value, metadata: { topic } }
    const threadId = hasThreads ? id : undefined
    rows.push({ ...row, ...(withIds ? { resourceId: user, threadId } : {}) } as unknown as ScoreRow)
    const asker = withIds ? users.add({ resourceId: user, threadId, scorerId: 'quality', score: value }) : {}
    for (const observation of conversations.add({ value, time, ...asker })) {
      const told = watch.add(observation)
      observed += 1
      if (told) [episode, observed] = [undefined, 0]
      if (told?.kind !== 'alarm') continue
      const since = Math.round(told.since.estimate.time / minute)
      const asked = mixChange(between(0, since), between(since), {
        ...{ fields: ['metadata.topic'], allowed: 0.02 },
      })
      if (asked === undefined) return { alarm: at, ...(mix !== undefined && { mix }) }
      mix ??= at
      const from = Math.round(told.at.time / minute) + 1
      episode = { field: asked.field, since, from, next: nextLook(0) }
    }
    if (!episode || observed < episode.next) continue
    episode.next = nextLook(observed)
    const { field, since, from } = episode
    const within = { field, allowed: 0.02, direction: 'drop' } as const
    if (changeWithin(between(0, since), between(from), within))
      return { alarm: at, ...(mix !== undefined && { mix }) }
  }
  return mix === undefined ? {} : { mix }
}

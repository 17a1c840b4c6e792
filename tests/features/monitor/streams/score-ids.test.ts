import { describe, expect, it } from 'vitest'
import { ScoreIds } from '../../../../src/features/monitor/streams/score-ids.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { once } from '../look-once.ts'
import { libsqlStore } from '../stores.ts'
import type { StoredScore } from '../write-scores.ts'

const minute = 60_000
const begin = Date.UTC(2026, 0, 1)

/** Users who come every two minutes and ask 1 to 20 questions; the more they ask, the worse the answers. */
function visits(users: number, from: number, idOf: (user: number) => string | undefined): StoredScore[] {
  const random = seededRandom(from + 1)
  const scores = Array.from({ length: users }, (_, index) => {
    const user = from + index
    const questions = 1 + Math.floor(20 * random())
    const threadId = idOf(user)
    return Array.from({ length: questions }, (_, question) => ({
      score: Math.max(0, 0.9 - 0.03 * questions + 0.2 * (random() - 0.5)),
      time: begin + (2 * user + question) * minute,
      ...(threadId === undefined ? {} : { threadId }),
    }))
  })
  return scores.flat().toSorted((one, other) => one.time - other.time)
}

const withId = (user: number) => `user-${user}`
const withoutId = () => undefined

describe('ids of users', () => {
  it('that stop half-way restart a stream, which is no alarm', async () => {
    const { mastra, write } = await libsqlStore()
    await write(visits(250, 0, withId))
    const before = await once({ mastra })
    expect([before.events, before.warnings]).toEqual([[], []])
    await write(visits(100, 260, withoutId))
    const { status, events, warnings } = await once({ mastra })
    const because = 'its scores no longer have ids of users or threads, so each counts by itself'
    expect(events).toEqual([])
    expect(warnings).toEqual([`quality starts again: ${because}`])
    expect(status.problems).toEqual(warnings)
    expect(status.streams).toMatchObject([{ state: 'calm', outOfRange: 0 }])
  })

  it('that begin half-way do, too, and the stream says why it learns again', async () => {
    const { mastra, write } = await libsqlStore()
    await write(visits(30, 0, withoutId))
    await once({ mastra })
    await write(visits(60, 40, withId))
    const { warnings } = await once({ mastra })
    const because = 'its scores now count once for each user or thread'
    expect(warnings).toEqual([`quality starts again: ${because}`])
    const { status, events, warnings: none } = await once({ mastra })
    expect([events, none]).toEqual([[], []])
    expect(status.streams[0]?.words).toMatch(
      new RegExp(`^Learning its reference: \\d\\d of 100 observations\\. It started again: ${because}\\.$`),
    )
  })

  it('that only some scores ever had restart nothing', async () => {
    const { mastra, write } = await libsqlStore()
    await write(visits(400, 0, (user) => (user % 3 === 0 ? undefined : withId(user))))
    const { status, warnings } = await once({ mastra })
    expect(warnings).toEqual([])
    expect(status.streams[0]?.scores).toBeGreaterThan(3000)
  })
})

describe('few users with many scores', () => {
  /** Sessions two hours apart, of six users in turn or of one service. */
  const sessions = (count: number, resourceId: (session: number) => string, spread: number) => {
    const random = seededRandom(7)
    return Array.from({ length: count }, (_, session) => {
      const level = spread * (random() - 0.5)
      return Array.from({ length: 40 }, (_, at) => ({
        score: 0.5 + level + 0.2 * (random() - 0.5),
        time: begin + (120 * session + at / 6) * minute,
        resourceId: resourceId(session),
      }))
    }).flat()
  }

  it('are no alarm if their sessions differ', async () => {
    const { mastra, write } = await libsqlStore()
    await write(sessions(150, (session) => `user-${session % 6}`, 0.8))
    const { status, events, warnings } = await once({ mastra })
    expect([events, warnings]).toEqual([[], []])
    expect(status.streams).toMatchObject([{ scores: 6000, observations: 150 }])
  })

  it('restart a stream once if they are a service, which the warning names', async () => {
    const { mastra, write } = await libsqlStore()
    await write(sessions(60, () => 'bot', 0))
    const { status, warnings } = await once({ mastra })
    const because = 'the user id bot has too many scores to be one user, so each counts by itself'
    expect(warnings).toEqual([`quality starts again: ${because}`])
    expect(status.streams[0]?.observations).toBeGreaterThan(1500)
  })
})

describe('a run of scores of another kind', () => {
  const restartsAt = (kinds: readonly boolean[], learning: number) => {
    const ids = new ScoreIds()
    return kinds.findIndex((hasId, index) => {
      ids.add(hasId, index < learning)
      return ids.changed !== undefined
    })
  }
  const times = (count: number, hasId: boolean) => new Array<boolean>(count).fill(hasId)

  it('counts from the fiftieth score, and not if one of the usual kind comes between', () => {
    expect(restartsAt([...times(100, true), ...times(60, false)], 100)).toBe(149)
    expect(restartsAt([...times(100, false), ...times(60, true)], 100)).toBe(149)
    const visitor = [...times(49, false), true]
    expect(restartsAt([...times(100, true), ...visitor, ...visitor], 100)).toBe(-1)
  })

  it('must be longer than those that the reference had', () => {
    const nights = [...times(200, true), ...times(40, false), ...times(200, true)]
    expect(restartsAt([...nights, ...times(119, false), true], 440)).toBe(-1)
    expect(restartsAt([...nights, ...times(120, false)], 440)).toBe(nights.length + 119)
  })

  it('does not occur in any mixture', () => {
    for (const share of [0.02, 0.3, 0.5, 0.7, 0.98]) {
      const random = seededRandom(1)
      expect(
        restartsAt(
          Array.from({ length: 50_000 }, () => random() < share),
          100,
        ),
      ).toBe(-1)
    }
  })

  it('is followed over restarts of the monitor', () => {
    let ids = new ScoreIds()
    for (let count = 0; count < 150; count += 1) {
      ids.add(count < 100, count < 100)
      ids = new ScoreIds(ids.state())
    }
    expect(ids.changed).toBe('without')
  })
})

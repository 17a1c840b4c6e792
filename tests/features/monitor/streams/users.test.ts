import { expect, test } from 'vitest'
import type { ScoreRow } from '../../../../src/features/monitor/source/score-row.ts'
import { identifyObservers, Users } from '../../../../src/features/monitor/streams/users.ts'
import { seededRandom } from '../../../../src/shared/random.ts'

type Row = Partial<Pick<ScoreRow, 'resourceId' | 'threadId' | 'score'>>

const add = (users: Users, row: Row) => users.add({ scorerId: 'quality', score: 1, ...row })
const conversationOf = (users: Users, row: Row) => add(users, row).conversation

/** A thousand users before it, each with a thread. */
function known(): Users {
  const users = new Users()
  for (let user = 0; user < 1000; user++) add(users, { resourceId: `${user}`, threadId: `of ${user}` })
  return users
}

test('what a user asks in many threads is of one user', () => {
  const users = known()
  const ids = Array.from({ length: 50 }, (_, at) =>
    conversationOf(users, { resourceId: 'busy', threadId: `${at}` }),
  )
  expect(new Set(ids)).toEqual(new Set(['user busy']))
})

test('an id that everybody has is nobody, and threads count; so without an id', () => {
  const users = new Users()
  const ids = Array.from({ length: 1000 }, (_, at) =>
    conversationOf(users, { resourceId: 'service', threadId: `${at}` }),
  )
  // It takes some until that is known.
  expect(new Set(ids).size).toBe(801)
  expect(conversationOf(users, { threadId: 'one' })).toBe('one')
  expect(conversationOf(users, {})).toBeUndefined()
})

/** Scores in sessions that each have a level of their own, far apart or not at all. */
function inSessions(count: number, spread: number): number[] {
  const random = seededRandom(3)
  let level = 0
  return Array.from({ length: count }, (_, at) => {
    if (at % 40 === 0) level = spread * (random() - 0.5)
    return 0.7 + level + 0.2 * (random() - 0.5)
  })
}

test('a busy id without threads counts by score if its scores are independent', () => {
  const users = new Users()
  const askers = inSessions(10_000, 0).map((score) => add(users, { resourceId: 'service', score }))
  const alone = askers.findIndex(({ conversation }) => conversation === undefined)
  expect(alone).toBeGreaterThanOrEqual(499)
  expect(alone).toBeLessThan(8000)
  // A change of the mean makes scores alike, and must not hide itself.
  for (let at = 0; at < 3000; at++) expect(add(users, { resourceId: 'service', score: 0.1 })).toEqual({})
})

test('a busy id without threads remains a user if its sessions differ, after a restart, too', () => {
  let users = new Users()
  for (const score of inSessions(3000, 0.8)) {
    users = new Users(JSON.parse(JSON.stringify(users.state())))
    expect(conversationOf(users, { resourceId: 'busy', score })).toBe('user busy')
  }
  expect(add(users, { resourceId: 'busy' })).toEqual({ conversation: 'user busy', isEndless: true })
})

test('rows that are all known are attributed alike', () => {
  const observersOf = (spread: number) => {
    const rows = inSessions(3000, spread).map((score, at) => ({ id: `${at}`, resourceId: 'one', score }))
    return new Set((rows as ScoreRow[]).map(identifyObservers(rows as ScoreRow[]))).size
  }
  expect(observersOf(0)).toBe(3000)
  expect(observersOf(0.8)).toBe(30)
})

test('a thread is not the user of the same name', () => {
  expect(conversationOf(known(), { resourceId: 'a', threadId: 'b' })).not.toBe(
    conversationOf(known(), { threadId: 'a' }),
  )
})

test('goes on with what it knew, in little room', () => {
  const users = known()
  for (let at = 0; at < 30_000; at++)
    add(users, { resourceId: at % 4 === 0 ? 'service' : `${at}`, threadId: `${at}` })
  const resumed = new Users(JSON.parse(JSON.stringify(users.state())))
  expect(users.state().counts.length).toBeLessThanOrEqual(30)
  expect(Object.keys(users.state().likeness ?? {}).length).toBeLessThanOrEqual(30)
  expect(conversationOf(resumed, { resourceId: 'service', threadId: 'next' })).toBe('next')
  expect(conversationOf(resumed, { resourceId: 'new', threadId: 'next' })).toBe('user new')
})

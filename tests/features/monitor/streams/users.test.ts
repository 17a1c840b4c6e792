import { expect, test } from 'vitest'
import { Users } from '../../../../src/features/monitor/streams/users.ts'

/** A thousand users before it, each with a thread. */
function known(): Users {
  const users = new Users()
  for (let user = 0; user < 1000; user++) users.add({ resourceId: `${user}`, threadId: `of ${user}` })
  return users
}

test('what a user asks in many threads is of one user', () => {
  const users = known()
  const ids = Array.from({ length: 50 }, (_, at) => users.add({ resourceId: 'busy', threadId: `${at}` }))
  expect(new Set(ids)).toEqual(new Set(['user busy']))
})

test('an id that everybody has is nobody, and threads count; so without an id', () => {
  const users = new Users()
  const ids = Array.from({ length: 1000 }, (_, at) => users.add({ resourceId: 'service', threadId: `${at}` }))
  // It takes some until that is known.
  expect(new Set(ids).size).toBe(801)
  expect(users.add({ threadId: 'one' })).toBe('one')
  expect(users.add({})).toBeUndefined()
})

test('a thread is not the user of the same name', () => {
  expect(known().add({ resourceId: 'a', threadId: 'b' })).not.toBe(known().add({ threadId: 'a' }))
})

test('goes on with what it knew, in little room', () => {
  const users = known()
  for (let at = 0; at < 30_000; at++)
    users.add({ resourceId: at % 4 === 0 ? 'service' : `${at}`, threadId: `${at}` })
  const resumed = new Users(JSON.parse(JSON.stringify(users.state())))
  expect(users.state().counts.length).toBeLessThanOrEqual(30)
  expect(resumed.add({ resourceId: 'service', threadId: 'next' })).toBe('next')
  expect(resumed.add({ resourceId: 'new', threadId: 'next' })).toBe('user new')
})

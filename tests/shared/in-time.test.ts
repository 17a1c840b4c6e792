import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTime } from '../../src/shared/in-time.ts'

const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

it('work that ends in time gives what it gives, and leaves no timer behind', async () => {
  const before = timers()
  expect(await inTime(600_000, async () => 'found')).toBe('found')
  await expect(inTime(600_000, () => Promise.reject(new TypeError('broken')))).rejects.toThrow(TypeError)
  const thrown = () => {
    throw new RangeError('at once')
  }
  await expect(inTime(600_000, thrown)).rejects.toThrow(RangeError)
  expect(timers()).toBe(before)
})

it('work that does not end is given up with an error that names the time', async () => {
  await expect(inTime(20, () => new Promise(() => {}))).rejects.toThrow('no answer within 20 ms')
})

it('work that fails after it was given up fails in silence', async () => {
  const late = inTime(10, async () => {
    await delay(40)
    throw new Error('too late')
  })
  await expect(late).rejects.toThrow('no answer within 10 ms')
  // An unhandled rejection would end the test run.
  await delay(60)
})

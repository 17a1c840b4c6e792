import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lookAgainInMs, UnservedJobs } from '../../../src/features/workers/worker/unserved-jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const job = (id: string, refusedSince?: Date) => ({ id, group: 'relevancy', refusedSince }) as never

it('a job of another version is left for longer each time, and other jobs of its scorer are taken', () => {
  const left = new UnservedJobs(false)
  for (const [seconds, next] of [5, 10, 20, 40, 60, 60].entries()) {
    left.add(job('a'), 'another version')
    expect(left.all).toEqual(['a'])
    vi.advanceTimersByTime(next * 1000 - 1)
    expect([seconds, left.all]).toEqual([seconds, ['a']])
    vi.advanceTimersByTime(2)
    expect(left.all).toEqual([])
  }
})

it('jobs of a scorer that the worker does not have are left together', () => {
  const left = new UnservedJobs(false)
  left.add(job('a'), 'no scorer')
  expect(left.all).toEqual(['relevancy'])
  vi.advanceTimersByTime(60_001)
  expect(left.all).toEqual([])
})

it('no more ids are kept than can be asked with', () => {
  const left = new UnservedJobs(false)
  for (let number = 0; number < 2500; number += 1) left.add(job(String(number)), 'another version')
  expect(left.all).toHaveLength(2000)
  expect(left.all).toContain('2499')
})

it('whoever is right can take a job within 8 seconds of the time that somebody wrong gave it back', () => {
  for (const waited of [0, 1000, 60_000, 3_600_000, 86_400_000])
    expect(lookAgainInMs(job('a', new Date(Date.now() - waited)), 'another version')).toBeLessThanOrEqual(
      8000,
    )
})

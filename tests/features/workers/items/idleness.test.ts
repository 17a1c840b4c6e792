import { expect, it, onTestFinished, vi } from 'vitest'
import type { JobState } from '../../../../src/features/workers/engine/jobs.ts'
import { Idleness } from '../../../../src/features/workers/items/idleness.ts'

it('is said when nobody came, once more when it is known why, and then no more', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const idleness = new Idleness(100)
  const waiting = new Map<string, JobState>([['a', { state: 'waiting' }]])
  const refused = new Map<string, JobState>([['a', { state: 'waiting', reason: 'it differs' }]])
  expect(idleness.message(waiting)).toBeUndefined()
  vi.advanceTimersByTime(100)
  expect(idleness.message(waiting)).toMatch(/for 0 s: start `verdict worker`/)
  expect(idleness.message(waiting)).toBeUndefined()
  expect(idleness.message(refused)).toMatch(/: it differs$/)
  expect(idleness.message(refused)).toBeUndefined()
  expect(idleness.message(waiting)).toBeUndefined()
  vi.advanceTimersByTime(900)
  expect(() => idleness.message(refused)).toThrow(/and one that tried failed: it differs/)
})

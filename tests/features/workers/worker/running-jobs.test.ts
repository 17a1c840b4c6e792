import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '../../../../src/features/workers/engine/jobs.ts'
import { RunningJobs } from '../../../../src/features/workers/worker/running-jobs.ts'

const jobOf = (id: string, isAlone = false): Job => ({
  ...{ id, group: 'tone', data: {}, attempt: 1, wasTaken: isAlone, isAlone },
  ...{ createdAt: new Date(0), takenAt: new Date(0) },
})

/** Work on jobs that end when they are told to. */
function bench(atOnce: number) {
  let changes = 0
  const inWork = new RunningJobs(atOnce, 60_000, () => {
    changes += 1
  })
  onTestFinished(() => inWork.close())
  const begin = (id: string, isAlone?: boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    inWork.begin(jobOf(id, isAlone), () => promise)
    return async () => {
      const before = changes
      resolve()
      await expect.poll(() => changes).toBeGreaterThan(before)
    }
  }
  return { inWork, begin }
}

it('takes another job for each whose score is only to be written, up to twice as many', async () => {
  const { inWork, begin } = bench(2)
  const ends = [begin('a'), begin('b')]
  expect(inWork.room(2)).toBe(0)
  inWork.judged({ id: 'a' })
  expect(inWork.room(2)).toBe(1)
  ends.push(begin('c'))
  inWork.judged({ id: 'b' })
  ends.push(begin('d'))
  for (const id of ['c', 'd', 'gone']) inWork.judged({ id })
  expect(inWork.room(2)).toBe(0)
  // Fewer at once while the judge is overloaded.
  expect(inWork.room(1)).toBe(0)
  await ends[0]?.()
  expect([inWork.room(2), inWork.ids]).toEqual([1, ['b', 'c', 'd']])
  for (const end of ends.slice(1)) await end()
  expect([inWork.room(2), inWork.size]).toEqual([2, 0])
})

it('has no room beside a job that may kill, until that has ended', async () => {
  const { inWork, begin } = bench(5)
  const end = begin('poison', true)
  inWork.judged({ id: 'poison' })
  expect(inWork.room(5)).toBe(0)
  await end()
  expect(inWork.room(5)).toBe(5)
})

it('begins nothing a second time that it still has', async () => {
  const { inWork, begin } = bench(2)
  const end = begin('a')
  let begun = 0
  inWork.begin(jobOf('a'), async () => {
    begun += 1
  })
  expect([begun, inWork.size]).toEqual([0, 1])
  await end()
})

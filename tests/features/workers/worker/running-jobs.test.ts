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
  const limit = { current: atOnce }
  const onChange = () => {
    changes += 1
  }
  const inWork = new RunningJobs(() => limit.current, 60_000, onChange)
  onTestFinished(() => inWork.close())
  const begun: string[] = []
  const begin = (id: string, isAlone?: boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    inWork.begin(jobOf(id, isAlone), () => {
      begun.push(id)
      return promise
    })
    return async () => {
      const before = changes
      resolve()
      await expect.poll(() => changes).toBeGreaterThan(before)
    }
  }
  return { inWork, begin, begun, limit }
}

it('takes another job for each whose score is only to be written, up to twice as many', async () => {
  const { inWork, begin, limit } = bench(2)
  const ends = [begin('a'), begin('b')]
  expect(inWork.room(false)).toBe(0)
  inWork.judged({ id: 'a' })
  expect(inWork.room(false)).toBe(1)
  ends.push(begin('c'))
  inWork.judged({ id: 'b' })
  ends.push(begin('d'))
  for (const id of ['c', 'd', 'gone']) inWork.judged({ id })
  expect(inWork.room(false)).toBe(0)
  // Fewer at once while the judge is overloaded.
  limit.current = 1
  expect(inWork.room(false)).toBe(0)
  limit.current = 2
  await ends[0]?.()
  expect([inWork.room(false), inWork.ids]).toEqual([1, ['b', 'c', 'd']])
  for (const end of ends.slice(1)) await end()
  expect([inWork.room(false), inWork.size]).toEqual([2, 0])
})

it('has no room beside a job that may kill, until that has ended', async () => {
  const { inWork, begin } = bench(5)
  const end = begin('poison', true)
  inWork.judged({ id: 'poison' })
  expect(inWork.room(false)).toBe(0)
  await end()
  expect(inWork.room(false)).toBe(5)
})

it('takes some ahead of a quick judge, and begins them in order as slots become free', async () => {
  const { inWork, begin, begun } = bench(4)
  const room = () => [inWork.room(false), inWork.room(true)]
  const ends = ['a', 'b', 'c', 'd'].map((id) => begin(id))
  // No judge has answered yet: another worker could begin a job at once.
  expect(room()).toEqual([0, 0])
  inWork.judged({ id: 'a' })
  expect(room()).toEqual([1, 3])
  for (const id of ['e', 'f', 'g']) ends.push(begin(id))
  expect([room(), begun, inWork.size]).toEqual([[0, 0], ['a', 'b', 'c', 'd', 'e'], 7])
  await ends[1]?.()
  expect([room(), begun.at(-1), inWork.ids]).toEqual([[0, 1], 'f', ['a', 'c', 'd', 'e', 'f', 'g']])
  expect([inWork.dropAhead().map(({ id }) => id), inWork.size]).toEqual([['g'], 5])
  for (const end of ends.slice(2, 6)) await end()
  expect(begun).not.toContain('g')
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

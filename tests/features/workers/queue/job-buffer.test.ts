import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { NewJob } from '../../../../src/features/workers/engine/jobs.ts'
import { JobBuffer } from '../../../../src/features/workers/queue/job-buffer.ts'

const job = (number: number): NewJob => ({ id: String(number), group: 'tone', data: {} })

/** A buffer before a store that does as it is told. */
function buffered(put: (jobs: readonly NewJob[]) => Promise<unknown>, atMost = 1000) {
  const stored: string[] = []
  const told: string[] = []
  let dropped = 0
  const buffer = new JobBuffer({
    atMost,
    put: async (jobs) => {
      await put(jobs)
      stored.push(...jobs.map(({ id }) => id))
    },
    onDropped: () => {
      dropped += 1
    },
    onTrouble: (error) => told.push(`trouble: ${(error as Error).message}`),
    onRelief: () => told.push('relief'),
  })
  return { buffer, stored, told, dropped: () => dropped }
}

describe('jobs that wait in the process', () => {
  it('are made when they are put, in batches and in order', async () => {
    const sizes: number[] = []
    let made = 0
    const { buffer, stored } = buffered(async (jobs) => sizes.push(jobs.length))
    for (let number = 0; number < 45; number += 1)
      buffer.add(() => {
        made += 1
        return job(number)
      })
    expect([made, buffer.size]).toEqual([0, 45])
    await buffer.close(AbortSignal.timeout(5000))
    expect(sizes).toEqual([20, 20, 5])
    expect(stored).toEqual(Array.from({ length: 45 }, (_, number) => String(number)))
    expect([buffer.size, buffer.counts]).toEqual([0, { given: 45, put: 45, dropped: 0 }])
  })

  it('are all put, in whatever moment after another one they come', async () => {
    for (let ticks = 0; ticks < 60; ticks += 1) {
      const { buffer, stored } = buffered(async ([first]) => {
        if (first?.id !== '1') return
        const late = async () => {
          for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
          buffer.add(() => job(2))
        }
        void late()
      })
      buffer.add(() => job(1))
      for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect([ticks, ...stored]).toEqual([ticks, '1', '2'])
    }
  })

  it('are put when the store is back, and trouble and relief are told once each', async () => {
    let failures = 2
    const { buffer, stored, told } = buffered(async () => {
      failures -= 1
      if (failures >= 0) throw new TypeError('it is away')
    })
    buffer.add(() => job(1))
    await expect.poll(() => stored).toEqual(['1'])
    expect(told).toEqual(['trouble: it is away', 'relief'])
  })

  it('are dropped beyond the bound, and counted', async () => {
    const { buffer, dropped } = buffered(async () => undefined, 2)
    expect([1, 2, 3].map((number) => buffer.add(() => job(number)))).toEqual([true, true, false])
    expect([buffer.counts.dropped, dropped()]).toEqual([1, 1])
    await buffer.close(AbortSignal.timeout(5000))
  })

  it('are given up in time where the store says nothing, and none comes after that', async () => {
    const { buffer, dropped } = buffered(() => new Promise(() => {}))
    buffer.add(() => job(1))
    buffer.add(() => job(2))
    await delay(20)
    await buffer.close(AbortSignal.timeout(50))
    expect([buffer.size, buffer.counts.dropped]).toEqual([0, 2])
    expect(buffer.add(() => job(3))).toBe(false)
    expect([buffer.counts.dropped, dropped()]).toEqual([3, 3])
  })
})

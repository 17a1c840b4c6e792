import { expect, it } from 'vitest'
import { runSession } from '../../../src/evaluation/session/session.ts'
import { WorkLimits } from '../../../src/evaluation/session/work-limits.ts'
import { noUsage } from '../../../src/evaluation/target/target-answer.ts'
import { noCost } from '../../../src/run/cost/cost.ts'

/** A session of one item at a time, whose records are kept when the test says so. */
function sessionThatKeeps(keep: (itemId: string) => Promise<void>, items: number) {
  const answered: string[] = []
  const told: [item: string, finished: number][] = []
  const tasks = Array.from({ length: items }, (_, index) => ({
    item: { id: `q${index}`, input: `${index}` },
    repeat: 1,
  }))
  const ended = runSession(tasks, {
    answerer: {
      record: { kind: 'function', id: 'echo' },
      async answer({ id, input }) {
        answered.push(id)
        return { input, output: input, ...noUsage }
      },
    },
    scorers: [],
    hold: (record) => record,
    limits: new WorkLimits(1),
    timeoutInMs: 60_000,
    budget: {},
    attempts: 1,
    retryDelayInMs: 0,
    prices: {},
    keepPrompts: false,
    judgings: 1,
    finished: 0,
    total: items,
    spent: noCost,
    keep: ({ itemId }) => keep(itemId),
    onProgress: (event) => {
      if (event.kind === 'item') told.push([event.record.itemId, event.finished])
    },
  })
  return { answered, told, ended }
}

it('answers further items while records are written, but tells of them only once they are', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const third = Promise.withResolvers<void>()
  const { told, ended } = sessionThatKeeps((itemId) => {
    if (itemId === 'q2') third.resolve()
    return written
  }, 3)
  await third.promise
  expect(told).toEqual([])
  write()
  expect((await ended).status).toBe('complete')
  expect(told).toEqual([
    ['q0', 1],
    ['q1', 2],
    ['q2', 3],
  ])
})

it('waits for a slow disk before 300 records pile up in memory', async () => {
  let waiting = 0
  let most = 0
  const { answered, ended } = sessionThatKeeps(async () => {
    waiting += 1
    most = Math.max(most, waiting)
    await new Promise((resolve) => setTimeout(resolve, 20))
    waiting -= 1
  }, 1000)
  expect((await ended).status).toBe('complete')
  expect(answered).toHaveLength(1000)
  expect(most).toBeLessThan(300)
})

it('ends with the error of the disk, and begins nothing more', async () => {
  const { answered, ended } = sessionThatKeeps(async () => {
    throw new Error('no space left on device')
  }, 1000)
  await expect(ended).rejects.toThrow('no space left')
  expect(answered.length).toBeLessThan(300)
})

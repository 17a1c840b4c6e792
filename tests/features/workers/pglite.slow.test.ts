import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testQueue } from '../../support/queues.ts'

const job = { id: randomUUID(), group: 'tone', data: { payload: '{}' } }

it('keeps jobs in a folder of one queue at a time', async () => {
  const pglite = join(mkdtempSync(join(tmpdir(), 'verdict-')), 'queue')
  const first = testQueue({ pglite })
  expect(await first.put([job])).toBe(1)
  await expect(testQueue({ pglite }).engine()).rejects.toThrow(/is already open.*connectionString/)
  await first.close()
  const second = testQueue({ pglite })
  expect(await (await second.engine()).take(1)).toMatchObject([{ id: job.id, data: job.data }])
})

it('has a queue of its own in memory', async () => {
  const queue = testQueue({ pglite: 'memory://' })
  expect(await queue.put([job])).toBe(1)
  expect(await (await queue.engine()).take(2)).toMatchObject([{ id: job.id, data: job.data }])
  expect(await (await testQueue({ pglite: 'memory://' }).engine()).take(1)).toEqual([])
})

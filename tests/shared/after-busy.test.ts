import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/sqlite3'
import { LibSQLStore } from '@mastra/libsql'
import { expect, it, onTestFinished } from 'vitest'
import { reopenAfterBusy } from '../../src/shared/after-busy.ts'

/** Opens clients of one file, each as another process would. */
async function file() {
  const url = `file:${join(mkdtempSync(join(tmpdir(), 'busy-')), 'scores.db')}`
  const open = (timeout = 5_000) => {
    const client = createClient({ url, timeout })
    onTestFinished(() => client.close())
    return client
  }
  const other = open()
  await other.execute('pragma journal_mode = wal')
  await other.execute('create table scores (id integer)')
  const count = async () => (await open().execute('select count(*) as count from scores')).rows[0]?.count
  return { open, other, count }
}

const insert = 'insert into scores values (1)'

it.each([
  ['statement', (client: ReturnType<typeof createClient>) => client.execute(insert)],
  ['batch', (client: ReturnType<typeof createClient>) => client.batch([insert], 'write')],
  ['transaction', (client: ReturnType<typeof createClient>) => client.transaction('write')],
])('loses no writes after a %s that failed because the file was locked', async (_what, write) => {
  const { open, other, count } = await file()
  const client = open(10)
  reopenAfterBusy(client)
  const lock = await other.transaction('write')
  await expect(write(client)).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  await lock.rollback()
  for (let writes = 0; writes < 3; writes += 1) await client.execute(insert)
  expect(await count()).toBe(3)
  await other.execute(insert)
  expect(await count()).toBe(4)
})

it('leaves other errors to their callers, and clients of no file alone', async () => {
  const { open, count } = await file()
  const client = open()
  reopenAfterBusy(client)
  await client.execute(insert)
  await expect(client.execute('insert into nothing values (1)')).rejects.toThrow('nothing')
  await client.execute(insert)
  expect(await count()).toBe(2)
  const others = [undefined, {}, { protocol: 'http', execute: () => {} }]
  for (const other of others) expect(() => reopenAfterBusy(other)).not.toThrow()
})

it('leaves a database in memory as it is, whose methods Mastra makes anew at each call', async () => {
  const storage = new LibSQLStore({ id: 'memory', url: ':memory:' })
  onTestFinished(() => storage.close())
  const { client } = storage as unknown as { readonly client: ReturnType<typeof createClient> }
  reopenAfterBusy(client)
  // With an endless loop of microtasks, no time limit of a test would end it.
  const wrapped = Object.getOwnPropertyDescriptor(client, 'execute')
  expect(wrapped).toBeUndefined()
  expect((await client.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
})

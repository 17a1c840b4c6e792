import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { monitor } from '../../../../src/features/monitor/index.ts'
import { fileState } from '../../../../src/features/monitor/state/state-keeper.ts'
import { StoreState } from '../../../../src/features/monitor/state/store-state.ts'
import { stores } from '../stores.ts'

describe.each(stores)('a state in %s', (_name, makeStore) => {
  it('is kept by one at a time, and can be taken over', async () => {
    const { database } = await makeStore()
    const [one, other] = [new StoreState(database, 'a'), new StoreState(database, 'a')]
    expect(await one.acquire()).toBeUndefined()
    expect(await other.acquire()).toContain(`process ${process.pid}`)
    expect(await new StoreState(database, 'b').acquire()).toBeUndefined()
    expect(await one.load()).toBeUndefined()
    await one.save({ rows: 1 })
    expect(await one.load()).toEqual({ rows: 1 })
    // As after a long sleep.
    await database.query(`update ${database.table('verdict_monitors')} set until = 0`)
    expect(await other.acquire()).toBeUndefined()
    await expect(one.save({ rows: 2 })).rejects.toThrow('another monitor has taken over')
    expect(await other.load()).toEqual({ rows: 1 })
    await one.release()
    await other.save({ rows: 3 })
    await other.release()
    expect(await one.acquire()).toBeUndefined()
    await one.release()
  })

  it('is made once where several begin at once in a new store', async () => {
    const { database } = await makeStore()
    for (let round = 0; round < 10; round += 1) {
      await database.query(`drop table if exists ${database.table('verdict_monitors')}`)
      const states = ['a', 'b', 'c', 'd'].map((name) => new StoreState(database, name))
      expect(await Promise.all(states.map((state) => state.acquire()))).toEqual(states.map(() => undefined))
      await Promise.all(states.map((state) => state.release()))
    }
  })

  it('is taken over at once from a process that died here, and from nowhere else where it may live', async () => {
    const { database } = await makeStore()
    const name = 'a'
    const of = (owner: object) =>
      database.query(`update ${database.table('verdict_monitors')} set owner = $1, until = 1e15`, [
        JSON.stringify(owner),
      ])
    const first = new StoreState(database, name)
    await first.acquire()
    const [row] = await database.query(`select owner from ${database.table('verdict_monitors')}`)
    await first.release()
    const here = JSON.parse(String(row?.owner)) as { host: string; space?: string }
    // A number that no process has.
    const dead = { ...here, pid: 2 ** 30, id: 'other' }
    await of({ ...dead, space: 'another container with this name' })
    expect(await new StoreState(database, name).acquire()).toContain('is using the state')
    await of(dead)
    const taken = await new StoreState(database, name).acquire()
    expect(taken === undefined).toBe(here.space !== undefined)
  })

  it('keeps a second monitor waiting, and one that looks once from looking', async () => {
    const { mastra, write } = await makeStore()
    await write([{ score: 1, time: Date.now() }])
    const options = { mastra, telemetry: false, intervalInMs: 50 }
    const first = monitor(options)
    await expect.poll(() => first.status()?.rows).toBe(1)
    await expect(monitor({ ...options, once: true }).ended).rejects.toThrow('nothing to do')
    const warnings: string[] = []
    const second = monitor({ ...options, onWarning: (sentence) => warnings.push(sentence) })
    await expect.poll(() => warnings.length).toBe(1)
    expect(warnings[0]).toContain(': this monitor waits')
    expect(second.status()).toBeUndefined()
    await first.stop()
    await expect.poll(() => second.status()?.rows).toBe(1)
    expect(warnings.slice(1)).toEqual(['the state is free now: this monitor takes over'])
    await second.stop()
  })

  it('is waited for while the store is away, by one who waits already', async () => {
    const { mastra, write, database } = await makeStore()
    await write([{ score: 1, time: Date.now() }])
    const options = { mastra, telemetry: false, intervalInMs: 50 }
    const first = monitor(options)
    await expect.poll(() => first.status()?.rows).toBe(1)
    const warnings: string[] = []
    const second = monitor({ ...options, onWarning: (sentence) => warnings.push(sentence) })
    await expect.poll(() => warnings.length).toBe(1)
    // As while the database is restarted: the table cannot be read for a moment. In one statement, since the one who
    // waits would make a table anew that is not there.
    const rename = (from: string, to: string) =>
      database.query(`alter table ${database.table('verdict_monitors')} rename column ${from} to ${to}`)
    await rename('owner', 'aside')
    await expect.poll(() => warnings.length).toBeGreaterThan(1)
    expect(warnings[1]).toContain('the store cannot be reached (')
    await rename('aside', 'owner')
    await first.stop()
    await expect.poll(() => second.status()?.rows).toBe(1)
    await second.stop()
  })

  it('says which state is damaged', async () => {
    const { database } = await makeStore()
    const state = new StoreState(database, 'mine')
    await state.acquire()
    await state.save({ rows: 1 })
    await database.query(`update ${database.table('verdict_monitors')} set state = '{"rows": 1'`)
    await expect(state.load()).rejects.toThrow('the state "mine" in verdict_monitors is damaged')
    await state.release()
  })
})

describe('a state in a file', () => {
  it('is there whole or not at all, and kept by one at a time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verdict-state-'))
    const file = join(folder, 'new/state.json')
    const [one, other] = [fileState(file), fileState(file)]
    expect(await one.acquire()).toBeUndefined()
    expect(await other.acquire()).toContain('process')
    expect(await one.load()).toBeUndefined()
    await Promise.all([one.save({ rows: 1 }), one.save({ rows: 1 })])
    expect(await one.load()).toEqual({ rows: 1 })
    expect(readdirSync(join(folder, 'new')).sort()).toEqual(['state.json', 'state.json.lock'])
    await one.release()
    expect(await other.acquire()).toBeUndefined()
    await other.release()
  })
})

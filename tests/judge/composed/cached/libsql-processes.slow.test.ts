import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { libsqlCache } from '../../../../src/judge/composed/cached/libsql-cache.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'verdict-cache-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${++files}.db`)

describe('many processes', () => {
  it('share one file: nothing is lost, nothing is mixed up, and the second run makes no call', async () => {
    const [file, log] = [newFile(), join(folder, 'calls.log')]
    const worker = new URL('./cache-worker.ts', import.meta.url).pathname
    const run = (name: string) =>
      execute(process.execPath, [worker, file, log, name, '60'], { timeout: 600_000 })
    const first = await Promise.all(['a', 'b', 'c', 'd'].map(run))
    for (const { stdout } of first) expect(JSON.parse(stdout)).toMatchObject({ wrong: 0, warnings: [] })
    const calls = readFileSync(log, 'utf8').trim().split('\n').length
    // Each of the 60 questions was asked, and by each process at most once.
    expect(calls).toBeGreaterThanOrEqual(60)
    expect(calls).toBeLessThanOrEqual(240)
    const { stdout } = await run('e')
    expect(JSON.parse(stdout)).toEqual({ wrong: 0, calls: 0, warnings: [] })
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(calls)
  })
})

it('an entry that is no text is damaged, not the end of the process', async () => {
  const file = newFile()
  const cache = libsqlCache({ file })
  await cache.set('good', 'välue')
  await cache.set('bad', 'value')
  await cache.close()
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(file)
  database.exec("update verdict_cache set value = cast(x'ff00fe' as text), used_at = 0 where key = 'bad'")
  database.close()
  // The client is native code, which takes the process with it: so another one reads.
  const read = `
    const { libsqlCache } = await import(${JSON.stringify(import.meta.resolve('../../../../src/judge/composed/cached/libsql-cache.ts'))})
    const cache = libsqlCache({ file: ${JSON.stringify(file)} })
    const values = await Promise.all(['good', 'bad', 'missing'].map((key) => cache.get(key)))
    console.log(JSON.stringify(values.map((value) => value ?? null)))`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', read])
  const [good, bad, missing] = JSON.parse(stdout)
  expect([good, missing]).toEqual(['välue', null])
  expect(bad).not.toBe('value')
})

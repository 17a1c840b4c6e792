import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { libsqlCache, memoryCache } from '../../../src/judge/index.ts'

const execute = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'verdict-cache-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${++files}.db`)
const kept = async (cache: ReturnType<typeof memoryCache>, keys: readonly string[]) => {
  const values = await Promise.all(keys.map((key) => cache.get(key)))
  return keys.filter((_, index) => values[index] !== undefined && values[index] !== null)
}

describe.each([
  ['file', (bounds: object) => libsqlCache({ file: newFile(), ...bounds })],
  ['memory', (bounds: object) => memoryCache(bounds)],
] as const)('bounds of a cache in %s', (place, make) => {
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}`)

  it('keep the entries that were written last', async () => {
    const cache = make({ maxEntries: 5 })
    for (const key of keys) {
      await cache.set(key, 'value')
      // The time of use is kept in whole milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await kept(cache, keys)).toEqual(keys.slice(-5))
  })

  it('count the size of the entries', async () => {
    const cache = make(place === 'file' ? { maxEntries: 50, maxBytes: 350 } : { maxCharacters: 350 })
    for (const key of keys) {
      await cache.set(key, 'x'.repeat(100))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(await kept(cache, keys)).toEqual(keys.slice(-3))
  })
})

it('an entry that is too old is gone from the file', async () => {
  const cache = libsqlCache({ file: newFile() })
  await cache.set('old', 'value', 10)
  await cache.set('new', 'value')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await kept(cache, ['old', 'new'])).toEqual(['new'])
})

it('a file makes no sound until it is used', () => {
  const file = newFile()
  libsqlCache({ file })
  expect(existsSync(file)).toBe(false)
})

describe('many processes', () => {
  it('share one file: nothing is lost, nothing is mixed up, and the second run makes no call', async () => {
    const [file, log] = [newFile(), join(folder, 'calls.log')]
    const worker = new URL('./cache-worker.ts', import.meta.url).pathname
    const run = (name: string) =>
      execute(process.execPath, [worker, file, log, name, '60'], { timeout: 60_000 })
    const first = await Promise.all(['a', 'b', 'c', 'd'].map(run))
    for (const { stdout } of first) expect(JSON.parse(stdout)).toMatchObject({ wrong: 0, warnings: [] })
    const calls = readFileSync(log, 'utf8').trim().split('\n').length
    // Each of the 60 questions was asked, and by each process at most once.
    expect(calls).toBeGreaterThanOrEqual(60)
    expect(calls).toBeLessThanOrEqual(240)
    const { stdout } = await run('e')
    expect(JSON.parse(stdout)).toEqual({ wrong: 0, calls: 0, warnings: [] })
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(calls)
  }, 90_000)
})

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { libsqlCache } from '../../../../src/judge/composed/cached/libsql-cache.ts'
import { memoryCache } from '../../../../src/judge/index.ts'

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

it('entries that are asked for at once each have their own value, whatever their number', async () => {
  const cache = libsqlCache({ file: newFile() })
  const keys = Array.from({ length: 1_234 }, (_, index) => `key ' ${index}, ?`)
  await Promise.all(keys.filter((_, index) => index % 3 !== 0).map((key) => cache.set(key, `of ${key}`)))
  const values = await Promise.all([...keys, ...keys].map((key) => cache.get(key)))
  const expected = keys.map((key, index) => (index % 3 === 0 ? undefined : `of ${key}`))
  expect(values).toEqual([...expected, ...expected])
})

it('an entry is found as it was last written, by whichever process', async () => {
  const file = newFile()
  const [one, other] = [libsqlCache({ file }), libsqlCache({ file })]
  await one.set('k', 'first')
  const before = other.get('k')
  expect(await before).toBe('first')
  await one.set('k', 'second')
  expect(await Promise.all([one.get('k'), other.get('k')])).toEqual(['second', 'second'])
})

it('entries that are read stay, also where many are read at once', async () => {
  const [file, minutes] = [newFile(), 60_000]
  const cache = libsqlCache({ file, maxEntries: 4 })
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (const key of ['a', 'b', 'c', 'd']) {
      await cache.set(key, 'value')
      vi.setSystemTime(Date.now() + minutes)
    }
    expect(await kept(cache, ['a', 'c'])).toEqual(['a', 'c'])
    vi.setSystemTime(Date.now() + minutes)
    await cache.set('e', 'value')
    expect(await kept(cache, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'c', 'd', 'e'])
  } finally {
    vi.useRealTimers()
  }
})

it('a file that is no database fails every read that was asked of it at once', async () => {
  const file = newFile()
  writeFileSync(file, 'this is no database, whatever its name says'.repeat(100))
  const cache = libsqlCache({ file })
  const reads = await Promise.allSettled(['a', 'b', 'c'].map((key) => cache.get(key)))
  expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

it('a file makes no sound until it is used', () => {
  const file = newFile()
  libsqlCache({ file })
  expect(existsSync(file)).toBe(false)
})

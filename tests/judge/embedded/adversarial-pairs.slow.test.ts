import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** As measured; before the rules 54 of the first 80 and 41 of the first 60 passed. */
it.each([
  ['seen', 100, 3],
  ['kept', 100, 6],
  ['later', 40, 4],
])(
  'of the %s pairs (%i) no more than %i bad texts pass for good',
  async (part, pairs, most) => {
    const { stdout } = await run(process.execPath, ['research/measure-adversarial-pairs.ts', part])
    const [counted, , passed] = (/in all.*/.exec(stdout)?.[0].match(/\d+/g) ?? []).map(Number)
    expect(counted).toBe(pairs)
    expect(passed).toBeLessThanOrEqual(most)
  },
  120_000,
)

it('of five answers to questions of a shop the right one is first in half or more', async () => {
  const { stdout } = await run(process.execPath, ['research/measure-shop.ts'])
  const [first = 0, asked] = (/first: (\d+) of (\d+)/.exec(stdout) ?? []).slice(1).map(Number)
  expect(asked).toBe(200)
  expect(first).toBeGreaterThanOrEqual(100)
}, 300_000)

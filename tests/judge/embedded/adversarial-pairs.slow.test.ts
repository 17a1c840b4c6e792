import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** As measured; before the rules 54 of the first 80 and 41 of the first 60 passed. */
it.each([
  ['seen', 100, 6],
  ['kept', 100, 10],
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

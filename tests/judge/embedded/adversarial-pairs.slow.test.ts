import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { measured } from '../../../src/judge/embedded/measured-quality.ts'

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

it('passes as many right and wrong texts of the pairs that played no part in its design as it is said to', async () => {
  const sums = [0, 0, 0]
  for (const part of ['kept', 'later']) {
    const { stdout } = await run(process.execPath, ['research/measure-adversarial-pairs.ts', part])
    for (const [at, count] of (/in all.*/.exec(stdout)?.[0].match(/\d+/g) ?? []).entries())
      sums[at] = (sums[at] as number) + Number(count)
  }
  const [pairs = 0, missed = 0, passed = 0] = sums
  const percent = (count: number) => Math.round((100 * count) / pairs)
  expect({ hardPairs: pairs, rightPassed: percent(pairs - missed), wrongPassed: percent(passed) }).toEqual({
    hardPairs: measured.hardPairs,
    rightPassed: measured.rightPassed,
    wrongPassed: measured.wrongPassed,
  })
})

it('of five answers to questions of a shop the right one is first as often as it is said', async () => {
  const { stdout } = await run(process.execPath, ['research/measure-shop.ts'])
  const [first = 0, asked] = (/first: (\d+) of (\d+)/.exec(stdout) ?? []).slice(1).map(Number)
  expect(asked).toBe(200)
  expect(Math.round((100 * first) / (asked ?? Number.NaN))).toBe(measured.shopFirst)
})

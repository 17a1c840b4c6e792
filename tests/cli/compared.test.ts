import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

const numbers = Array.from({ length: 20 }, (_, index) => 40 + index)
const before = echoConfig(numbers)
const folder = project({
  'verdict.config.mjs': before,
  // One question more, one less, and one that asks something else.
  'more.config.mjs': echoConfig([...numbers.slice(0, 18), 99, 70], 'name: "More",').replace(
    '"id":"q20"',
    '"id":"new"',
  ),
  'other.config.mjs': echoConfig(numbers.map((number) => number + 1)),
  'trajectory.config.mjs': before.replace(`"input":"40"`, `"input":"40","expectedTrajectory":{"steps":[]}`),
})

beforeAll(async () => {
  expect((await command(folder, ['run', '--file', 'before.jsonl'])).code).toBe(0)
})

describe('a comparison over other data', () => {
  it('takes the items that ask the same, and says how many there are', async () => {
    const args = ['run', 'more.config.mjs', '--file', 'more.jsonl', '--compare', 'before.jsonl']
    const counts =
      /^Compared over 18 items that did not change: 18 in both, 1 only in data, 1 only in the baseline's data, 1 with another input or ground truth\.\n$/
    const run = await command(folder, [...args, '--markdown', 'more.md', '--html', 'more.html'])
    expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(counts)])
    const shown = await command(folder, ['compare', 'before.jsonl', 'more.jsonl', '--fail-if-worse'])
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringMatching(counts)])
    for (const { stdout } of [run, shown])
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
        /Before: Echo \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)\. After: More \(.*UTC\)\. 18 items of 20 are in both\./,
      )
  })

  it('is refused where few items are the same, before anything is answered', async () => {
    const args = ['run', 'other.config.mjs', '--file', 'other.jsonl', '--fail-if-worse', 'before.jsonl']
    const { code, stderr } = await command(folder, args)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /over other data, with too few items to compare \(0 in both, .* 20 with another input or ground truth\): make one over the same data with `verdict run --file <run file>`\n$/,
      ),
    ])
    expect(existsSync(join(folder, 'other.jsonl'))).toBe(false)
  })

  it('is refused where only what is expected of the steps was changed', async () => {
    const { code, stderr } = await command(folder, [
      'run',
      'trajectory.config.mjs',
      '--compare',
      'before.jsonl',
    ])
    expect([code, stderr]).toEqual([2, expect.stringContaining('expected trajectories of data were changed')])
  })
})

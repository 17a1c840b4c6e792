import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listRuns } from '../../src/run/folder/list-runs.ts'
import { command, echoConfig, project } from './support.ts'

const numbers = [50, 10, 'no number', 90, 30, 70]
const folder = project({
  'verdict.config.mjs': echoConfig(numbers, 'gates: { failed: 1 },'),
  'other.jsonl': '{"id":"x1","input":"5"}\n',
  'grown.config.mjs': echoConfig([50, 11, 'no number', 90, 30, 70, 80], `gates: { failed: 1 },`),
})
const idsOf = async () => {
  const [newest] = await listRuns(join(folder, 'runs'))
  return newest?.header
}

beforeAll(async () => {
  expect((await command(folder, ['run'])).code).toBe(0)
})

describe('a part of the items', () => {
  it.each([
    [['--only', 'id:q2', '--only', 'id:q4'], 2, 'q2, q4'],
    [['--limit', '3'], 3, 'the first 3'],
    [['--only', 'failed'], 1, /^failed of the run of 20/],
    [['--only', 'unscored'], 1, /^unscored of the run of 20/],
    [['--only', 'worst:2'], 2, /^worst:2 of the run of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/],
    [['--only', 'worst:2:number', '--limit', '1'], 1, /^worst:2:number of the run of .*; the first 1$/],
  ])('%j is evaluated alone, and said so', async (args, count, selection) => {
    const { stdout } = await command(folder, ['run', ...args])
    expect(stdout).toContain(`data, ${count} item`)
    expect(await idsOf()).toMatchObject({
      dataset: { items: count },
      selection: typeof selection === 'string' ? selection : expect.stringMatching(selection),
    })
  })

  it('is the worst by the run before, whichever way is better', async () => {
    const { stdout } = await command(folder, ['run', '--only', 'worst:2'])
    expect(stdout).toMatch(/0\.100\s+q2[\s\S]*0\.300\s+q5/)
  })

  it('is what the last whole run was not asked, with changed', async () => {
    const { stdout } = await command(folder, ['run', 'grown.config.mjs', '--only', 'changed'])
    expect(stdout).toMatch(/data, 2 items[\s\S]*0\.110\s+q2[\s\S]*0\.800\s+q7/)
  })

  it('is never the last run to compare with, and a comparison says what chance does to the worst', async () => {
    const { stdout } = await command(folder, ['run', '--only', 'worst:2', '--compare', 'last'])
    const text = stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Compared over 2 items that both asked; left out: 4 only before.')
    expect(text).toContain('some score better now by chance alone')
    expect(text).not.toMatch(/Changed: [^.]*dataset/)
    const all = await command(folder, ['run', '--compare', 'last'])
    expect(all.stdout).not.toContain('left out')
    expect(all.stdout).not.toContain('by chance alone')
  })

  it.each([
    [['--only', 'id:q9'], /--only id:q9: data has no such item/],
    [['--only', 'best'], /"best" must be failed, unscored, changed, worst:20/],
    [['--only', 'worst:2:bias'], /has no scorer "bias": it has number/],
    [
      ['--only', 'changed'],
      /^verdict: there is nothing to run: no item of data is new or has changed since the run of .*removed or moved items need no new answer/,
    ],
    [['--only', 'unscored', '--only', 'id:q1'], /no item of data matches in .* has 6 items\n/],
    [['--only', 'failed', '--fail-if-worse', 'last'], /better the next time by chance alone/],
    [
      ['--only', 'failed', '--name', 'never'],
      /no complete run of "never" over data in runs yet for --only to choose from/,
    ],
    [['other.jsonl', '--config', 'verdict.config.mjs', '--only', 'worst:2'], /of "Echo" over other.jsonl/],
  ])('%j is one sentence, and 2', async (args, sentence) => {
    const before = readdirSync(join(folder, 'runs')).length
    const { code, stderr } = await command(folder, ['run', ...args])
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
    expect(readdirSync(join(folder, 'runs'))).toHaveLength(before)
  })
})

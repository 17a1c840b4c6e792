import { existsSync, linkSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, echoConfig, project } from './support.ts'

const numbers = Array.from({ length: 30 }, (_, index) => 40 + index)
const folder = project({
  'verdict.config.mjs': echoConfig(numbers),
  'lower.config.mjs': echoConfig(
    numbers,
    `target: async (input, { item }) => String(Number(input) - 10 - (Number(item.id.slice(1)) % 3)),`,
  ),
})

beforeAll(async () => {
  expect((await command(folder, ['run', '--file', 'before.jsonl'])).code).toBe(0)
  expect((await command(folder, ['run', 'lower.config.mjs', '--file', 'after.jsonl'])).code).toBe(0)
})

describe('verdict report', () => {
  it('shows a run file, and passes where nothing is asked of it', async () => {
    const { code, stdout } = await command(folder, ['report', 'before.jsonl', '--report', 'report.html'])
    expect(code).toBe(0)
    expect(stdout).toContain('Echo · function target · data, 30 items')
    expect(stdout).not.toContain('Gates')
    expect(existsSync(join(folder, 'report.html'))).toBe(true)
  })

  it('fails where nothing was scored, with or without gates', async () => {
    const empty = project({ 'verdict.config.mjs': echoConfig(['one', 'two']) })
    expect((await command(empty, ['run', '--file', 'empty.jsonl'])).code).toBe(1)
    for (const args of [
      ['report', 'empty.jsonl'],
      ['compare', 'empty.jsonl', 'empty.jsonl'],
    ])
      expect((await command(empty, args)).code).toBe(1)
  })

  it('holds it against gates', async () => {
    const code = async (...gates: string[]) =>
      (await command(folder, ['report', 'after.jsonl', ...gates])).code
    expect(await code('--gate', 'number=0.4')).toBe(0)
    expect(await code('--gate', 'number=0.5')).toBe(1)
    expect(await code('--fail-if-worse', 'before.jsonl')).toBe(1)
    expect(await code('--fail-if-worse', 'before.jsonl', '--gate', 'number.loss=0.2')).toBe(0)
    expect(await code('--fail-if-worse', 'before.jsonl', '--gate', 'loss=0.11')).toBe(3)
  })

  it('has the numbers that the run had, in whatever order its answers came', async () => {
    const late = `target: async (input, { item }) => {
      await new Promise((go) => setTimeout(go, 5 * (Number(item.id.slice(1)) % 7)))
      return input
    },`
    const where = project({ 'verdict.config.mjs': echoConfig([90, 3, 50, 71, 12, 99, 64, 20, 33], late) })
    const meanOf = (json: string) => (JSON.parse(json) as JsonReport).scorers[0]
    const run = await command(where, ['run', '--file', 'run.jsonl', '--json'])
    const shown = await command(where, ['report', 'run.jsonl', '--json'])
    expect(meanOf(run.stdout)).toHaveProperty('interval.low')
    expect(meanOf(shown.stdout)).toEqual(meanOf(run.stdout))
  })

  it('writes no report over what it reads', async () => {
    const { code, stderr } = await command(folder, ['report', 'before.jsonl', '--report', 'before.jsonl'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('It can be .html, .md, .xml (JUnit), or github'),
    ])
    expect((await command(folder, ['report', 'before.jsonl'])).code).toBe(0)
  })

  it('writes no report over what it reads through a link of any kind', async () => {
    const where = project({ 'answers.csv': 'input,output\nHow tall?,It is tall.\n' })
    symlinkSync('answers.csv', join(where, 'soft.html'))
    linkSync(join(where, 'answers.csv'), join(where, 'hard.html'))
    symlinkSync('.', join(where, 'folder'))
    symlinkSync('run.html', join(where, 'dangling.html'))
    linkSync(join(where, 'answers.csv'), join(where, 'again.html'))
    for (const html of ['soft.html', 'hard.html', 'folder/again.html', 'dangling.html', 'folder/run.html']) {
      const args = ['run', 'answers.csv', '--scorer', 'tone', '--file', 'run.html', '--report', html]
      const { code, stderr } = await command(where, args)
      expect([code, stderr]).toEqual([2, expect.stringContaining('a report would overwrite')])
    }
    expect(readFileSync(join(where, 'answers.csv'), 'utf8')).toContain('It is tall.')
  })

  it('names a damaged line, without which the rest can be shown', async () => {
    const lines = readFileSync(join(folder, 'before.jsonl'), 'utf8').split('\n')
    const where = project({
      'run.jsonl': [...lines.slice(0, 4), '{"kind":', ...lines.slice(5)].join('\n'),
      'rest.jsonl': [...lines.slice(0, 4), ...lines.slice(5)].join('\n'),
    })
    const refused = await command(where, ['report', 'run.jsonl'])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/run\.jsonl, line 5: is damaged.*: remove the line to read the run\n$/),
    ])
    expect((await command(where, ['report', 'rest.jsonl'])).code).toBe(0)
    expect((await command(where, ['report', 'rest.jsonl', '--gate', 'failed=0'])).code).toBe(3)
  })

  it('says what is no run file', async () => {
    const { code, stderr } = await command(folder, ['report', 'verdict.config.mjs'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^verdict: .*verdict\.config\.mjs, line 1: .*\n$/),
    ])
  })
})

describe('verdict compare', () => {
  it('shows what changed, and passes unless it is asked to fail', async () => {
    const { code, stdout } = await command(folder, ['compare', 'before.jsonl', 'after.jsonl'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Worse\nNumber went from 0\.545 to 0\.435\./)
    expect((await command(folder, ['compare', 'before.jsonl', 'after.jsonl', '--fail-if-worse'])).code).toBe(
      1,
    )
    expect((await command(folder, ['compare', 'after.jsonl', 'before.jsonl', '--fail-if-worse'])).code).toBe(
      0,
    )
  })

  it('refuses runs over other items', async () => {
    const other = project({ 'verdict.config.mjs': echoConfig([1, 2, 3]) })
    await command(other, ['run', '--file', 'other.jsonl'])
    const { code, stderr } = await command(folder, ['compare', join(other, 'other.jsonl'), 'after.jsonl'])
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^verdict: no item is in both runs .*\(27 only after, 0 only before, 3 changed\).*\n$/,
    )
  })
})

describe('report --only', () => {
  it('shows answers in full, and no report', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([90, 20, 'x']) })
    await command(folder, ['run'])
    const one = await command(folder, ['report', 'last', '--only', 'id:q2'])
    expect(one).toEqual({
      code: 0,
      stderr: '',
      stdout: 'q2\n  Question\n  20\n  Answer\n  20\n  Number: 0.200\n  it says so\n',
    })
    const worst = await command(folder, ['report', 'last', '--only', 'worst:1', '--only', 'id:q1', '--json'])
    const { answers } = JSON.parse(worst.stdout)
    expect(answers.map(({ itemId }: { itemId: string }) => itemId)).toEqual(['q1', 'q2'])
    const two = await command(folder, ['report', 'last', '--only', 'worst:2'])
    expect(two.stdout).toMatch(/^q2\n[\s\S]*\nq1\n/)
    const failed = await command(folder, ['report', 'last', '--only', 'failed'])
    expect(failed.stdout).toContain('Number: failed\n  this is no number: x')
    for (const [words, message] of [
      [['--only', 'id:q9'], 'the run has no such item'],
      [['--only', 'changed'], 'is for `verdict run`'],
      [['--only', 'worst'], 'must be failed'],
      [['--only', 'failed', '--gate', 'number=0.5'], 'leave out --gate'],
      [['--only', 'failed', '--report', 'page.html'], 'leave out --gate'],
    ] as const) {
      const { code, stderr } = await command(folder, ['report', 'last', ...words])
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    }
  })
})

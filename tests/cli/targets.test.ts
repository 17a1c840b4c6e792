import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonVariantsReport } from '../../src/report/variants/reports.ts'
import { command, echoConfig, project } from './support.ts'

const numbers = Array.from({ length: 20 }, (_, index) => 40 + index)
const targets = `target: undefined, targets: {
  plain: async (input) => input,
  better: { target: async (input) => String(Number(input) + 15 + (Number(input) % 10)) },
  'as plain': async (input) => input,
},`
const folder = () => project({ 'verdict.config.mjs': echoConfig(numbers, targets) })

describe('targets of a configuration', () => {
  it('are run side by side, each into a file of its own, and compared', async () => {
    const where = folder()
    const files = ['--report', 'r.html', '--report', 'r.md', '--report', 'r.xml']
    const { code, stdout, stderr } = await command(where, ['run', ...files])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Number: better is ahead of')
    expect(stdout).toMatch(/The same scores: plain and as plain\./)
    expect(readdirSync(join(where, 'runs')).map((name) => name.replace(/-\d{4}-.*/, ''))).toEqual([
      'Echo-as-plain',
      'Echo-better',
      'Echo-plain',
    ])
    for (const file of ['r.html', 'r.md'])
      expect(readFileSync(join(where, file), 'utf8')).toContain('better is ahead')
    expect(readFileSync(join(where, 'r.xml'), 'utf8')).toContain('name="better: Number"')
  })

  it('are chosen by name, and then one alone is a run as any other', async () => {
    const where = folder()
    const two = await command(where, ['run', '--target', 'plain', '--target', 'better', '--json'])
    const report = JSON.parse(two.stdout) as JsonVariantsReport
    expect(report.variants.map(({ run }) => run.variant)).toEqual(['plain', 'better'])
    expect(report.comparison.pairs).toMatchObject([{ first: 'plain', second: 'better', verdict: 'better' }])
    const one = await command(where, ['run', '--target', 'better', '--compare', 'last'])
    expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('Before and after')])
    expect(one.stdout).toMatch(/^Echo · better · /m)
    expect(one.stdout).toMatch(/Before: Echo, better \(.*\)\. After: Echo, better \(/)
    await command(where, ['run', '--target', 'better', '--report', 'one.md'])
    expect(readFileSync(join(where, 'one.md'), 'utf8')).toMatch(/^Echo · better · /m)
  })

  it('say what five items can show, which is nothing, and what many can, where they are two', async () => {
    const few = project({ 'verdict.config.mjs': echoConfig(numbers.slice(0, 5), targets) })
    const ofFew = (await command(few, ['run'])).stdout.replaceAll(/\s+/g, ' ')
    expect(ofFew).toContain('No interval: at least 6 items are needed, and there are 5.')
    expect(ofFew).not.toContain('would show')
    const names = ['--target', 'plain', '--target', 'as plain']
    const two = await command(folder(), ['run', ...names])
    expect(two.stdout).toContain('every item that can be compared has the same score in both.')
    expect(two.stdout).not.toContain('are needed')
  })

  it('that were stopped are continued together, beside those that had ended', async () => {
    const stop = new AbortController()
    const name = randomUUID()
    Object.assign(globalThis, { [name]: () => stop.abort(new Error('interrupted')) })
    const where = project({
      'verdict.config.mjs': echoConfig(
        numbers,
        `concurrency: 1, target: undefined, targets: {
          first: async (input) => input,
          second: async (input) => { if (input === '59') globalThis['${name}'](); return input },
        },`,
      ),
    })
    await command(where, ['run', '--target', 'first'])
    // An older run is no part of those that were stopped.
    await new Promise((resolve) => setTimeout(resolve, 5))
    const stopped = await command(where, ['run'], { signal: stop.signal })
    expect([stopped.code, stopped.stderr]).toEqual([
      130,
      expect.stringContaining('Continue the runs with `verdict run`, the same arguments and --resume last.'),
    ])
    expect(readdirSync(join(where, 'runs'))).toHaveLength(3)
    const resumed = await command(where, ['run', '--resume', 'last', '--json'])
    const { variants } = JSON.parse(resumed.stdout) as JsonVariantsReport
    expect([resumed.code, variants.map(({ scorers }) => scorers[0]?.scored)]).toEqual([0, [20, 20]])
    expect(readdirSync(join(where, 'runs'))).toHaveLength(3)
    const again = await command(where, ['run', '--resume', 'last'])
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('stopped early')])
  })

  it('are each held against the gates: the worst outcome counts', async () => {
    const where = folder()
    const { code, stdout } = await command(where, ['run', '--gate', 'number=0.6'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/Gates of plain\n✗ failed[\s\S]*Gates of better\n✓ passed/)
    await command(where, ['run'])
    expect((await command(where, ['run', '--fail-if-worse', 'last'])).code).toBe(0)
  })

  it.each([
    [
      'a target that is not there',
      targets,
      ['--target', 'none'],
      /no target "none".*plain, better, as plain/,
    ],
    [
      'one file for many runs',
      targets,
      ['--file', 'one.jsonl'],
      /one file cannot hold the runs of several targets/,
    ],
    ['target beside targets', targets.replace('target: undefined,', ''), [], /has both target and targets/],
    ['no target at all', 'target: undefined,', [], /no target and no targets/],
    ['a choice without targets', '', ['--target', 'plain'], /the configuration has none/],
  ])('%s is one sentence, and 2', async (_, more, args, sentence) => {
    const where = project({ 'verdict.config.mjs': echoConfig(numbers, more) })
    const { code, stdout, stderr } = await command(where, ['run', ...args])
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toMatch(sentence)
  })
})

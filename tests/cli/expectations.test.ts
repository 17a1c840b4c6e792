import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, echoConfig, project } from './support.ts'

const lines = [
  { id: 'good', input: '80', expect: { number: { min: 0.5 } } },
  { id: 'bad', input: '20', expect: { number: { min: 0.5 }, includes: ['2', '<b>'] } },
  { id: 'free', input: '10' },
]
const folder = (rows: readonly object[] = lines) =>
  project({
    'verdict.config.mjs': echoConfig([1]).replace(/data: .*/, "data: 'data.jsonl',"),
    'data.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  })

describe('a run of items that expect something', () => {
  it('fails where something is unmet, and lists that before the scores in every report', async () => {
    const where = folder()
    const files = ['--report', 'r.html', '--report', 'r.md', '--report', 'r.xml', '--file', 'r.jsonl']
    const { code, stdout } = await command(where, ['run', ...files])
    expect(code).toBe(1)
    expect(stdout).toContain('✗ bad: number at least 0.5 – 0.2')
    expect(stdout).toContain('2 of 4 expectations not met.')
    expect(stdout).toContain('✗ failed  2 of 4 expectations not met (50 %), more than the 0 % allowed.')
    const read = (file: string) => readFileSync(join(where, file), 'utf8')
    for (const text of [stdout, read('r.html').replace(/<nav[\s\S]*?<\/nav>/, ''), read('r.md')])
      expect(text.indexOf('Expectations')).toBeLessThan(text.indexOf('Scores'))
    expect(read('r.html')).toContain('<a href="#item=bad">bad</a>')
    expect(read('r.html')).toContain('includes &quot;&lt;b&gt;&quot;')
    expect(read('r.md')).not.toContain('<b>')
    const suite = /<testsuite name="expectations"[^>]*>/.exec(read('r.xml'))?.[0]
    expect(suite).toMatch(/tests="4" failures="2"/)
  })

  it('says so first in every later report of it, too', async () => {
    const where = folder()
    const first = async (...args: string[]) => (await command(where, args)).stdout.split('\n')[0]
    const title = 'Failed: 2 of 4 expectations not met; Number 0.367 is below 0.9'
    expect(await first('run', '--file', 'r.jsonl', '--gate', 'number=0.9')).toBe(title)
    expect(await first('report', 'r.jsonl')).toBe(title)
    expect(await first('compare', 'r.jsonl', 'r.jsonl')).toBe(title)
  })

  it('is asked again where one was unmet, with --only failed', async () => {
    const where = folder()
    await command(where, ['run'])
    expect((await command(where, ['run', '--only', 'failed'])).stdout).toContain('data.jsonl, 1 item')
  })

  it('passes within the share that is allowed, and shows the same of its run file', async () => {
    const where = folder()
    const { code } = await command(where, ['run', '--gate', 'unmet=50%', '--file', 'r.jsonl'])
    expect(code).toBe(0)
    const shown = await command(where, ['report', 'r.jsonl', '--json'])
    expect(shown.code).toBe(0)
    expect((JSON.parse(shown.stdout) as JsonReport).expectations).toEqual({
      total: 4,
      unmet: [
        { itemId: 'bad', repeat: 1, what: 'number at least 0.5', found: '0.2' },
        { itemId: 'bad', repeat: 1, what: 'includes "<b>"', found: '"20"' },
      ],
    })
    expect((await command(where, ['report', 'r.jsonl', '--gate', 'unmet=0'])).code).toBe(1)
  })

  it('passes where all are met, and says so', async () => {
    const { code, stdout } = await command(folder(lines.slice(0, 1)), ['run'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('The expectation was met.')])
  })

  it('takes the share from the configuration', async () => {
    const where = project({
      'verdict.config.mjs': echoConfig([1], 'gates: { unmet: 0.5 },').replace(/data: .*/, "data: 'd.jsonl',"),
      'd.jsonl': lines.map((row) => `${JSON.stringify(row)}\n`).join(''),
    })
    expect((await command(where, ['run'])).code).toBe(0)
  })

  it('is refused with the line of what cannot be', async () => {
    const { code, stdout, stderr } = await command(
      folder([lines[0] ?? {}, { input: 'a', expect: { has: 'b' } }]),
      ['run'],
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/data\.jsonl, line 2, field "expect\.has"/)
  })
})

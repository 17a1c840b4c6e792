import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, echoConfig, project } from './support.ts'

/** Ten questions; each answer is 10 more than the one before it, so that scores of an item differ by 0.1. */
const rising = `target: ((times) => async (input) => {
  times[input] = (times[input] ?? -1) + 1
  return String(Number(input) + 10 * times[input])
})({}),`
const numbers = [40, 42, 44, 46, 48, 50, 52, 54, 56, 58]
const folder = (more = '') => project({ 'verdict.config.mjs': echoConfig(numbers, rising + more) })

describe('a run with repeats', () => {
  it('shows how often answers pass, and how far judgings are apart, in every report', async () => {
    const where = folder('passAt: { number: 0.6 },')
    const files = ['--report', 'r.html', '--report', 'r.md']
    const args = ['run', '--repeats', '3', '--judgings', '2', ...files]
    const { code, stdout } = await command(where, args)
    expect(code).toBe(0)
    const written = ['r.html', 'r.md'].map((file) => readFileSync(join(where, file), 'utf8'))
    for (const text of [stdout, ...written]) {
      const plain = text.replaceAll('\\', '').replaceAll('&#39;', "'").replaceAll(/\s+/g, ' ')
      expect(plain).toMatch(/≥ 0\.600/)
      expect(plain).toContain('Judged again, a score differs by 0.000 on average, over 30 answers.')
    }
  })

  it('shows the same of its run file, and all numbers of tries as JSON', async () => {
    const where = folder('passAt: { number: 0.6 },')
    await command(where, ['run', '--file', 'r.jsonl', '--repeats', '3'])
    const { stdout } = await command(where, ['report', 'r.jsonl', '--json'])
    const [found] = (JSON.parse(stdout) as JsonReport).repeats
    // Of the tries 0 to 2: items of 50 and more pass twice, those of 40 to 48 once.
    expect(found?.pass?.rates).toMatchObject([
      { k: 1, passAtK: { value: expect.closeTo(0.5, 12) }, items: 10 },
      { k: 2, passHatK: { value: expect.closeTo(0.5 / 3, 12) } },
      { k: 3, passAtK: { value: 1 }, passHatK: { value: 0 } },
    ])
  })

  it('is made without thresholds, fields and labels that are not about what it scores', async () => {
    const config = echoConfig(numbers, "passAt: { number: 0.6 }, by: ['topic'], labels: 'none.jsonl',")
    const where = project({
      'verdict.config.mjs': config
        .replace(
          '[{ scorer, scale: 1 }]',
          "[{ scorer, scale: 1 }, { scorer: { ...scorer, id: 'tone' }, scale: 1 }]",
        )
        .replaceAll('"input":', '"metadata":{"topic":"a"},"input":'),
      'one.jsonl': '{"input":"What is it?","output":"It is fine."}\n',
      'none.jsonl': '',
    })
    const made = await command(where, ['run', '--scorer', 'tone', '--file', 'tone.jsonl'])
    expect([made.code, made.stderr]).toEqual([0, ''])
    const shown = await command(where, ['report', 'tone.jsonl'])
    expect([shown.code, shown.stderr]).toEqual([0, ''])
    const given = await command(where, ['run', 'one.jsonl', '--scorer', 'tone'])
    expect(given.code).toBe(0)
    const again = await command(where, ['report', 'last'])
    expect([again.code, again.stderr]).toEqual([0, ''])
    const asked = await command(where, ['report', 'last', '--by', 'topic'])
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringContaining('no item has "topic" to group by'),
    ])
  })

  it('takes thresholds and judgings from the configuration', async () => {
    const where = folder('passAt: { number: 0.6 }, judgings: 2,')
    const { stdout } = await command(where, ['run', '--json'])
    const report = JSON.parse(stdout) as JsonReport
    expect(report.run.judgings).toBe(2)
    expect(report.repeats[0]?.pass?.threshold).toBe(0.6)
  })

  it.each([
    ['passAt: { bias: 0.6 },', [], 'there is no scorer bias in this run; it has: number'],
    ['passAt: { number: 60 },', [], 'number scores from 0 to 1, so 60 would not separate any answers'],
    ['', ['--judgings', '0'], 'It must be a whole number of 1 or more.'],
  ])('refuses %s%j before anything is answered', async (more, args, message) => {
    const { code, stdout, stderr } = await command(folder(more), ['run', ...args])
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
  })
})

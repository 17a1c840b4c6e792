import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
    const run = await command(folder, [...args, '--report', 'more.md', '--report', 'more.html'])
    expect([run.code, run.stderr]).toEqual([0, ''])
    const shown = await command(folder, ['compare', 'before.jsonl', 'more.jsonl', '--fail-if-worse'])
    expect([shown.code, shown.stderr]).toEqual([0, ''])
    const gated = await command(folder, ['compare', 'before.jsonl', 'more.jsonl', '--gate', 'loss=0.05'])
    expect([gated.code, gated.stderr]).toEqual([0, ''])
    for (const { stdout } of [run, shown])
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
        /Compared over 18 items that both asked; left out: 1 only after, 1 only before, 1 changed\. .*Before: Echo \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)\. After: More \(.*UTC\)\./,
      )
  })

  it('names the scorers that only one of the runs has', async () => {
    const two = (id: string, name: string) =>
      before.replace(
        'scorers: [{ scorer, scale: 1 }]',
        `scorers: [{ scorer, scale: 1 }, { scorer: { ...scorer, id: '${id}', name: '${name}' }, scale: 1 }]`,
      )
    const shop = project({ 'old.mjs': two('tone', 'Tone'), 'new.mjs': two('bias', 'Bias') })
    await command(shop, ['run', 'old.mjs', '--file', 'old.jsonl'])
    const { stdout } = await command(shop, ['run', 'new.mjs', '--compare', 'old.jsonl'])
    expect(stdout).toContain('Not compared, because only the baseline has it: Tone.')
    expect(stdout).toContain('Not compared, because the baseline does not have it: Bias.')
  })

  it('is refused where a scorer has another scale, before anything is answered', async () => {
    const shop = project({ 'old.mjs': before, 'new.mjs': before.replace('scale: 1', 'scale: 10') })
    await command(shop, ['run', 'old.mjs', '--file', 'old.jsonl'])
    const args = ['run', 'new.mjs', '--file', 'new.jsonl', '--fail-if-worse', 'old.jsonl']
    const { code, stderr } = await command(shop, args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/had the scale 1 before and has 10 after/)])
    expect(existsSync(join(shop, 'new.jsonl'))).toBe(false)
  })

  it('says that the baseline ended early, and does not fail for it', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([50, 51, 52, 53, 54, 55, 56, 57]) })
    await command(folder, ['run', '--file', 'runs/main.jsonl'])
    const file = join(folder, 'runs/main.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, `${lines.slice(0, 8).join('\n')}\n`)
    const words = ['run', '--fail-if-worse', 'runs/main.jsonl', '--report', 'r.md', '--report', 'r.html']
    const { code, stdout } = await command(folder, words)
    const sentence =
      'The baseline has not ended: it was interrupted, or is under way. It holds 7 of 8 answers.'
    expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(sentence)])
    for (const report of ['r.md', 'r.html'])
      expect(readFileSync(join(folder, report), 'utf8')).toContain(sentence)
    const end = { kind: 'end', at: '2026-01-01T00:00:00.000Z', status: 'cancelled' }
    writeFileSync(file, `${[...lines.slice(0, 5), JSON.stringify(end)].join('\n')}\n`)
    const compared = await command(folder, ['compare', 'runs/main.jsonl', 'last', '--json'])
    expect(JSON.parse(compared.stdout).notices).toEqual([
      'The baseline stopped early because it was cancelled: it holds 4 of 8 answers.',
    ])
  })

  it('is refused where the baseline ended before its first answer', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([50, 51]) })
    await command(folder, ['run', '--file', 'runs/main.jsonl'])
    const [head] = readFileSync(join(folder, 'runs/main.jsonl'), 'utf8').split('\n')
    writeFileSync(join(folder, 'runs/empty.jsonl'), `${head}\n`)
    for (const words of [
      ['run', '--fail-if-worse', 'empty'],
      ['run', '--compare', 'empty'],
      ['compare', 'empty', 'runs/main.jsonl'],
    ]) {
      const { code, stderr } = await command(folder, words)
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/empty.jsonl: the baseline holds no answer: its run ended before the first/),
      ])
    }
  })

  it('is refused where no item is the same, before anything is answered', async () => {
    const args = ['run', 'other.config.mjs', '--file', 'other.jsonl', '--fail-if-worse', 'before.jsonl']
    const { code, stderr } = await command(folder, args)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/no item is in both runs .*\(0 only after, 0 only before, 20 changed\)/),
    ])
    expect(existsSync(join(folder, 'other.jsonl'))).toBe(false)
  })

  it('leaves out an item of which only what is expected of the steps was changed', async () => {
    const args = ['run', 'trajectory.config.mjs', '--compare', 'before.jsonl']
    const { code, stdout } = await command(folder, args)
    expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining('over 19 items that both asked; left out: 1 changed.'),
    ])
  })
})

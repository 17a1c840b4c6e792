import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, echoConfig, project } from './support.ts'

const numbers = Array.from({ length: 8 }, (_, index) => 40 + index)

describe('verdict runs', () => {
  it('lists what is kept, newest first, with means, cost and what was chosen', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    expect((await command(folder, ['runs'])).stdout).toMatch(/There are no runs in .*runs yet/)
    await command(folder, ['run'])
    await command(folder, ['run', '--only', 'id:q1', '--name', 'One'])
    const { code, stdout } = await command(folder, ['runs'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/One-20[\s\S]*only q1[\s\S]*Echo-20[\s\S]*number 0\.435/)
    const json = JSON.parse((await command(folder, ['runs', '--json', '--name', 'Echo'])).stdout)
    expect(json).toMatchObject({
      version: 1,
      runs: [
        {
          name: 'Echo',
          status: 'complete',
          answers: 8,
          means: { number: expect.closeTo(0.435, 10) },
          money: 0,
          calls: 0,
        },
      ],
    })
    expect((await command(folder, ['runs', '--limit', '1'])).stdout).toContain('1 older ones are not shown')
  })

  it('warns of a run that cannot be read, and lists the others', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    await command(folder, ['run'])
    const [name = ''] = readdirSync(join(folder, 'runs'))
    await command(folder, ['run', '--name', 'Other'])
    writeFileSync(join(folder, 'runs', name), '{"kind":"item"}\nbroken\n', { flag: 'a' })
    const { code, stdout, stderr } = await command(folder, ['runs'])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: .*Echo.*is not a record of a run/)])
    expect(stdout).toContain('Other-')
    const alone = await command(folder, ['runs', '--name', 'Echo'])
    expect([alone.stdout, alone.stderr]).toEqual(['', expect.stringMatching(/^warning: /)])
    expect((await command(folder, ['runs', '--name', 'None'])).stdout).toContain('no runs of "None" in')
  })
})

describe('a name of a run', () => {
  it('is not hidden by a file or folder that is called so, too', async () => {
    const folder = project({
      'verdict.config.mjs': echoConfig(numbers),
      'runs/last/note.md': '',
    })
    await command(folder, ['run', '--file', 'runs/last.jsonl'])
    const alone = await command(folder, ['report', 'last', '--json'])
    expect([alone.code, alone.stderr]).toEqual([0, ''])
    await command(folder, ['run', '--file', 'runs/newer.jsonl'])
    const idOf = (file: string) =>
      JSON.parse(readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? '').id
    const both = await command(folder, ['report', 'last', '--json'])
    expect(both.stderr).toBe(
      'warning: last is newer.jsonl; to use the file runs/last.jsonl, write runs/last.jsonl\n',
    )
    expect(JSON.parse(both.stdout).run.id).toBe(idOf('runs/newer.jsonl'))
    const { stdout } = await command(folder, ['report', 'runs/last.jsonl', '--json'])
    expect(JSON.parse(stdout).run.id).toBe(idOf('runs/last.jsonl'))
    copyFileSync(join(folder, 'runs/last.jsonl'), join(folder, 'last'))
    for (const args of [
      ['report', 'last'],
      ['run', '--compare', 'last'],
    ])
      expect((await command(folder, args)).stderr).toBe(
        'warning: last is newer.jsonl; to use the file last, write ./last\n',
      )
    expect((await command(folder, ['report', './last'])).code).toBe(0)
    await command(folder, ['runs', 'runs/newer.jsonl', '--as', 'main'])
    await command(folder, ['run', '--file', 'runs/main.jsonl'])
    expect((await command(folder, ['report', 'main'])).stderr).toBe(
      'warning: main is newer.jsonl; to use the file runs/main.jsonl, write runs/main.jsonl\n',
    )
  })

  it('does not keep a run that stopped from going on', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers), last: 'no run' })
    const short = join(folder, 'runs/short.jsonl')
    await command(folder, ['run', '--file', short])
    const begun = readFileSync(short, 'utf8').split('\n').slice(0, 5)
    writeFileSync(short, `${begun.join('\n')}\n`)
    const { code, stderr } = await command(folder, ['run', '--resume', 'last'])
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: last is short\.jsonl; .* \.\/last\n$/),
    ])
  })
})

describe('verdict rescore', () => {
  it('scores kept answers by the configuration, beside the run they are from', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    await command(folder, ['run'])
    // Answers twice as good by the new scorer; the target would fail.
    const config = echoConfig(numbers, `target: () => { throw new Error('not asked') },`)
    writeFileSync(join(folder, 'newer.mjs'), config.replace('number / 100,', 'number / 50,'))
    const { code, stdout } = await command(folder, [
      'rescore',
      'last',
      '--config',
      'newer.mjs',
      '--compare',
      'last',
      '--json',
    ])
    const { scorers, comparisons, run } = JSON.parse(stdout) as JsonReport
    expect([code, run.name, run.rescored]).toEqual([0, 'Echo', expect.any(String)])
    const listed = (await command(folder, ['runs'])).stdout.replaceAll(/[\s│]+/g, ' ')
    expect(listed).toMatch(/rescored from Echo-20\S+Z/)
    expect(scorers[0]?.mean).toBeCloseTo(0.87)
    expect(comparisons[0]).toMatchObject({ pairs: 8, rose: 8 })
    // Its numbers are of old answers: nothing to hold the next run against.
    expect((await command(folder, ['run', '--compare', 'last'])).stdout).toContain('Before and after')
    expect(readdirSync(join(folder, 'runs')).filter((name) => name.includes('rescored'))).toHaveLength(1)
  })

  it('takes scorers by name where there is no configuration', async () => {
    const folder = project({ 'answers.jsonl': '{"input":"How tall?","output":"It is wonderful."}\n' })
    await command(folder, ['run', 'answers.jsonl', '--scorer', 'completeness'])
    const { code, stdout } = await command(folder, ['rescore', 'last', '--scorer', 'tone'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('Tone')])
  })

  it.each([
    [['gone'], /there is no run named "gone" in runs/],
    [['last', '--scorer', 'none'], /no scorer "none" in the configuration: it has number/],
    [['last', '--judge', 'x/y', '--config', 'verdict.config.mjs'], /--judge cannot be used with --config/],
    [['last', '--gate', 'other=0.5'], /no scorer other/],
    [['last', '--resume', 'last'], /--resume last is for runs of questions: name the file/],
  ])('%j is one sentence, and 2', async (args, sentence) => {
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers) })
    await command(folder, ['run'])
    const { code, stderr } = await command(folder, ['rescore', ...args])
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
  })
})

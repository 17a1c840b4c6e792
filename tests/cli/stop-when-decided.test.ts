import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonReport } from '../../src/report.ts'
import { command, echoConfig, project } from './support.ts'

const numbers = Array.from({ length: 100 }, (_, index) => 30 + index / 4)
const answering = (more: number) => `target: async (input) => String(Number(input) + ${more}),`
const folder = () =>
  project({
    'verdict.config.mjs': echoConfig(numbers, answering(0)),
    'worse.mjs': echoConfig(numbers, answering(-20)),
    'better.mjs': echoConfig(numbers, answering(20)),
    'same.mjs': echoConfig(numbers, answering(0)),
    'two.mjs': echoConfig(
      numbers,
      'target: undefined, targets: { a: (input) => input, b: (input) => input },',
    ),
  })

describe('verdict run --stop-when-decided', () => {
  it('ends early and fails where scores are surely lower, and says the same of its run file', async () => {
    const where = folder()
    await command(where, ['run', '--file', 'base.jsonl'])
    const args = [
      '--fail-if-worse',
      'base.jsonl',
      '--stop-when-decided',
      '--file',
      'worse.jsonl',
      '--details',
    ]
    const { code, stdout, stderr } = await command(where, ['run', 'worse.mjs', ...args])
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(/stopped early because the comparison was decided: it holds \d\d of 100 answers/)
    expect(stdout).toMatch(/Number: Worse: .*Decided by \d+ of 100 items/s)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/ on the \d\d items with which it was decided\./)
    expect(stdout).not.toContain('resume')
    const shown = await command(where, ['compare', 'base.jsonl', 'worse.jsonl', '--fail-if-worse', '--json'])
    const report = JSON.parse(shown.stdout) as JsonReport
    expect(shown.code).toBe(1)
    expect(report.end?.status).toBe('decided')
    expect(report.comparisons).toMatchObject([{ verdict: 'worse', sequential: { stoppedEarly: true } }])
    expect(report.comparisons[0]?.standardError).toBeUndefined()
  })

  it('passes where scores are surely higher, and says where nothing changed', async () => {
    const where = folder()
    await command(where, ['run', '--file', 'base.jsonl'])
    const run = (config: string) =>
      command(where, ['run', config, '--fail-if-worse', 'base.jsonl', '--stop-when-decided', '--json'])
    expect((await run('better.mjs')).code).toBe(0)
    const same = JSON.parse((await run('same.mjs')).stdout) as JsonReport
    expect(same.comparisons[0]?.verdict).toBe('same')
    expect(same.answers.total).toBe(100)
  })

  it('makes no baseline, and nothing to resume', async () => {
    const where = folder()
    await command(where, ['run'])
    const args = ['--compare', 'last', '--stop-when-decided', '--json']
    expect(JSON.parse((await command(where, ['run', 'better.mjs', ...args])).stdout).end.status).toBe(
      'decided',
    )
    expect(readdirSync(join(where, 'runs'))).toHaveLength(2)
    const next = JSON.parse(
      (await command(where, ['run', '--compare', 'last', '--json'])).stdout,
    ) as JsonReport
    expect(next.comparisons).toMatchObject([{ pairs: 100, rose: 0, fell: 0 }])
    const resumed = await command(where, ['run', 'better.mjs', '--resume', 'last'])
    expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining('stopped early')])
  })

  it.each([
    ['no baseline', ['run'], 'needs an earlier run to decide against'],
    ['several targets', ['run', 'two.mjs', '--compare', 'base.jsonl'], 'is for one target'],
    [
      'an allowed loss',
      ['run', '--fail-if-worse', 'base.jsonl', '--gate', 'number.loss=0.02'],
      'whether it is worse by more',
    ],
  ])('refuses %s', async (_, args, message) => {
    const where = folder()
    await command(where, ['run', '--file', 'base.jsonl'])
    const { code, stdout, stderr } = await command(where, [...args, '--stop-when-decided'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

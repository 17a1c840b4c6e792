import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgreementResult } from '../../src/agreement/index.ts'
import { command, project } from './support.ts'

const questions = ['How tall is the tower?', 'When does the museum open?', 'What does a ticket cost?']
const relevant = ['The tower is 330 metres tall.', 'The museum opens at 9 am.', 'A ticket costs 12 euros.']
const others = [
  'My cat likes to sleep in the sun.',
  'Bananas are rich in potassium.',
  'Thank you for your patience.',
]
const rows = questions.flatMap((input, group) => [
  { input, group, statement: relevant[group], label: 'yes' },
  { input, group, statement: `${relevant[group]} That is all.`, label: 'yes' },
  ...others.map((statement) => ({ input, group, statement, label: 'no' })),
])
const lines = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).join('\n')

describe('verdict agreement', () => {
  it('shows how far a scorer agrees with labels, and writes the page', async () => {
    const folder = project({ 'labels.jsonl': lines(rows) })
    const { code, stdout, stderr } = await command(folder, [
      'agreement',
      'labels.jsonl',
      '--html',
      'out/page.html',
    ])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('15 of 15 rows scored; 3 groups.')
    expect(stdout).toMatch(/Area under the curve\s+│/)
    expect(existsSync(join(folder, 'out/page.html'))).toBe(true)
  })

  it('reads other names of fields and labels', async () => {
    const renamed = rows.map(({ statement, label, ...row }) => ({
      ...row,
      claim: statement,
      said: label === 'yes' ? 'good' : 'bad',
      topic: 'travel',
    }))
    const folder = project({ 'labels.jsonl': lines(renamed) })
    const { code, stdout } = await command(folder, [
      ...['agreement', 'labels.jsonl', '--json', '--other-fields'],
      ...['--field', 'claim=statement', '--field', 'said=label'],
      ...['--positive', 'good', '--negative', 'bad', '--verdict', 'good=yes', '--verdict', 'bad=no'],
    ])
    const result = JSON.parse(stdout) as AgreementResult
    expect([code, result.counts.scored, result.data.labels]).toEqual([0, 15, { good: 6, bad: 9 }])
    expect(result.confusion?.categories).toEqual(expect.arrayContaining(['yes', 'no']))
  })

  it('takes a scorer of a configuration', async () => {
    const scorer = (id: string) =>
      `{ id: '${id}', name: '${id}', type: undefined, run: async ({ output }) => ({ score: JSON.stringify(output).includes('tower') ? 1 : 0 }) }`
    const folder = project({
      'labels.jsonl': lines(rows),
      'verdict.config.mjs': `export default { target: 'recorded', scorers: [
        { scorer: ${scorer('one')}, scale: 1 }, { scorer: ${scorer('other')}, scale: 1 }] }`,
    })
    const args = ['agreement', 'labels.jsonl', '--config', 'verdict.config.mjs']
    const several = await command(folder, args)
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining('name one with --scorer')])
    const { code, stdout } = await command(folder, [...args, '--scorer', 'other', '--json'])
    expect([code, JSON.parse(stdout).scorer.id]).toEqual([0, 'other'])
  })

  it('reads CSV with another delimiter', async () => {
    const csv = ['statement;label', ...rows.map(({ statement, label }) => `${statement};${label}`)].join('\n')
    const args = ['agreement', 'labels.csv', '--delimiter', ';', '--scorer', 'tone']
    const { code, stdout } = await command(project({ 'labels.csv': csv }), args)
    expect([code, stdout]).toEqual([0, expect.stringContaining('15 of 15 rows scored')])
  })

  it('says how to go on where it stopped', async () => {
    const folder = project({ 'labels.jsonl': lines(rows) })
    const stopped = { signal: AbortSignal.abort(new Error('interrupted')) }
    const args = ['agreement', 'labels.jsonl', '--file', 'run.jsonl']
    const { code, stderr } = await command(folder, args, stopped)
    expect([code, stderr]).toEqual([
      130,
      'The run is in run.jsonl: the same command with --resume goes on with it.\n',
    ])
    expect((await command(folder, [...args, '--resume'])).code).toBe(0)
  })

  it('shows what came of it before it says that the page cannot be written', async () => {
    const folder = project({ 'labels.jsonl': lines(rows), file: '' })
    const args = ['agreement', 'labels.jsonl', '--html', 'file/page.html']
    const { code, stdout, stderr } = await command(folder, args)
    expect([code, stderr]).toEqual([2, expect.stringContaining('page.html cannot be written')])
    expect(stdout).toContain('15 of 15 rows scored')
  })

  it.each([
    ['a file that is not there', ['gone.jsonl'], /gone\.jsonl.*no such file/],
    ['a scorer that is not there', ['labels.jsonl', '--scorer', 'nice'], /no scorer "nice"/],
    ['half a pair', ['labels.jsonl', '--field', 'claim'], /--field: "claim" must be two names/],
    [
      'a field that rows do not have',
      ['labels.jsonl', '--field', 'label=mark'],
      /fields\.label.*"statement"/,
    ],
    ['a name that no row has', ['labels.jsonl', '--field', 'said=label'], /field "said": no row has it/],
    ['one kind of labels without the other', ['labels.jsonl', '--positive', 'right'], /negative is missing/],
    ['failed rows without a run', ['labels.jsonl', '--retry-failed'], /add --resume/],
    ['resume without a file', ['labels.jsonl', '--resume'], /add --file/],
  ])('refuses %s with a sentence', async (_, args, sentence) => {
    const folder = project({ 'labels.jsonl': lines(rows) })
    const { code, stdout, stderr } = await command(folder, ['agreement', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('says that it had another name', async () => {
    const { code, stdout, stderr } = await command(project({}), ['calibrate', 'labels.jsonl', '--json'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe('error: verdict calibrate is verdict agreement now\n')
  })
})

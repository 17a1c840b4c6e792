import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgreementResult } from '../../../../src/features/agreement/result.ts'
import { command, project } from '../../../cli/support.ts'
import { asJsonLines, labelOf, runOf } from '../../labels/labelled-run.ts'

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
    const files = ['--report', 'out/page.html', '--report', 'out/page.md']
    const args = ['agreement', 'labels.jsonl', ...files]
    const { code, stdout, stderr } = await command(folder, args)
    expect([code, stderr]).toEqual([0, ''])
    expect(await command(folder, args)).toMatchObject({ code: 0, stderr: '' })
    expect(stdout).toContain('15 of 15 rows scored; 3 groups.')
    expect(stdout).toMatch(/Area under the curve\s+│/)
    expect(existsSync(join(folder, 'out/page.html'))).toBe(true)
    expect(readFileSync(join(folder, 'out/page.md'), 'utf8')).toContain('| Area under the curve |')
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
      ...['agreement', 'labels.jsonl', '--json', '--field', '*=metadata'],
      ...['--field', 'claim=statement', '--field', 'said=label'],
      ...['--value', 'good=1', '--value', 'bad=0', '--value', 'good=yes', '--value', 'bad=no'],
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
    const args = ['agreement', 'labels.csv', '--scorer', 'tone']
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
      'The run is in run.jsonl: continue it with `verdict agreement`, the same arguments and --resume run.jsonl.\n',
    ])
    expect((await command(folder, [...args, '--resume', 'run.jsonl'])).code).toBe(0)
  })

  it.skipIf(!existsSync('/dev/full'))('shows what came of it before a full disk', async () => {
    const folder = project({ 'labels.jsonl': lines(rows) })
    symlinkSync('/dev/full', join(folder, 'page.html'))
    const args = ['agreement', 'labels.jsonl', '--report', 'page.html']
    const { code, stdout, stderr } = await command(folder, args)
    expect([code, stderr]).toEqual([2, expect.stringContaining('the disk is full')])
    expect(stdout).toContain('15 of 15 rows scored')
  })

  it('refuses a page that cannot be written before anything is judged', async () => {
    const folder = project({ 'labels.jsonl': lines(rows), file: '' })
    const args = ['agreement', 'labels.jsonl', '--report', 'file/page.html']
    const { code, stdout, stderr } = await command(folder, args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('page.html cannot be written')
  })

  it.each([
    ['a file that is not there', ['gone.jsonl'], /gone\.jsonl.*no such file/],
    [
      'a scorer that is not there',
      ['labels.jsonl', '--scorer', 'nice'],
      /the command line has no scorer "nice"/,
    ],
    ['half a pair', ['labels.jsonl', '--field', 'claim'], /'--field.*"claim" must be two names/],
    [
      'a field that rows do not have',
      ['labels.jsonl', '--field', 'label=mark'],
      /fields\.label.*"statement"/,
    ],
    ['a name that no row has', ['labels.jsonl', '--field', 'said=label'], /field "said": no row has it/],
    ['one kind of labels without the other', ['labels.jsonl', '--value', 'right=1'], /negative is missing/],
    [
      'a label between',
      ['labels.jsonl', '--value', 'right=0.7'],
      /the label right must be 1, 0 or 0\.5, not 0\.7/,
    ],
    ['a label that counts twice', ['labels.jsonl', '--value', 'a=1', '--value', 'a=0'], /a is given twice/],
    ['the last one to go on with', ['labels.jsonl', '--resume', 'last'], /name the file to resume/],
    ['all others as a label', ['labels.jsonl', '--field', '*=label'], /\*=metadata/],
  ])('refuses %s with a sentence', async (_, args, sentence) => {
    const folder = project({ 'labels.jsonl': lines(rows) })
    const { code, stdout, stderr } = await command(folder, ['agreement', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

describe('verdict agreement recorded', () => {
  const run = runOf(
    Array.from({ length: 20 }, (_, index) => ({ id: `a${index}`, shares: [index / 20, 1 - index / 20] })),
  )
  const files = {
    'run.jsonl': lines([run.header, ...run.items, ...(run.end === undefined ? [] : [run.end])]),
    'labels.jsonl': asJsonLines(
      run.items.flatMap(({ itemId }, index) =>
        [0, 1].map((statement) => {
          const isGood = statement === 0 ? index > 10 : index % 3 === 0
          return labelOf(run, itemId, isGood ? 1 : 0, { statement, label: isGood ? 'yes' : 'no' })
        }),
      ),
    ),
    'rows.jsonl': lines(rows),
  }

  it('takes the scores of the run, statement by statement or answer by answer', async () => {
    const folder = project(files)
    const args = ['agreement', 'recorded', 'labels.jsonl', 'run.jsonl', '--scorer', 'relevancy']
    const { code, stdout, stderr } = await command(folder, [...args, '--report', 'page.html'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '40 of 40 rows scored; 20 groups. The scores are those of the run Test',
    )
    expect(existsSync(join(folder, 'page.html'))).toBe(true)
    const answers = await command(folder, [...args, '--unit', 'answer', '--json'])
    const result = JSON.parse(answers.stdout) as AgreementResult
    expect([answers.code, result.data.unit, result.data.rows, result.cost.calls]).toEqual([
      0,
      'answer',
      20,
      0,
    ])
  })

  it.each([
    [
      'labels of a run without it',
      ['labels.jsonl'],
      /holds labels of a run.*agreement recorded <labels> <run>/,
    ],
    ['rows with a run', ['recorded', 'rows.jsonl', 'run.jsonl'], /not a line of a labels file.*label import/],
    ['a run that is not there', ['recorded', 'labels.jsonl', 'gone.jsonl'], /gone\.jsonl.*cannot be read/],
    ['a scorer of others', ['recorded', 'labels.jsonl', 'run.jsonl', '--scorer', 'tone'], /no scorer "tone"/],
    ['a judge', ['recorded', 'labels.jsonl', 'run.jsonl', '--judge', 'embedded'], /unknown option '--judge'/],
    [
      'a budget',
      ['recorded', 'labels.jsonl', 'run.jsonl', '--budget', 'calls=3'],
      /unknown option '--budget'/,
    ],
    ['a unit without a run', ['rows.jsonl', '--unit', 'answer'], /unknown option '--unit'/],
    [
      'a page over the labels',
      ['recorded', 'labels.jsonl', 'run.jsonl', '--report', 'mine.html'],
      /would overwrite/,
    ],
  ])('refuses %s with a sentence', async (_, args, sentence) => {
    const { code, stdout, stderr } = await command(project({ ...files, 'mine.html': 'mine' }), [
      'agreement',
      ...args,
    ])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it.each([[['labels.jsonl', '--dry-run'], "unknown option '--dry-run'"]])(
    'refuses what would have no effect: %j',
    async (args, message) => {
      const folder = project({ 'labels.jsonl': lines(rows) })
      const { code, stderr } = await command(folder, ['agreement', ...args])
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    },
  )
})

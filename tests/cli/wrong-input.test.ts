import { describe, expect, it } from 'vitest'
import { whyTooOld } from '../../src/cli/why-node-too-old.ts'
import { command, echoConfig, project } from './support.ts'

const item = { input: 'How tall?', output: 'It is tall.' }
const started = '"startedAt":"x","target":{"kind":"recorded","id":"r"}'
const run = `{"kind":"run","version":1,"id":"r","name":"n",${started},"dataset":{"name":"d","items":1,"hash":"h"},"scorers":[],"repeats":1}\n`
const config = echoConfig([1])

describe('a wrong input is answered with what to type', () => {
  it.each<[string, Record<string, string>, string[], string | RegExp]>([
    [
      'a folder for a report',
      {
        'verdict.config.mjs': config.replace('async (input) => input', '() => process.exit(9)'),
        'out.html/x': '',
      },
      ['run', '--report', 'out.html'],
      /out\.html is a folder: name a file in it for the report/,
    ],
    [
      'a file for the folder of a report',
      { 'verdict.config.mjs': config.replace('async (input) => input', '() => process.exit(9)'), out: '' },
      ['run', '--report', 'out/deep/report.xml'],
      /report\.xml cannot be written: .*out is a file, not a folder/,
    ],
    [
      'a key of the configuration',
      { 'verdict.config.mjs': config.replace('data:', 'dataset:') },
      ['run'],
      '"dataset" is called data here',
    ],
    [
      'another key',
      { 'verdict.config.mjs': config.replace('scorers:', 'scorer:') },
      ['run'],
      '"scorer" is called scorers here',
    ],
    [
      'a dataset as a run file',
      { 'a.jsonl': `${JSON.stringify(item)}\n` },
      ['report', 'a.jsonl'],
      'is not the header of a run that `verdict run --file` wrote: name a run file',
    ],
    [
      'a run file as a dataset',
      { 'a.jsonl': run },
      ['run', 'a.jsonl'],
      'not a dataset: show it with `verdict report`',
    ],
    [
      'wrong columns',
      { 'a.csv': 'question,output\na,b\n' },
      ['run', 'a.csv'],
      /field "question".*--field question=/,
    ],
    [
      'an option by another name',
      {},
      ['run', '--threshold', 'tone=1'],
      "error: unknown option '--threshold': use --gate <scorer=mean>",
    ],
    [
      'a run file that is there',
      { 'verdict.config.mjs': config, 'r.jsonl': run },
      ['run', '--file', 'r.jsonl'],
      '(--resume <file>)',
    ],
    [
      'a thrown object',
      { 'verdict.config.mjs': `throw { status: 418, detail: 'a teapot' }` },
      ['run'],
      `{ status: 418, detail: 'a teapot' }`,
    ],
  ])('%s', async (_, files, args, expected) => {
    const { code, stderr } = await command(project(files), args)
    expect(code).toBe(2)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    if (typeof expected === 'string') expect(stderr).toContain(expected)
    else expect(stderr).toMatch(expected)
  })

  it('a thrown object is a failure in words', async () => {
    const thrown = `attempts: 1, target() { throw { status: 418, detail: 'a teapot' } },`
    const folder = project({ 'verdict.config.mjs': echoConfig([1], thrown) })
    expect((await command(folder, ['run'])).stdout).toContain(
      `no answer: { status: 418, detail: 'a teapot' }`,
    )
  })

  it.each<[string, string, string, string[]]>([
    ['quoted semicolons', 'a.csv', '"input";"output"\n"How tall?";"It is tall."\n', []],
    ['tabs', 'a.csv', 'input\toutput\nHow tall?\tIt is tall.\n', []],
    ['a file of tabs', 'a.tsv', 'input\toutput\nHow tall?\tIt is tall.\n', []],
    [
      'other columns',
      'a.csv',
      'question,output,page\nHow tall?,It is tall.,3\n',
      ['--field', 'question=input', '--field', '*=metadata'],
    ],
  ])('and what was to be typed works: %s', async (_, name, text, more) => {
    const args = ['run', name, '--scorer', 'tone', ...more]
    const { code, stdout } = await command(project({ [name]: text }), args)
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 item')])
  })
})

describe('a version of Node', () => {
  it.each(['18.20.0', '20.19.5', '22.9.0', '22.12.99', '9.0.0'])('is too old: %s', (version) => {
    expect(whyTooOld(version, '>=22.13.0')).toContain(
      `verdict needs Node 22.13.0 or later; this is ${version}`,
    )
  })

  it.each(['22.13.0', '22.13.1', '22.20.0', '24.0.0', '100.0.0'])('will do: %s', (version) => {
    expect(whyTooOld(version, '>=22.13.0')).toBeUndefined()
  })
})

describe('--help', () => {
  const help = async (...args: string[]) => (await command(project(), args)).stdout

  it('of a command with many options shows those of every day, and says how to see all', async () => {
    const short = await help('run', '--help')
    expect(short.match(/^ {2}--/gm)).toHaveLength(12)
    expect(short).toContain('--gate <what=limit>')
    expect(short).not.toContain('--workers')
    expect(short.trimEnd()).toMatch(/12 more options: verdict run --help --all$/)
    const all = await help('run', '--all', '--help')
    expect(all.match(/^ {2}--/gm)).toHaveLength(24)
    expect(all).not.toContain('--help --all')
  })

  it.each(['rescore', 'pairs', 'label'])('of %s is short, and no option is gone', async (name) => {
    const [short, all] = [await help(name, '--help'), await help(name, '--help', '--all')]
    const count = (text: string) => text.match(/^ {2}--/gm)?.length ?? 0
    expect(count(short)).toBeLessThanOrEqual(12)
    expect(count(all)).toBe(count(short) + Number(/(\d+) more options/.exec(short)?.[1]))
  })

  it('of others shows all, and --all is an option of none', async () => {
    expect(await help('compare', '--help')).toBe(await help('compare', '--help', '--all'))
    const { code, stderr } = await command(project(), ['run', '--all'])
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--all'")])
  })

  it('does not keep a rare option from being suggested', async () => {
    expect((await command(project(), ['run', '--repeat', '3'])).stderr).toContain('--repeats')
  })
})

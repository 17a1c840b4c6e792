import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, project } from './support.ts'

const config = (shift: number, more = '') => `
const scorer = { id: 'number', name: 'Number', type: undefined, async run({ output }) { return { score: Number(output.text ?? output) / 100 } } }
export default {
  name: 'Echo',
  target: async (input) => String(Number(input) + ${shift}),
  data: Array.from({ length: 24 }, (_, index) => ({
    id: 'q' + index, input: String(20 + index),
    metadata: index === 0 ? {} : { language: index % 2 ? 'en' : 'de', user: { tier: index % 3 } },
  })),
  scorers: [{ scorer, scale: 1 }],
  ${more}
}`
const folder = project({
  'verdict.config.mjs': config(0),
  'later.mjs': config(30, `by: ['language', 'user.tier'], reports: { html: 'later.html' },`),
  'targets.mjs': config(0).replace(/target: (.*),/, 'targets: { short: (input) => input, long: $1 },'),
})
const namesOf = (stdout: string) =>
  JSON.parse(stdout).groups.map(({ by, groups }: { by: string[]; groups: { name: string }[] }) => [
    by.join(),
    ...groups.map(({ name }) => name),
  ])

beforeAll(async () => {
  expect((await command(folder, ['run', '--file', 'before.jsonl'])).code).toBe(0)
  expect((await command(folder, ['run', 'later.mjs', '--file', 'after.jsonl'])).code).toBe(0)
})

describe('--by', () => {
  it('groups a run that is made or shown, a table for each, with a comma crossed', async () => {
    const by = ['--by', 'language', '--by', 'language, user.tier', '--json']
    const expected = [
      ['language', 'en', 'de', '(none)'],
      [
        'language,user.tier',
        ...['de · 1', 'de · 2', 'en · 0', 'en · 1', 'en · 2'],
        'de · 0',
        '(none) · (none)',
      ],
    ]
    const made = await command(folder, ['run', ...by])
    expect(made.stderr).toBe('')
    expect(namesOf(made.stdout)).toEqual(expected)
    expect(namesOf((await command(folder, ['report', 'before.jsonl', ...by])).stdout)).toEqual(expected)
  })

  it('comes from the configuration where the command line has none', async () => {
    const args = ['run', 'later.mjs', '--json']
    const fields = async (more: string[]) =>
      namesOf((await command(folder, [...args, ...more])).stdout).map(([by]: string[]) => by)
    expect(await fields([])).toEqual(['language', 'user.tier'])
    expect(await fields(['--by', 'language'])).toEqual(['language'])
  })

  it('shows the difference of each group from the baseline', async () => {
    const { code, stdout } = await command(folder, [
      'compare',
      'before.jsonl',
      'after.jsonl',
      '--by',
      'language',
      '--details',
    ])
    expect(code).toBe(0)
    const section = stdout.slice(stdout.indexOf('By language'))
    expect(section).toMatch(/│ en +│ Number +│ +12 │ +0\.620 │ +\+0\.300 │ better/)
    expect(section).toMatch(/│ \(none\) +│ Number +│ +1 │ +0\.500 │ +\+0\.300 │ cannot tell/)
    expect(section).toMatch(/Too few items to show a change: .*\(none\)/)
  })

  it('calls no group too small because another judge scored it', async () => {
    const judged = (file: string, judge: string) => {
      const made = readFileSync(join(folder, 'before.jsonl'), 'utf8').split('\n')
      const basis = { judge, options: {} }
      const header = JSON.parse(made[0] ?? '')
      header.scorers = header.scorers.map((scorer: object) => ({ ...scorer, basis, version: judge }))
      writeFileSync(join(folder, file), [JSON.stringify(header), ...made.slice(1)].join('\n'))
      return file
    }
    const runs = [judged('of-one.jsonl', 'one'), judged('of-another.jsonl', 'another')]
    const { stdout } = await command(folder, ['compare', ...runs, '--by', 'language', '--details'])
    expect(stdout).toContain('the judge differs')
    expect(stdout).not.toContain('Too few items to show')
  })

  it('gives means for each of several targets', async () => {
    const { stdout } = await command(folder, ['run', 'targets.mjs', '--by', 'language'])
    expect(stdout).toMatch(/Number by language\n.*\n│ Group +│ Items │ short │ +long │/)
  })

  it('is refused before anything is answered where no item has the field', async () => {
    const args = ['--by', 'langauge']
    const run = await command(folder, ['run', '--file', 'never.jsonl', ...args])
    expect([run.code, run.stderr]).toEqual([
      2,
      'verdict: no item has "langauge" to group by: they have language, user.tier\n',
    ])
    expect(existsSync(join(folder, 'never.jsonl'))).toBe(false)
    expect((await command(folder, ['report', 'before.jsonl', ...args])).stderr).toBe(run.stderr)
    expect((await command(folder, ['run', '--by', 'language,'])).stderr).toMatch(
      /--by .*"language," must be fields/,
    )
  })
})

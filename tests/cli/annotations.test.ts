import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

const evaluated = (data: string, more = '') =>
  echoConfig([], `data: new URL(${JSON.stringify(data)}, import.meta.url).pathname, ${more}`)

/** What GitHub is told of a run of these files, without what else stands on standard error. */
async function annotations(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = project({ 'summary.md': '', ...files })
  const ended = await command(folder, ['run', '--report', 'github', ...args], {
    environment: { GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), ...environment },
  })
  const lines = ended.stderr.split('\n').filter((line) => line.startsWith('::'))
  return { ...ended, lines, summary: readFileSync(join(folder, 'summary.md'), 'utf8') }
}

const rows = (...items: object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')

describe('annotations of a workflow on GitHub', () => {
  it('stand on the rows whose answers are the worst by a gate that failed', async () => {
    const data = rows({ id: 'a', input: '90' }, { id: 'b', input: '10' }, { id: 'c', input: '100' })
    const files = { 'sets/data.jsonl': data, 'verdict.config.mjs': evaluated('sets/data.jsonl') }
    const { code, lines, summary } = await annotations(files, ['--gate', 'number=0.8'])
    expect([code, lines]).toEqual([
      1,
      ['::warning file=sets/data.jsonl,line=2,title=Verdict%3A b::Number is 0.100. it says so'],
    ])
    expect(summary.split('\n')[1]).toMatch(/^\*\*Outcome: failed \(1 of \d gates\)\.\*\*$/)
  })

  it('are not there where every gate passed, and not without --report github', async () => {
    const files = { 'data.jsonl': rows({ input: '90' }), 'verdict.config.mjs': evaluated('data.jsonl') }
    expect((await annotations(files, ['--gate', 'number=0.8'])).lines).toEqual([])
    const ended = await command(project(files), ['run', '--gate', 'number=0.95'])
    expect([ended.code, ended.stderr]).toEqual([1, expect.not.stringContaining('::')])
  })

  it('stand where the question does: in a list over several lines, in CSV, in the configuration', async () => {
    const json =
      '[\n  {\n    "id": "a",\n    "input": "very \\"odd\\""\n  },\n  { "id": "b", "input": "50" }\n]\n'
    const csv = 'id,input\na,"70"\n"b","more ""odd""\nthan that"\n'
    const own =
      "export const odd = 1\nimport c from './base.mjs'\nconst data = [\n  { id: 'z', input: 'it\\'s odd' },\n]\nexport default { ...c, data }\n"
    const at = async (files: Readonly<Record<string, string>>) =>
      (await annotations(files)).lines.map((line) => line.slice(0, line.indexOf(',title')))
    expect(await at({ 'd.json': json, 'verdict.config.mjs': evaluated('d.json') })).toEqual([
      '::warning file=d.json,line=4',
    ])
    expect(await at({ 'd.csv': csv, 'verdict.config.mjs': evaluated('d.csv') })).toEqual([
      '::warning file=d.csv,line=3',
    ])
    expect(await at({ 'base.mjs': echoConfig([]), 'verdict.config.mjs': own })).toEqual([
      '::warning file=verdict.config.mjs,line=4',
    ])
  })

  it('tell what an item expects and how far it fell, together', async () => {
    const answers = (output: string) =>
      rows(
        ...Array.from({ length: 12 }, (_, id) => ({
          id,
          input: `ask ${id}.`,
          expect: { number: { min: 0.5 } },
          output,
        })),
      )
    const files = {
      'data.jsonl': answers('90'),
      'verdict.config.mjs': echoConfig([])
        .replace(/target: .*/, "target: 'recorded',")
        .replace('data: []', "data: new URL('data.jsonl', import.meta.url).pathname"),
    }
    const folder = project({ 'summary.md': '', ...files })
    const environment = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
    const first = await command(folder, ['run', '--file', 'before.jsonl'])
    writeFileSync(
      join(folder, 'data.jsonl'),
      answers('90').replace('"90"', '"20"').replaceAll('"90"', '"60"'),
    )
    const { code, stderr } = await command(
      folder,
      ['run', '--report', 'github', '--fail-if-worse', 'before.jsonl'],
      { environment },
    )
    const lines = stderr.split('\n').filter((line) => line.startsWith('::'))
    expect([first.code, code, lines.length]).toEqual([0, 1, 10])
    expect(lines[0]).toBe(
      '::warning file=data.jsonl,line=1,title=Verdict%3A 0::Not met: number at least 0.5 (0.2)%0ANumber went from 0.900 to 0.200',
    )
    expect(lines[1]).toBe(
      '::warning file=data.jsonl,line=2,title=Verdict%3A 1::Number went from 0.900 to 0.600',
    )
  })

  it('are ten at most, and no answer makes a command of its own', async () => {
    const evil = '%0A\n::error file=x::done\r\n'
    const many = Array.from({ length: 14 }, (_, index) => ({
      id: `a:${index},\n::error::`,
      input: `${evil}${index}`,
    }))
    const files = { 'data.jsonl': rows(...many), 'verdict.config.mjs': evaluated('data.jsonl') }
    const { lines, stderr } = await annotations(files)
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatch(
      /^::warning file=data.jsonl,line=1,title=Verdict%3A a%3A0%2C[^:]*%3A%3Aerror%3A%3A::No score: [^\r\n]*%250A/,
    )
    expect(stderr).not.toMatch(/^::error/m)
  })

  it('are left out where the file is not of the workspace, and where the question stands in no file', async () => {
    const files = { 'data.jsonl': rows({ input: 'odd' }), 'verdict.config.mjs': evaluated('data.jsonl') }
    expect((await annotations(files, [], { GITHUB_WORKSPACE: join(project(), 'other') })).lines).toEqual([])
    expect((await annotations({ 'verdict.config.mjs': echoConfig(['o' + 'dd']) })).lines).toHaveLength(1)
    const made = echoConfig([]).replace('data: []', "data: [{ input: 'o' + 'dd' }]")
    expect((await annotations({ 'verdict.config.mjs': made })).lines).toEqual([])
  })
})

import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

const labels = '{"id":"a","question":"How tall?","statement":"It is tall.","label":"yes"}\n'
const counted = (more = '') =>
  echoConfig([40, 60], more).replace(
    'async (input) => input',
    `async (input) => { (await import('node:fs')).appendFileSync(new URL('asked', import.meta.url), '.'); return input }`,
  )
const folder = project({ 'verdict.config.mjs': counted(), 'notes.md': '# Notes\n', 'labels.jsonl': labels })
const text = (path: string) => readFileSync(join(folder, path), 'utf8')

beforeAll(async () => {
  expect((await command(folder, ['run', '--file', 'run.jsonl', '--no-runs'])).code).toBe(0)
  writeFileSync(join(folder, 'asked'), '')
})

const foreign = expect.stringMatching(
  /written over by a report, and is no earlier .* report: give the report another name, or move the file away\n$/,
)
const shared = expect.stringMatching(
  /written over by a report: more than the .*give each a name of its own\n$/,
)

describe('a report takes the place of nothing but an earlier report', () => {
  it.each<[string, string[]]>([
    ['a configuration', ['run', '--html', 'verdict.config.mjs']],
    ['a run', ['run', '--junit', 'run.jsonl']],
    ['labels', ['run', '--markdown', 'labels.jsonl']],
    ['what somebody wrote', ['run', '--markdown', 'notes.md']],
    ['labels, shown', ['report', 'run.jsonl', '--html', 'labels.jsonl']],
    ['a configuration, compared', ['compare', 'run.jsonl', 'run.jsonl', '--markdown', 'verdict.config.mjs']],
    ['notes, scored again', ['rescore', 'run.jsonl', '--html', 'notes.md']],
    ['labels, measured', ['agreement', 'labels.jsonl', '--html', 'labels.jsonl']],
    ['a configuration, measured', ['agreement', 'labels.jsonl', '--html', 'verdict.config.mjs']],
    ['notes, audited', ['audit', 'run.jsonl', '--scorer', 'number', '--html', 'notes.md']],
  ])('and so not of %s', async (_, args) => {
    const files = ['verdict.config.mjs', 'run.jsonl', 'labels.jsonl', 'notes.md']
    const before = files.map(text)
    const { code, stderr, stdout } = await command(folder, args)
    expect([code, stdout, stderr]).toEqual([2, '', foreign])
    expect(files.map(text)).toEqual(before)
    expect(text('asked')).toBe('')
  })

  it('of each format, again and again, and not of another format', async () => {
    const files = { html: 'a.html', junit: 'a.xml', markdown: 'a.md' }
    const flags = Object.entries(files).flatMap(([kind, file]) => [`--${kind}`, file])
    const where = project({
      'verdict.config.mjs': echoConfig([40, 60], `reports: { json: 'a.json' }, targets: undefined,`),
      'two.mjs': echoConfig([40, 60])
        .replace('target:', 'targets: { a: (input) => input, b: () => "70" }, no:')
        .replace('no: async (input) => input,', `reports: { json: 'a.json' },`),
    })
    for (const words of [['run'], ['run'], ['run', 'two.mjs'], ['run', 'two.mjs'], ['run']])
      expect(await command(where, [...words, '--no-runs', ...flags])).toMatchObject({ code: 0, stderr: '' })
    const other = await command(where, ['run', '--html', 'a.md'])
    expect([other.code, other.stderr]).toEqual([2, foreign])
    expect(JSON.parse(readFileSync(join(where, 'a.json'), 'utf8'))).toMatchObject({ version: 1 })
  })

  it('also where an earlier report was turned into something else while it ran', async () => {
    const where = project()
    const page = JSON.stringify(join(where, 'a.html'))
    writeFileSync(
      join(where, 'verdict.config.mjs'),
      echoConfig([40]).replace(
        'async (input) => input',
        `async (input) => (await import('node:fs')).writeFileSync(${page}, 'mine') ?? input`,
      ),
    )
    const { code, stdout, stderr } = await command(where, ['run', '--html', 'a.html'])
    expect([code, stderr]).toEqual([2, foreign])
    expect(stdout).toContain('│ Number')
    expect(readFileSync(join(where, 'a.html'), 'utf8')).toBe('mine')
  })

  it('and an empty file, as of mktemp', async () => {
    const where = project({ 'verdict.config.mjs': echoConfig([40]), 'a.html': '' })
    expect(await command(where, ['run', '--html', 'a.html'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(where, 'a.html'), 'utf8')).toMatch(/^<!doctype html>/)
  })
})

describe('two outputs', () => {
  it.each<[string, string[]]>([
    ['one name', ['--html', 'x', '--markdown', 'x']],
    ['two spellings', ['--html', 'x', '--junit', './out/../x']],
    ['a link to a folder', ['--html', 'same/x', '--junit', 'x']],
    ['a link to what is not there yet', ['--html', 'to-x', '--junit', 'x']],
    ['a hard link', ['--html', 'one.html', '--markdown', 'two.html']],
    ['names that differ in case', ['--html', 'Report', '--markdown', 'report']],
    ['a run file', ['--html', 'x', '--file', './x']],
    ['a cache', ['--html', 'x', '--cache', 'x']],
  ])('never go to one file: %s', async (_, args) => {
    const where = project({ 'verdict.config.mjs': counted(), 'one.html': '' })
    symlinkSync('.', join(where, 'same'))
    symlinkSync('x', join(where, 'to-x'))
    mkdirSync(join(where, 'out'))
    linkSync(join(where, 'one.html'), join(where, 'two.html'))
    const { code, stderr } = await command(where, ['run', ...args])
    expect([code, stderr]).toEqual([2, shared])
    expect(readdirSync(where).sort()).toEqual(
      ['one.html', 'out', 'same', 'to-x', 'two.html', 'verdict.config.mjs'].sort(),
    )
  })

  it('nor to the summary of GitHub', async () => {
    const where = project({ 'verdict.config.mjs': counted() })
    const environment = { GITHUB_STEP_SUMMARY: join(where, 'summary.md') }
    const args = ['run', '--github-summary', '--markdown', 'summary.md']
    const { code, stderr } = await command(where, args, { environment })
    expect([code, stderr]).toEqual([2, shared])
  })
})

it('a report is written to where its link leads, and the link stays', async () => {
  const where = project({ 'verdict.config.mjs': echoConfig([40]), 'kept/x': '' })
  symlinkSync('kept/report.html', join(where, 'report.html'))
  for (const _ of ['new', 'again'])
    expect(await command(where, ['run', '--html', 'report.html'])).toMatchObject({ code: 0 })
  expect(lstatSync(join(where, 'report.html')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(where, 'kept/report.html'), 'utf8')).toMatch(/^<!doctype html>/)
  expect(readdirSync(join(where, 'kept')).sort()).toEqual(['report.html', 'x'])
})

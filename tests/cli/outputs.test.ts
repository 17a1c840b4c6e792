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
const mine = { 'notes.md': '# Notes\n', 'page.html': '<p>mine</p>\n', 'data.xml': '<mine/>\n' }
const folder = project({ 'verdict.config.mjs': counted(), ...mine, 'labels.jsonl': labels })
const text = (path: string) => readFileSync(join(folder, path), 'utf8')

beforeAll(async () => {
  expect((await command(folder, ['run', '--file', 'run.jsonl'])).code).toBe(0)
  writeFileSync(join(folder, 'asked'), '')
})

const foreign = expect.stringMatching(
  /a report would overwrite .*, which is not an earlier .* report: give the report another name, or move the file away\n$/,
)
const shared = expect.stringMatching(
  /a report would overwrite .*, to which another output goes: give each its own name\n$/,
)

describe('a report takes the place of nothing but an earlier report', () => {
  it.each<[string, string[]]>([
    ['notes', ['run', '--report', 'notes.md']],
    ['a page', ['run', '--report', 'page.html']],
    ['data', ['run', '--report', 'data.xml']],
    ['a page, shown', ['report', 'run.jsonl', '--report', 'page.html']],
    ['data, compared', ['compare', 'run.jsonl', 'run.jsonl', '--report', 'data.xml']],
    ['notes, scored again', ['rescore', 'run.jsonl', '--report', 'notes.md']],
    ['a page, measured', ['agreement', 'labels.jsonl', '--report', 'page.html']],
    ['notes, audited', ['audit', 'run.jsonl', '--scorer', 'number', '--report', 'notes.md']],
  ])('and so not of %s', async (_, args) => {
    const files = ['verdict.config.mjs', 'run.jsonl', 'labels.jsonl', ...Object.keys(mine)]
    const before = files.map(text)
    const { code, stderr, stdout } = await command(folder, args)
    expect([code, stdout, stderr]).toEqual([2, '', foreign])
    expect(files.map(text)).toEqual(before)
    expect(text('asked')).toBe('')
  })

  it('of each format, again and again, and not of another format', async () => {
    const flags = ['a.html', 'a.xml', 'a.md'].flatMap((file) => ['--report', file])
    const where = project({
      'verdict.config.mjs': echoConfig([40, 60], `reports: { json: 'a.json' }, targets: undefined,`),
      'two.mjs': echoConfig([40, 60])
        .replace('target:', 'targets: { a: (input) => input, b: () => "70" }, no:')
        .replace('no: async (input) => input,', `reports: { json: 'a.json' },`),
    })
    for (const words of [['run'], ['run'], ['run', 'two.mjs'], ['run', 'two.mjs'], ['run']])
      expect(await command(where, [...words, ...flags])).toMatchObject({ code: 0, stderr: '' })
    symlinkSync('a.md', join(where, 'b.html'))
    const other = await command(where, ['run', '--report', 'b.html'])
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
    const { code, stdout, stderr } = await command(where, ['run', '--report', 'a.html'])
    expect([code, stderr]).toEqual([2, foreign])
    expect(stdout).toContain('│ Number')
    expect(readFileSync(join(where, 'a.html'), 'utf8')).toBe('mine')
  })

  it('and an empty file, as of mktemp', async () => {
    const where = project({ 'verdict.config.mjs': echoConfig([40]), 'a.html': '' })
    expect(await command(where, ['run', '--report', 'a.html'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(where, 'a.html'), 'utf8')).toMatch(/^<!doctype html>/)
  })
})

describe('two outputs', () => {
  it.each<[string, string[]]>([
    ['a link to what is not there yet', ['--report', 'to-x.md', '--report', 'x.html']],
    ['a hard link', ['--report', 'one.html', '--report', 'two.md']],
    ['a link to a folder', ['--report', 'same/x.html', '--file', 'x.html']],
    ['a run file', ['--report', 'x.html', '--file', './out/../x.html']],
    ['names that differ in case', ['--report', 'X.HTML', '--file', 'x.html']],
    ['a cache', ['--report', 'x.html', '--cache', 'x.html']],
  ])('never go to one file: %s', async (_, args) => {
    const where = project({ 'verdict.config.mjs': counted(), 'one.html': '' })
    symlinkSync('.', join(where, 'same'))
    symlinkSync('x.html', join(where, 'to-x.md'))
    mkdirSync(join(where, 'out'))
    linkSync(join(where, 'one.html'), join(where, 'two.md'))
    const { code, stderr } = await command(where, ['run', ...args])
    expect([code, stderr]).toEqual([2, shared])
    expect(readdirSync(where).sort()).toEqual(
      ['one.html', 'out', 'same', 'to-x.md', 'two.md', 'verdict.config.mjs'].sort(),
    )
  })

  it('nor to the summary of GitHub', async () => {
    const where = project({ 'verdict.config.mjs': counted() })
    const environment = { GITHUB_STEP_SUMMARY: join(where, 'summary.md') }
    const args = ['run', '--report', 'github', '--report', 'summary.md']
    const { code, stderr } = await command(where, args, { environment })
    expect([code, stderr]).toEqual([2, shared])
  })
})

it('a report is written to where its link leads, and the link stays', async () => {
  const where = project({ 'verdict.config.mjs': echoConfig([40]), 'kept/x': '' })
  symlinkSync('kept/report.html', join(where, 'report.html'))
  for (const _ of ['new', 'again'])
    expect(await command(where, ['run', '--report', 'report.html'])).toMatchObject({ code: 0 })
  expect(lstatSync(join(where, 'report.html')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(where, 'kept/report.html'), 'utf8')).toMatch(/^<!doctype html>/)
  expect(readdirSync(join(where, 'kept')).sort()).toEqual(['report.html', 'x'])
})

describe('--report', () => {
  const asked = project({ 'verdict.config.mjs': counted(), 'run.jsonl': '' })
  it.each<[string, string[], string]>([
    [
      'an ending that says nothing',
      ['run', '--report', 'a.pdf'],
      'It can be .html, .md, .xml (JUnit), or github',
    ],
    ['no ending', ['run', '--report', 'report'], 'It can be .html'],
    ['JUnit of what has none', ['agreement', 'x', '--report', 'a.xml'], 'It can be .html or .md.'],
    ['GitHub of what has none', ['audit', 'x', '--report', 'github'], 'It can be .html or .md.'],
    [
      'the same twice',
      ['run', '--report', 'a.html', '--report', 'a.html'],
      'Only one .html report is possible',
    ],
    ['two of one kind', ['run', '--report', 'a.md', '--report', 'b.MD'], 'Only one .md report is possible'],
    ['an old flag', ['run', '--html', 'a.html'], "unknown option '--html'"],
  ])('refuses %s before anything is asked', async (_, args, sentence) => {
    const { code, stdout, stderr } = await command(asked, args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)])
    expect(readdirSync(asked)).not.toContain('asked')
  })

  it('takes endings in capitals', async () => {
    const where = project({ 'verdict.config.mjs': echoConfig([40]) })
    expect(await command(where, ['run', '--report', 'A.HTML'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(where, 'A.HTML'), 'utf8')).toMatch(/^<!doctype html>/)
  })
})

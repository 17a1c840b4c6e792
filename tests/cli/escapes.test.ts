import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command, echoConfig, project } from './support.ts'

/** Clears the screen, sets the clipboard, an 8-bit CSI, a reordering mark: none may reach a terminal. */
const hostile = '\u001b[2J\u001b]52;c;eA==\u0007\u009b31m\u202e'
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

const dataset = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const item = { input: 'How tall?', output: 'It is tall.' }

describe('text of others on standard error and in JSON', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['ids', { 'a.jsonl': dataset({ ...item, id: hostile }, { ...item, id: hostile }) }, ['run', 'a.jsonl']],
    ['field names', { 'a.jsonl': dataset({ ...item, [`x${hostile}`]: 1 }) }, ['run', 'a.jsonl']],
    ['headers', { 'a.csv': `input,output,${hostile}\na,b,c\n` }, ['run', 'a.csv']],
    ['file names', {}, ['run', `a${hostile}.jsonl`]],
    ['options', {}, ['run', `--${hostile}`]],
    ['scorers', { 'a.jsonl': dataset(item) }, ['run', 'a.jsonl', '--scorer', hostile]],
    ['errors', { 'verdict.config.mjs': `throw new Error(${JSON.stringify(hostile)})` }, ['--debug', 'run']],
    ['labels', { 'a.jsonl': dataset({ ...item, label: hostile }) }, ['agreement', 'a.jsonl']],
    ['gates', { 'verdict.config.mjs': echoConfig([1]) }, ['run', '--gate', `${hostile}=1`]],
    [
      'failures',
      { 'verdict.config.mjs': echoConfig([1], `target() { throw new Error(${JSON.stringify(hostile)}) },`) },
      ['run', '--json'],
    ],
    ['scores', { 'a.jsonl': dataset({ ...item, id: `1${hostile}` }) }, ['run', 'a.jsonl', '--json']],
  ])('never steers the terminal: %s', async (_, files, args) => {
    const { stdout, stderr } = await command(project(files), args)
    expect(stdout + stderr).not.toBe('')
    expect(stdout + stderr).not.toMatch(steering)
  })

  it('stays the same value in JSON', async () => {
    const where = project({ 'verdict.config.mjs': echoConfig([1], `name: ${JSON.stringify(hostile)},`) })
    const { stdout } = await command(where, ['run', '--json'])
    expect(JSON.parse(stdout).run.name).toBe(hostile)
    expect(stdout).not.toMatch(steering)
  })

  it('gives no command to the workflow of GitHub that runs it', async () => {
    const said = ['::error title=x::a', '  ::stop-commands::x', 'a ##[add-mask]b']
    const config = echoConfig([], `target: async () => ${JSON.stringify(said.join('\n'))},`)
    const where = project({
      'verdict.config.mjs': config.replace('data: []', 'data: [{ id: "::error::q", input: "::warning::x" }]'),
    })
    const run = await command(where, ['run', '--gate', 'failed=1'])
    const shown = await command(where, ['report', 'last', '--only', 'id:::error::q'])
    const json = await command(where, ['report', 'last', '--only', 'id:::error::q', '--json'])
    for (const { stdout, stderr } of [run, shown, json]) expect(stdout + stderr).not.toMatch(/^\s*::|##\[/m)
    expect(shown.stdout).toContain('error title=x')
    expect(JSON.parse(json.stdout).answers[0].answer).toBe(said.join('\n'))
  })

  it('never steers the terminal where a report is written', async () => {
    const where = project({ 'verdict.config.mjs': echoConfig([1]) })
    mkdirSync(join(where, 'out'))
    const { stdout } = await command(where, ['run', '--report', `out/a${hostile}.md`])
    expect(stdout).toContain('Written: out/a')
    expect(stdout).not.toMatch(steering)
  })
})

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { echoConfig, project } from './support.ts'

const main = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url))
const source = (path: string) =>
  JSON.stringify(pathToFileURL(fileURLToPath(new URL(`../../src/${path}`, import.meta.url))).href)

function start(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]).then(([stdout, stderr, code]) => ({ stdout, stderr, code }))
  return { child, ended }
}

describe('the command as a process', () => {
  it('ends, with the exit code, though the configuration leaves something open', async () => {
    const folder = project({ 'verdict.config.mjs': `setInterval(() => {}, 1000)\n${echoConfig([10])}` })
    const { stdout, code } = await start(folder, 'run', '--gate', 'number=0.5').ended
    expect([code, stdout]).toEqual([1, expect.stringContaining('below the limit of 0.5')])
  })

  it.each([
    ['close() { process.exit() },', 'number=0.5', 1],
    ['async close() { process.exit(0) },', 'number=0', 0],
    ['close() { process.exit(7) },', 'number=0', 0],
  ])('keeps its exit code where the configuration ends the process: %s', async (close, gate, expected) => {
    const folder = project({ 'verdict.config.mjs': echoConfig([10], close) })
    const { stdout, stderr, code } = await start(folder, 'run', '--gate', gate).ended
    expect([code, stderr]).toEqual([expected, ''])
    expect(stdout).toContain('Outcome: ')
  })

  it.each([0, 1])('never passes if the target ends the process with %i', async (ended) => {
    const target = `target: () => process.exit(${ended}),`
    const folder = project({ 'verdict.config.mjs': echoConfig([10], target) })
    const { stderr, code } = await start(folder, 'run', '--gate', 'number=0').ended
    expect([code, stderr]).toEqual([2, expect.stringContaining('process.exit was called')])
  })

  it('says so if the configuration waits for what never comes', async () => {
    const folder = project({ 'verdict.config.mjs': 'await new Promise(() => {})\nexport default {}' })
    const { stderr, code } = await start(folder, 'run').ended
    expect([code, stderr]).toEqual([2, expect.stringContaining('waits for a promise that nothing settles')])
  })

  it('keeps what a project logs off standard output', async () => {
    const logs = `console.log('one'); console.info('two'); console.debug('three')`
    const folder = project({ 'verdict.config.mjs': `${logs}\n${echoConfig([10])}` })
    const { stdout, stderr, code } = await start(folder, 'run', '--json').ended
    expect([code, JSON.parse(stdout).answers.total, stderr]).toEqual([0, 1, 'one\ntwo\nthree\n'])
  })

  it.each(['worker', 'monitor'])('makes a JSON line of whatever verdict %s prints in a log', async (name) => {
    const folder = project({
      '.env': 'LOG_FORMAT=json\n',
      'verdict.config.mjs': `
console.warn('two\\nlines')
console.error(new Error('stack'))
console.log()
process.stdout.write('\\u001b[31mred\\u001b[39m')
process.stdout.write('{"msg":"own"}\\n{"msg":"too"}\\n')
process.emitWarning('of Node')
setTimeout(() => { throw new Error('uncaught') }, 300)
await new Promise(() => {})`,
    })
    const { stdout, stderr, code } = await start(folder, name).ended
    const entries = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([code, stdout, entries.map(({ level, msg }) => [level, msg.split('\n    at ')[0]])]).toEqual([
      2,
      '',
      [
        [40, 'two\nlines'],
        [40, 'Error: stack'],
        [30, 'red'],
        [undefined, 'own'],
        [undefined, 'too'],
        [40, 'Warning: of Node'],
        [50, 'Error: uncaught'],
      ],
    ])
  })

  it('prints one sentence of a connection that ends, whatever the store prints', async () => {
    // As `@mastra/pg` does.
    const ended = `new Error('Client has encountered a connection error and is not queryable')`
    const folder = project({
      'verdict.config.mjs': `console.error('Rollback failed:', ${ended})\n${echoConfig([10])}`,
    })
    const { stderr, code } = await start(folder, 'run').ended
    expect([code, stderr]).toEqual([
      0,
      'Rollback failed: Client has encountered a connection error and is not queryable\n',
    ])
  })

  it('reads keys from the files that mastra dev reads, and the shell counts most', async () => {
    const tell = `target: () => { console.error(['A', 'B', 'C', 'D'].map((name) => process.env['VERDICT_' + name]).join()); return 1 },`
    const folder = project({
      'verdict.config.mjs': echoConfig([1], tell),
      '.env': 'VERDICT_A=base\nVERDICT_B=base\nVERDICT_C=base\nVERDICT_D=base\n',
      '.env.local': 'VERDICT_B="local"\nVERDICT_C=local\n',
      '.env.development': 'VERDICT_C=development\n',
    })
    process.env.VERDICT_D = 'shell'
    const { stdout, stderr } = await start(folder, 'run').ended.finally(() => delete process.env.VERDICT_D)
    expect(stderr).toBe('base,local,development,shell\n')
    expect(stdout).not.toMatch(/base|local|development|shell/)
  })

  it('says which Node it needs under an older one', async () => {
    const folder = project({
      'older.mjs': `Object.defineProperty(process.versions, 'node', { value: '20.19.5' })`,
    })
    process.env.NODE_OPTIONS = `--import=${pathToFileURL(join(folder, 'older.mjs'))}`
    const { code, stdout, stderr } = await start(folder, 'run').ended.finally(
      () => delete process.env.NODE_OPTIONS,
    )
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^verdict needs Node 22\.13\.0 or later; this is 20\.19\.5\. Install/)
  })

  const loggers = `
import { writeSync } from 'node:fs'
const { PinoLogger } = await import(${JSON.stringify(import.meta.resolve('@mastra/loggers'))})
const logger = new PinoLogger({ name: 'app', level: 'info' })
const log = (text) => {
  console.log('console', text)
  process.stdout.write('stream ' + text + '\\n')
  writeSync(1, 'descriptor ' + text + '\\n')
  logger.info('pino ' + text)
}`
  const logged = ['console', 'stream', 'descriptor', 'pino']
  const logging = (numbers: number[]) =>
    `${loggers}\n${echoConfig(
      numbers,
      `concurrency: 1, target: async (input) => {
      await new Promise((go) => setTimeout(go, 250))
      log(input)
      return input
    }, close: () => log('late'),`,
    )}`

  it('keeps what anybody logs off standard output, however it is written', async () => {
    const folder = project({ 'verdict.config.mjs': logging([10, 20]) })
    const { stdout, stderr, code } = await start(folder, 'run', '--json').ended
    expect([code, JSON.parse(stdout).answers.total]).toEqual([0, 2])
    for (const text of ['10', '20', 'late'])
      for (const kind of logged) expect(stderr).toContain(`${kind} ${text}`)
  })

  it.runIf(existsSync('/usr/bin/script') && process.platform === 'linux')(
    'writes what others log above its bar in a terminal, and overprints nothing',
    async () => {
      const folder = project({ 'verdict.config.mjs': logging([10, 20, 30]) })
      const line = `stty cols 100; '${process.execPath}' '${main}' run`
      const child = spawn('script', ['-qec', line, '/dev/null'], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const written = await text(child.stdout)
      // No cursor is saved or restored, nor moved up: lines that are there stay.
      expect(written).not.toMatch(/\u001b(?:7|8|\[\d*A|\[\d*;?\d*H)/)
      // As the line is when it is left: what stands before the last clearing is gone.
      const shown = written.replaceAll(/\u001b\[\?25[hl]/g, '')
      const lines = shown
        .split('\n')
        .map((one) => stripVTControlCharacters(one.replace(/[^\n]*\u001b\[2K/, '')).trim())
      for (const number of ['10', '20', '30'])
        for (const kind of logged.slice(0, 3)) expect(lines).toContain(`${kind} ${number}`)
      expect(shown).toMatch(/█+░+ 1\/3 · [\d.]+\/s · no calls/)
      expect(lines).toContain('Scores')
      expect(written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(written.lastIndexOf('\u001b[?25l'))
    },
  )

  it('keeps what is done when it is interrupted, and goes on with it', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const slow = `concurrency: 2, target: async (input) => {
      await new Promise((go) => setTimeout(go, 50))
      console.error('answered')
      return input
    },`
    const folder = project({ 'verdict.config.mjs': echoConfig(numbers, slow) })
    const { child, ended } = start(folder, 'run', '--file', 'run.jsonl')
    // A second one would end it at once.
    child.stderr.once('data', () => child.kill('SIGINT'))
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toContain('continue it with `verdict run`, the same arguments and --resume run.jsonl.')
    expect((await start(folder, 'run', '--file', 'run.jsonl', '--resume', 'run.jsonl').ended).code).toBe(0)
    const ids = readFileSync(join(folder, 'run.jsonl'), 'utf8').match(/(?<="itemId":")[^"]+/g) ?? []
    expect([ids.length, new Set(ids).size]).toEqual([40, 40])
  })

  it('reads a configuration in TypeScript, and counts the calls of its scorers', async () => {
    const config = `
import { defineConfig } from ${source('config.ts')}
import { createAnswerRelevancyScorer, embeddedJudge } from ${source('index.ts')}
const limit: number = 0.2
export default defineConfig({
  target: async (question: string) => \`\${question} is answered: the tower is 330 metres tall.\`,
  data: [{ input: 'How tall is the tower?' }],
  scorers: [createAnswerRelevancyScorer({ model: embeddedJudge() })],
  gates: { 'answer-relevancy': limit },
})
`
    const { code, stderr, stdout } = await start(project({ 'verdict.config.ts': config }), 'run').ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Answer Relevancy')
  })

  it('reads what only a bundler would resolve: enums, imports without an ending, paths', async () => {
    const folder = project({
      'package.json': '{"type": "module"}',
      'tsconfig.json':
        '{ "compilerOptions": { "paths": { "@/*": ["./lib/*"], "#lib/*": ["./lib/*"] } } } // mine',
      'lib/five.ts': 'export const five = 50',
      'answers.ts': `import { five } from '#lib/five'\nexport enum Answers { Five = five }`,
      'verdict.config.ts': `import '@/five'\nimport { Answers } from './answers'\n${echoConfig([Number.NaN], `target: () => String(Answers.Five),`)}`,
    })
    const { code, stderr, stdout } = await start(folder, 'run').ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('0.500')
  })

  it('reads a configuration in a package of the type commonjs, as npm init makes it', async () => {
    const folder = project({
      'package.json': '{"type": "commonjs"}',
      'verdict.config.ts': `import { basename } from 'node:path'\n${echoConfig([50], `concurrency: basename('/1').length,`)}`,
    })
    const { code, stdout } = await start(folder, 'run').ended
    expect(code).toBe(0)
    expect(stdout).toContain('0.500')
  })

  it('is quiet where nobody reads on', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([10, 20, 30]) })
    const line = `"${process.execPath}" "${main}" run | head -c 1`
    const child = spawn('sh', ['-c', line], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual(['N', ''])
  })

  it('ends as its gates say where nobody reads on', async () => {
    const waits = `close: () => new Promise((go) => setTimeout(go, 100)),`
    const folder = project({ 'verdict.config.mjs': echoConfig([10, 20, 30], waits) })
    const child = spawn(process.execPath, [main, 'run', '--gate', 'number=0.5'], { cwd: folder })
    child.stdout.destroy()
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  })

  it.runIf(existsSync('/dev/full'))('fails where its results cannot be written', async () => {
    const folder = project({ 'verdict.config.mjs': echoConfig([10]) })
    const line = `"${process.execPath}" "${main}" run --json > /dev/full; echo $?`
    const child = spawn('sh', ['-c', line], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual([
      '2\n',
      expect.stringMatching(/^verdict: standard output cannot be written: .*ENOSPC.*\n$/),
    ])
  })
})

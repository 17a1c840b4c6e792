import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { directory, scriptOf, writeBlocks } from './block-files.ts'
import { codeBlocksOf, readExamples, readPages, repository } from './pages.ts'

const execute = promisify(execFile)
const blocks = [...readPages(), ...readExamples()].flatMap(codeBlocksOf)
const inLanguage = (language: string) => blocks.filter((block) => block.language === language)
const programs = inLanguage('ts').filter(({ info }) => info !== 'no-run')

/** What the comments behind `console.log(…)` say, in order. */
const outputIn = (code: string) =>
  Array.from(code.matchAll(/^\s*console\.log\(.*\) \/\/ (.+)$/gm), ([, output]) => output)

/** No key of the machine reaches an example that must do without one. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/_API_KEY$|^AGENT_MODEL$|^NODE_OPTIONS$|^VITEST/.test(name),
  ),
)

/** As in all tests: beside others the thread of the encoder would get hardly any time. */
const usualPriority = join(repository, 'tests/support/usual-priority.ts')

describe('the TypeScript of README, docs and doc comments', () => {
  beforeAll(() => writeBlocks(inLanguage('ts')))

  it('passes the type checker', async () => {
    const compiler = join(repository, 'node_modules/.bin/tsc')
    // Checkers side by side do much of it twice, and another file is being tested meanwhile.
    const options = ['--pretty', 'false', '--checkers', '1']
    const { stdout } = await execute(compiler, ['-p', directory, ...options]).catch(
      (failure: { stdout: string }) => failure,
    )
    expect(stdout).toBe('')
  })

  describe('as programs', () => {
    let runs: Readonly<Record<'printed' | 'failed', Readonly<Record<string, string>>>>
    beforeAll(async () => {
      const runner = join(import.meta.dirname, 'run-scripts.ts')
      const options = { env: environment, timeout: 600_000, maxBuffer: 1e8 }
      const scripts = programs.map(scriptOf)
      const { stdout } = await execute(
        process.execPath,
        ['--import', usualPriority, runner, ...scripts],
        options,
      )
      runs = JSON.parse(stdout)
    })

    it.each(programs.map((block) => ({ ...block, place: `${block.file}:${block.line}` })))(
      'run and print what their comments say: $place',
      (block) => {
        const script = scriptOf(block)
        expect(runs.failed[script]).toBeUndefined()
        const expected = outputIn(block.code)
        const printed = (runs.printed[script] ?? '').split('\n')
        expect(printed.filter((line) => expected.includes(line))).toEqual(expected)
      },
    )
  })
})

describe('other blocks', () => {
  it.each(inLanguage('json'))('hold JSON that can be parsed: $file:$line', ({ code }) => {
    expect(() => JSON.parse(code)).not.toThrow()
  })

  it.each(inLanguage('sh'))('name scripts that exist: $file:$line', ({ code }) => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = Array.from(code.matchAll(/npm (?:run ([\w:]+)|(test)\b)/g), ([, run, test]) => run ?? test)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  })

  it.each(inLanguage('yaml'))('hold YAML that can be parsed: $file:$line', ({ code }) => {
    expect(() => parse(code)).not.toThrow()
  })

  it('are in a language that is looked at here', () => {
    // SQL is run by tests/features/workers/role.test.ts.
    expect([...new Set(blocks.map(({ language }) => language))].sort()).toEqual([
      ...['json', 'sh', 'sql', 'ts', 'yaml'],
    ])
  })
})

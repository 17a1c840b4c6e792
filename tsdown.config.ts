import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'tsdown'

const common = { format: 'esm', platform: 'node', target: 'node22.13', fixedExtension: false } as const

/**
 * Packages that are large as they are installed, and of which little is needed: they come with this one instead, each
 * with the licences of what is in it. `paths` are from the one file that imports them.
 */
const bundled = {
  'libphonenumber-js/min': { name: 'libphonenumber', up: '../../', of: ['libphonenumber-js'] },
  'junit-report-builder': {
    ...{ name: 'junit-report-builder', up: '../' },
    of: ['junit-report-builder', 'lodash', 'make-dir', 'semver', 'xmlbuilder'],
  },
}
const entries = Object.entries(bundled)

async function copyLicences(outDir: string): Promise<void> {
  for (const [, { name, of }] of entries)
    for (const each of of) {
      const from = join('node_modules', each)
      const file = (await readdir(from)).find((one) => /^licen[cs]e/i.test(one))
      if (file === undefined) throw new Error(`${each} has no licence`)
      await copyFile(join(from, file), join(outDir, name, `LICENSE-${each}`))
    }
}

export default defineConfig([
  {
    ...common,
    entry: {
      index: 'src/index.ts',
      scorers: 'src/scorers/index.ts',
      judge: 'src/judge/index.ts',
      agreement: 'src/people/agreement/index.ts',
      audit: 'src/people/audit/index.ts',
      transcript: 'src/transcript/index.ts',
      evaluation: 'src/evaluation/index.ts',
      report: 'src/report/index.ts',
      config: 'src/config/index.ts',
      'cli/main': 'src/cli/main.ts',
      vitest: 'src/vitest/index.ts',
      workers: 'src/live/workers/index.ts',
      processor: 'src/live/processor/index.ts',
      monitor: 'src/live/monitor/index.ts',
    },
    dts: true,
    // One file a source file: what a user steps into is what stands in the repository.
    unbundle: true,
    deps: { neverBundle: Object.keys(bundled) },
    outputOptions: {
      paths: Object.fromEntries(entries.map(([from, { name, up }]) => [from, `${up}${name}/index.js`])),
    },
  },
  {
    ...common,
    entry: Object.fromEntries(entries.map(([from, { name }]) => [`${name}/index`, from])),
    dts: false,
    clean: false,
    minify: true,
    plugins: [
      {
        name: 'without import.meta',
        // They require modules of Node alone, for which any place will do; a CommonJS bundle of a user has none.
        renderChunk: (code: string) => code.replaceAll('import.meta.url', `(import.meta.url ?? 'file:///')`),
      },
    ],
    deps: { alwaysBundle: [/^[^.]/] },
    hooks: { 'build:done': ({ options }) => copyLicences(options.outDir) },
  },
])

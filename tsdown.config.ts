import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'tsdown'

const common = { format: 'esm', platform: 'node', target: 'node22.13', fixedExtension: false } as const

/** 13 MB as it is installed, of which one command needs 0.2: it comes with the package instead. */
const phoneNumbers = 'libphonenumber-js/min'

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
    deps: { neverBundle: [phoneNumbers] },
    outputOptions: { paths: { [phoneNumbers]: '../../libphonenumber/index.js' } },
  },
  {
    ...common,
    entry: { 'libphonenumber/index': phoneNumbers },
    dts: false,
    clean: false,
    minify: true,
    deps: { alwaysBundle: [/libphonenumber-js/] },
    hooks: {
      'build:done': ({ options }) =>
        copyFile('node_modules/libphonenumber-js/LICENSE', join(options.outDir, 'libphonenumber/LICENSE')),
    },
  },
])

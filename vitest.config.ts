import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tests/support/longest-first.ts'

/** What one runs all day, and what takes long: processes, browsers, large texts, the code blocks of the docs. */
const slow = 'tests/**/*.slow.test.ts'

const compiled = join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  test: {
    globalSetup: 'tests/support/temporary-folder.ts',
    setupFiles: ['tests/support/random-runs.ts', 'tests/support/usual-priority.ts'],
    // Limits of a hung test, on a busy machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    // Node loads the sources as they are: what Vite makes of them runs a third slower, and takes time to make.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A tenth of the time went into collecting short-lived objects from the usual 16 MB.
    execArgv: ['--max-semi-space-size=64'],
    // Half of the time of many files is waiting, for databases, processes and time limits.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Those that wait for processes of their own, as the code blocks of the docs do.
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        // Files share what they import: loading Mastra anew for each took half of the time.
        test: { name: 'behaviour', include: ['tests/**/*.test.ts'], exclude: [slow], isolate: false },
      },
      {
        extends: true,
        // Processes of their own load what others have compiled.
        test: { name: 'slow', include: [slow], env: { NODE_COMPILE_CACHE: compiled } },
      },
    ],
  },
})

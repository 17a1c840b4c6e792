import { defineConfig } from 'tsdown'

export default defineConfig({
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
  format: 'esm',
  platform: 'node',
  target: 'node22.13',
  dts: true,
  fixedExtension: false,
  // One file a source file: what a user steps into is what stands in the repository.
  unbundle: true,
})

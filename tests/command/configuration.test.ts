import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { VerdictConfig } from '../../src/config.ts'
import { command, echoConfig, project } from '../cli/support.ts'

/** Every documented field, with a value as a configuration writes it. */
const fields = {
  target: 'async (input) => input',
  targets: '{ one: async (input) => input, two: async (input) => input }',
  targetOptions: '{ modelSettings: { temperature: 0 } }',
  data: '[{ id: "q1", input: "90", metadata: { group: "a" } }, { id: "q2", input: "80", metadata: { group: "b" } }]',
  scorers:
    '[{ scorer: { id: "number", name: "Number", run: async ({ output }) => ({ score: Number(output.text ?? output) / 100 }) }, scale: 1 }]',
  file: '"one.jsonl"',
  name: '"Everything"',
  unmockedToolPolicy: '"deny"',
  simulator: '"openai/gpt-5-mini"',
  repeats: '2',
  judgings: '1',
  concurrency: '2',
  timeoutInMs: '10_000',
  attempts: '1',
  retryDelayInMs: '0',
  budget: '{ calls: 1000 }',
  prices: '{}',
  keepPrompts: 'true',
  cache: '"cache.db"',
  experiment: 'undefined',
  workers: 'undefined',
  runs: '"kept"',
  gates: '{ failed: 0 }',
  failIfWorse: 'undefined',
  passAt: '{ number: 0.5 }',
  reports: '{ json: "report.json" }',
  labels: '[]',
  by: '"group"',
  mastra: 'undefined',
  queue: '{ close() {} }',
  worker: '{ graceInMs: 1000 }',
  monitor: '{}',
  redact: '(text) => text.replaceAll("Ada", "[name]")',
  close: '() => {}',
} satisfies Record<keyof VerdictConfig, string>

const configWithout = (...left: (keyof VerdictConfig)[]) =>
  `export default { ${Object.entries(fields)
    .filter(([name]) => !left.includes(name as keyof VerdictConfig))
    .map(([name, value]) => `${name}: ${value}`)
    .join(',\n')} }`

describe('a configuration with every documented field', () => {
  const folder = project({
    'verdict.config.mjs': configWithout('targets'),
    'side-by-side.config.mjs': configWithout('target', 'file'),
  })
  const run = join(folder, 'one.jsonl')

  it.each([
    [['run']],
    [['run', 'side-by-side.config.mjs']],
    [['rescore', run, '--file', 'again.jsonl']],
    [['compare', run, 'again.jsonl']],
    [['report', run]],
    [['runs']],
    [['dataset', 'add', '--from', run, '--to', 'cases.jsonl', '--only', 'id:q1']],
    [['label', 'plan', run, '0.2']],
  ])('passes through verdict %j', async (args) => {
    const { code, stderr } = await command(folder, args)
    expect([code, stderr.replaceAll(/^(?!verdict: |error: ).*\n?/gm, '')]).toEqual([0, ''])
  })
})

describe('a field that no configuration has', () => {
  it('is refused by its name, and what the configuration opened is closed', async () => {
    const more = `concurency: 3, close() { throw new Error('closed') },`
    const folder = project({ 'verdict.config.mjs': echoConfig([1], more) })
    const { code, stderr } = await command(folder, ['run'])
    expect(code).toBe(2)
    expect(stderr).toContain('warning: close failed: closed')
    expect(stderr).toContain('verdict.config.mjs is wrong: there is no field concurency')
  })
})

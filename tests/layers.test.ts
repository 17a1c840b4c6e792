import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The rooms of src, from the ground up: the core by floors, then the features, which stand on all of the core, then
 * what gathers them. A room may import from those before it and from nothing else; rooms in one line know nothing of
 * each other. So a feature imports from another only where it stands above it here.
 */
const layers = [
  ['shared'],
  ['page', 'server', 'telemetry', 'text', 'transcript', 'statistics'],
  ['judge'],
  ['scorers'],
  ['peer-names.ts'],
  ['run'],
  ['evaluation'],
  ['report'],
  ['config'],
  ['cli'],
  ['features/labels', 'features/guard', 'features/view'],
  ['features/agreement', 'features/audit', 'features/pairs'],
  ['features/workers', 'features/mcp'],
  ['features/monitor'],
  ['evaluation.ts', 'report.ts', 'config.ts', 'vitest'],
  ['index.ts'],
  ['command'],
  ['agents'],
  ['mastra'],
]

/** Who may name a library: it hides behind one room, or it would be in every installation. */
const reserved: Readonly<Record<string, RegExp>> = {
  vitest: /^src\/vitest\//,
  commander: /^src\/(?:cli|features\/[^/]+\/options)/,
  hono: /^src\/(?:page|server)\//,
  '@hono/node-server': /^src\/server\//,
  'pg-boss': /^src\/features\/workers\/engine\//,
  '@electric-sql/pglite': /^src\/features\/workers\/engine\//,
  '@modelcontextprotocol/sdk': /^src\/features\/mcp\//,
  'prom-client': /^src\/features\/workers\/(?:worker\/health|queue\/server-metrics)/,
  '@opentelemetry/api': /^src\/(?:features\/monitor\/delivery|telemetry)\//,
  '@opentelemetry/api-logs': /^src\/telemetry\//,
  'd3-scale': /^src\/(?:report\/html\/charts\/|features\/monitor\/report\/stream-chart)/,
  'libphonenumber-js': /^src\/text\/redact\//,
  entities: /^src\/text\/redact\//,
  iban: /^src\/text\/redact\//,
  '@secretlint/secretlint-rule-preset-recommend': /^src\/text\/redact\//,
  '@lat.md/embed': /^src\/judge\/embedded\/encoding\//,
}

const repository = join(import.meta.dirname, '..')
const sources = globSync('src/**/*.ts', { cwd: repository }).sort()
const importsOf = (file: string) =>
  Array.from(
    readFileSync(join(repository, file), 'utf8').matchAll(
      /^(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gms,
    ),
    ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '',
  )
const targetsOf = (file: string) =>
  importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(file), target)))
/** Every folder of src is a room, except the one of features, where each has its own. */
const roomOf = (file: string) => /^src\/(features\/[^/]+|[^/]+)/.exec(file)?.[1] ?? ''
const levelOf = (room: string) => layers.findIndex((rooms) => rooms.includes(room))

it('every room of src is in the list, and every room of the list is in src', () => {
  expect([...new Set(sources.map(roomOf))].sort()).toEqual(layers.flat().sort())
})

it('AGENTS.md has the same order', () => {
  const order = layers.map((rooms) => rooms.map((room) => `\`${room}\``).join(', ')).join(' ← ')
  expect(readFileSync(join(repository, 'AGENTS.md'), 'utf8')).toContain(order)
})

describe.each(layers.flat())('%s', (room) => {
  it('imports only from rooms below it', () => {
    const wrong = sources
      .filter((file) => roomOf(file) === room)
      .flatMap((file) => targetsOf(file).map((target) => [file, target] as const))
      .filter(([, target]) => !target.startsWith('src/') || roomOf(target) !== room)
      .filter(([, target]) => !target.startsWith('src/') || levelOf(roomOf(target)) >= levelOf(room))
    expect(wrong).toEqual([])
  })
})

it.each(Object.entries(reserved))('%s is named in its room alone', (library, room) => {
  const named = sources.filter((file) =>
    importsOf(file).some((target) => target === library || target.startsWith(`${library}/`)),
  )
  expect(named.filter((file) => !room.test(file))).toEqual([])
})

it('no file imports itself by way of others', () => {
  const graph = new Map(sources.map((file) => [file, targetsOf(file)]))
  const done = new Set<string>()
  const circles: string[] = []
  function visit(file: string, path: readonly string[]): void {
    const start = path.indexOf(file)
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const target of graph.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of sources) visit(file, [])
  expect(circles).toEqual([])
})

it.each([
  'src/command/start.ts',
  'src/cli/commands/judge/judge.ts',
  'src/cli/commands/report/report.ts',
  'src/cli/commands/compare/compare.ts',
])('%s is loaded without Mastra, which takes a second and 100 MB', (start) => {
  const loaded = new Set([start])
  const ofMastra: string[] = []
  for (const file of loaded) {
    const code = readFileSync(join(repository, file), 'utf8')
    for (const [, from = ''] of code.matchAll(/^(?:import|export) (?!type\b)[^'"]*?from '([^']+)'/gms)) {
      if (from.startsWith('.')) loaded.add(normalize(join(dirname(file), from)))
      if (from.startsWith('@mastra/')) ofMastra.push(`${file} imports ${from}`)
    }
  }
  expect(loaded.size).toBeGreaterThan(5)
  expect(ofMastra).toEqual([])
})

it('what is shipped or tested does not lean on the scripts of research', () => {
  const tests = globSync('tests/**/*.ts', { cwd: repository }).filter((file) => !/^tests.research/.test(file))
  const leaning = [...sources, ...tests].filter((file) =>
    targetsOf(file).some((target) => target.startsWith('research/')),
  )
  expect(leaning).toEqual([])
})

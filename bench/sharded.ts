/**
 * What a run over many items takes of time and memory, by workers and in one process, with a target and a judge that
 * answer at once: what is measured is the work around them. Run: `npm run bench:sharded`; DATABASE_URL names the PostgreSQL.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { peakMemoryIn, tellPeakMemory } from '../tests/support/peak-memory.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000,100000' },
    workers: { type: 'string', default: '2' },
    context: { type: 'string', default: '1500' },
  },
})
const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const command = fileURLToPath(new URL('../src/command/main.ts', import.meta.url))
const config = fileURLToPath(new URL('support/sharded.config.ts', import.meta.url))

function start(environment: NodeJS.ProcessEnv, ...argv: string[]) {
  const child = spawn(process.execPath, ['--import', tellPeakMemory, command, ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const said = text(child.stderr)
  return { child, said }
}

async function memoryOf({ child, said }: { child: ChildProcess; said: Promise<string> }): Promise<string> {
  if (child.exitCode === null) await once(child, 'exit')
  const peak = peakMemoryIn(await said)
  if (Number.isNaN(peak)) throw new Error(`it ended with ${child.exitCode}: ${await said}`)
  return peak.toFixed(0)
}

async function writeDataset(file: string, items: number): Promise<void> {
  const stream = createWriteStream(file)
  const context = 'It is made of iron and stands in the middle of the town. '
    .repeat(100)
    .slice(0, Number(values.context))
  for (let index = 0; index < items; index += 1) {
    const line = {
      id: `q-${index}`,
      input: `How tall is tower ${index}?`,
      metadata: { context: `${index} ${context}` },
    }
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
}

const megabytesOf = async (file: string) => ((await stat(file)).size / 1e6).toFixed(1)
const folder = await mkdtemp(join(tmpdir(), 'verdict-sharded-'))
const rows: string[][] = []
for (const items of values.items.split(',').map(Number)) {
  const data = join(folder, `data-${items}.jsonl`)
  await writeDataset(data, items)
  for (const mode of ['one process', 'workers']) {
    const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
    const environment = { QUEUE: connectionString, QUEUE_SCHEMA: schema, DATASET: data }
    const file = join(folder, `${items}-${mode.replace(' ', '-')}.jsonl`)
    const team =
      mode === 'workers'
        ? Array.from({ length: Number(values.workers) }, () => start(environment, 'worker', config))
        : []
    const begin = performance.now()
    const run = start(environment, 'run', config, '--file', file, ...(team.length > 0 ? ['--workers'] : []))
    const memory = await memoryOf(run)
    const inSeconds = (performance.now() - begin) / 1000
    for (const { child } of team) child.kill('SIGTERM')
    const ofWorkers = await Promise.all(team.map(memoryOf))
    rows.push([
      ...[String(items), await megabytesOf(data), mode, inSeconds.toFixed(1), (items / inSeconds).toFixed(0)],
      ...[memory, ofWorkers.join(', '), await megabytesOf(file)],
    ])
    console.error(rows.at(-1)?.join('  '))
    if (team.length === 0) continue
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  }
}
await rm(folder, { recursive: true })
console.log(
  table([
    [
      'Items',
      'MB of data',
      'Done by',
      'Seconds',
      'Items a second',
      'MB of memory',
      'of workers',
      'MB of the run file',
    ],
    ...rows,
  ]),
)

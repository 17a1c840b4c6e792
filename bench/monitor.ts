/**
 * A monitor on a million stored scores: from cold to the last, then in a steady state, with the memory of the process.
 * Run: `node bench/monitor.ts`, with `--store libsql` or `--store postgres` for one of them and `--scores 100000` for
 * fewer; DATABASE_URL names the PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStore } from '@mastra/pg'
import { keepHeapSmall } from '../src/cli/small-heap.ts'
import { monitor } from '../src/monitor/index.ts'
import { type Database, databaseOf } from '../src/monitor/source/database.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    scores: { type: 'string', default: '1000000' },
    store: { type: 'string', multiple: true, default: ['libsql', 'postgres'] },
    /** Of a process that watches: where. */
    watch: { type: 'string' },
  },
})
const count = Number(values.scores)
const url = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'

const storageOf = (place: string) =>
  place.startsWith('file:')
    ? new LibSQLStore({ id: 'bench', url: place })
    : new PostgresStore({ id: 'bench', connectionString: url, schemaName: place })

const megabyte = 1024 * 1024

const question = 'How tall is the tower? '.repeat(4)
const answer = 'It is 330 metres tall, and it is made of iron. '.repeat(6)
const judging = JSON.stringify({
  judge: { calls: 1, durationInMs: 800, usage: { inputTokens: 900, outputTokens: 80 } },
})

/** Rows as the store would write them, half a minute apart, made by the database itself: a million take a while. */
async function write(database: Database, from: number, to: number): Promise<void> {
  const isPostgres = database.kind === 'postgres'
  const [numbers, time, json] = isPostgres
    ? [
        `select n from generate_series(${from}::bigint, ${to - 1}::bigint) as n`,
        `timestamp '2024-01-01' + n * interval '30 seconds'`,
        (value: string) => `'${value}'::jsonb`,
      ]
    : [
        `with recursive counted(n) as (select ${from} union all select n + 1 from counted where n < ${to - 1}) select n from counted`,
        `strftime('%Y-%m-%dT%H:%M:%fZ', 1704067200 + n * 30, 'unixepoch')`,
        (value: string) => `jsonb('${value}')`,
      ]
  // Scores in an order without a pattern: 0.5 in one of five.
  await database.query(
    `insert into ${database.table('mastra_scorers')}
       (id, "scorerId", "entityId", "runId", score, "createdAt", "updatedAt", "threadId", "input", "output",
        "analyzeStepResult", "source", "scorer", "entity", "entityType")
     select 'row-' || n, case n % 2 when 0 then 'relevancy' else 'faithfulness' end, 'agent-' || (n % 5), 'run',
       case when (n * 7919 + n / 13 * 104729) % 100 < 80 then 1 else 0.5 end, ${time}, ${time},
       'thread-' || (n / 4), ${json(JSON.stringify(question))}, ${json(JSON.stringify(answer))}, ${json(judging)},
       'LIVE', ${json('{}')}, ${json('{}')}, 'AGENT' from (${numbers}) as counted`,
  )
}

if (values.watch !== undefined) await watch(values.watch)
else {
  const rows = []
  for (const kind of values.store) rows.push(await bench(kind))
  console.log(
    table([
      [
        'Store',
        'Scores',
        'From cold, s',
        'Scores a second',
        'Heap in use, MB',
        'Memory, MB',
        'With mapped files, MB',
        '100 more, s',
        'Nothing new, ms',
      ],
      ...rows,
    ]),
  )
}

async function bench(kind: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-bench-'))
  const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
  const place = kind === 'libsql' ? `file:${join(folder, 'mastra.db')}` : schema
  const storage = storageOf(place)
  const database = await databaseOf(new Mastra({ storage, logger: false }))
  try {
    await write(database, 0, count)
    // As a store that has grown by and by has it.
    await database.query(`analyze ${database.table('mastra_scorers')}`)
    const cold = await measure(place)
    await write(database, count, count + 100)
    const more = await measure(place)
    return [
      kind,
      count.toLocaleString('en'),
      cold.seconds.toFixed(1),
      Math.round(count / cold.seconds).toLocaleString('en'),
      cold.heap.map((of) => of.toFixed(0)).join(' to '),
      cold.memory.map((of) => of.toFixed(0)).join(' to '),
      cold.resident.toFixed(0),
      more.seconds.toFixed(2),
      more.idleInMs.toFixed(0),
    ]
  } finally {
    if (kind !== 'libsql') await database.query(`drop schema ${schema} cascade`)
    await storage.close()
    rmSync(folder, { recursive: true })
  }
}

interface Measured {
  readonly seconds: number
  /** Megabytes of this process's own, with Mastra and the store open, and the most there was. */
  readonly memory: readonly [number, number]
  /** Megabytes of this process in all, at most. */
  readonly resident: number
  /** Megabytes of the heap that are in use, before and after. */
  readonly heap: readonly [number, number]
  readonly idleInMs: number
  readonly rows: number
}

/** In a process of its own, whose memory is that of the monitor. */
async function measure(place: string): Promise<Measured> {
  const child = spawn(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), '--watch', place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Measured
}

function liveHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / megabyte
}

/** Without files that are mapped into memory: Node itself, and up to 128 MB of its database by LibSQLStore. */
function ownMemory(): number {
  const [, own] = existsSync('/proc/self/status')
    ? (/RssAnon:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [])
    : []
  return own === undefined ? process.memoryUsage.rss() / megabyte : Number(own) / 1024
}

async function watch(place: string): Promise<void> {
  const storage = storageOf(place)
  const mastra = new Mastra({ storage, logger: false })
  await storage.init()
  // As the command does.
  keepHeapSmall()
  const before = ownMemory()
  const heapBefore = liveHeap()
  let memory = before
  const measure = setInterval(() => {
    memory = Math.max(memory, ownMemory())
  }, 50)
  const look = async () => {
    const started = performance.now()
    const { rows } = await monitor({ mastra, once: true, by: 'agent', telemetry: false }).ended
    return { rows, tookInMs: performance.now() - started }
  }
  const { rows, tookInMs } = await look()
  const idle = await look()
  clearInterval(measure)
  const heap = [heapBefore, liveHeap()]
  console.log(
    JSON.stringify({
      rows,
      seconds: tookInMs / 1000,
      memory: [before, memory],
      resident: process.resourceUsage().maxRSS / 1024,
      heap,
      idleInMs: idle.tookInMs,
    }),
  )
  await storage.close()
}

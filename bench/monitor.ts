/**
 * A monitor on a million stored scores: `verdict monitor` from cold to the last, with the memory of its process, then
 * `monitor()` in a steady state.
 * Run: `node bench/monitor.ts`, with `--store libsql` or `--store postgres` for one of them and `--scores 100000` for
 * fewer; DATABASE_URL names the PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStore } from '@mastra/pg'
import { monitor } from '../src/features/monitor/index.ts'
import { type Database, openDatabase } from '../src/features/monitor/source/database.ts'
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
  const titles = ['Store', 'Scores', 'From cold, s', 'Scores a second', 'Own memory, MB', 'Resident, MB']
  console.log(table([[...titles, '100 more, s', 'Nothing new, ms'], ...rows]))
}

async function bench(kind: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-bench-'))
  const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
  const place = kind === 'libsql' ? `file:${join(folder, 'mastra.db')}` : schema
  const storage = storageOf(place)
  const database = await openDatabase(new Mastra({ storage, logger: false }))
  try {
    await write(database, 0, count)
    // As a store that has grown by and by has it.
    await database.query(`analyze ${database.table('mastra_scorers')}`)
    const cold = await runCommand(place)
    await write(database, count, count + 100)
    const more = await lookTwice(place)
    return [
      kind,
      count.toLocaleString('en'),
      cold.seconds.toFixed(1),
      Math.round(count / cold.seconds).toLocaleString('en'),
      cold.own.toFixed(0),
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

interface Cold {
  /** With the start of the process. */
  readonly seconds: number
  /** Megabytes at most that are no mapped file, such as Node's program. */
  readonly own: number
  /** Megabytes at most in all. */
  readonly resident: number
}

/** The command from its start to its end, seen from outside (Linux). */
async function runCommand(place: string): Promise<Cold> {
  const paths = ['../src/command/main.ts', 'support/monitor.config.ts']
  const [command = '', config = ''] = paths.map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const began = performance.now()
  const child = spawn(process.execPath, [command, 'monitor', config, '--once', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STORE: place, DATABASE_URL: url },
  })
  let own = 0
  let resident = 0
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    own = Math.max(own, megabytesOf(status, 'RssAnon'))
    // The kernel keeps the most there ever was.
    resident = Math.max(resident, megabytesOf(status, 'VmHWM'))
  }, 50)
  child.once('exit', () => clearInterval(look))
  const told = await text(child.stdout)
  const { rows } = JSON.parse(told.trim().split('\n').at(-1) ?? '') as { rows: number }
  if (rows !== count) throw new Error(`the monitor read ${rows} scores of ${count}`)
  return { seconds: (performance.now() - began) / 1000, own, resident }
}

/** 0 of a process that has ended. */
function megabytesOf(status: string, field: string): number {
  const [, kilobytes = '0'] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status) ?? []
  return Number(kilobytes) / 1024
}

interface Looks {
  readonly seconds: number
  readonly idleInMs: number
}

/** In a process of its own that is there already. */
async function lookTwice(place: string): Promise<Looks> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--watch', place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout)) as Looks
}

async function watch(place: string): Promise<void> {
  const storage = storageOf(place)
  const mastra = new Mastra({ storage, logger: false })
  await storage.init()
  const look = async () => {
    const started = performance.now()
    await monitor({ mastra, once: true, by: 'agent', telemetry: false }).ended
    return performance.now() - started
  }
  const seconds = (await look()) / 1000
  console.log(JSON.stringify({ seconds, idleInMs: await look() }))
  await storage.close()
}

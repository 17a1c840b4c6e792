/**
 * How many scores 1, 2 and 4 worker processes make in a second, with a judge over HTTP that takes 100 ms, and how much
 * processor time of workers, PostgreSQL (all of the machine's) and judge a score takes; and how many a process makes that
 * scores and writes without a queue. Run: `npm run bench:workers`; DATABASE_URL names the PostgreSQL.
 */
import { fork, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { answeredRun } from './support/answered-run.ts'
import { peakOf, processorTimeOf, processorTimeOfAll } from './support/processor-time.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    /** For each worker. */
    jobs: { type: 'string', default: '1000' },
    /** For each worker, before it is measured: its code is compiled by then. */
    warm: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '10' },
    /** Milliseconds until the judge answers. */
    judge: { type: 'string', default: '100' },
    workers: { type: 'string', default: '1,2,4' },
  },
})
const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
const judge = fork(new URL('./support/honest-judge.ts', import.meta.url), [values.judge])
const [url] = await once(judge, 'message')
Object.assign(process.env, { QUEUE: connectionString, QUEUE_SCHEMA: schema, JUDGE_URL: url })
const { queue, scorer, mastra } = await import('../tests/features/workers/fixtures/verdict.config.ts')
await mastra.getStorage()?.init()
const engine = await queue.engine()

const config = fileURLToPath(new URL('../tests/features/workers/fixtures/verdict.config.ts', import.meta.url))
const command = fileURLToPath(new URL('../src/command/main.ts', import.meta.url))

interface Rate {
  readonly aSecond: number
  /** A score. */
  readonly processorInMs: { readonly workers: number; readonly postgres: number; readonly judge: number }
  /** Of the worker that took most. */
  readonly megabytes: number
}

async function put(jobs: number): Promise<void> {
  for (let put = 0; put < jobs; put += 500)
    await engine.put(
      Array.from({ length: Math.min(500, jobs - put) }, () => queue.jobOf(scorer, answeredRun(scorer.id))),
    )
}

/** @returns Seconds until the queue is empty, from when its jobs may be taken. */
async function empty(): Promise<number> {
  await client.query(`delete from ${schema}.hold`)
  const started = performance.now()
  // Asked cheaply: counting all jobs would take more of the database than the work.
  while (!(await engine.isEmpty())) await delay(50)
  return (performance.now() - started) / 1000
}

/** Without the start of processes, and without the scores in which their code is not compiled yet. */
async function measure(workers: number): Promise<Rate> {
  const team = Array.from({ length: workers }, () =>
    spawn(process.execPath, [command, 'worker', config, '--concurrency', values.concurrency], {
      stdio: 'ignore',
    }),
  )
  const jobs = workers * Number(values.jobs)
  const used = () => ({
    workers: team.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0),
    postgres: processorTimeOfAll('postgres'),
    judge: processorTimeOf(judge.pid),
  })
  await engine.holds.add(scorer.id, 600_000)
  await put(workers * Number(values.warm))
  await delay(8000)
  await empty()
  await engine.holds.add(scorer.id, 600_000)
  await put(jobs)
  const before = used()
  const inSeconds = await empty()
  const after = used()
  const aScore = (who: keyof typeof after) => (after[who] - before[who]) / jobs
  const processorInMs = { workers: aScore('workers'), postgres: aScore('postgres'), judge: aScore('judge') }
  const megabytes = Math.max(...team.map(({ pid }) => peakOf(pid)))
  const { failed = 0 } = (await engine.counts())[0] ?? {}
  if (failed > 0) throw new Error(`${failed} jobs failed: ${(await engine.reasons('failed'))[0]?.reason}`)
  for (const worker of team) worker.kill('SIGTERM')
  await Promise.all(team.map((worker) => worker.exitCode ?? once(worker, 'exit')))
  return { aSecond: jobs / inSeconds, processorInMs, megabytes }
}

/** What no queue can be faster than. */
async function measureWithoutQueue(): Promise<Pick<Rate, 'aSecond'> & { readonly processorInMs: number }> {
  const without = fork(new URL('./support/without-queue.ts', import.meta.url), [
    ...[values.jobs, values.warm, values.concurrency],
  ])
  const [found] = await once(without, 'message')
  await once(without, 'exit')
  return found
}

const client = new pg.Client({ connectionString })
await client.connect()
const found = new Map<number, Awaited<ReturnType<typeof measure>>>()
for (const workers of values.workers.split(',').map(Number)) found.set(workers, await measure(workers))
const one = found.get(1)?.aSecond ?? Number.NaN
console.log(
  `${values.jobs} jobs a worker after ${values.warm}, ${values.concurrency} at once in each, a judge of ${values.judge} ms\n`,
)
const rows = [...found].map(([workers, { aSecond, processorInMs, megabytes }]) => [
  ...[
    String(workers),
    aSecond.toFixed(1),
    (aSecond / one).toFixed(2),
    processorInMs.workers.toFixed(2),
    processorInMs.postgres.toFixed(2),
    processorInMs.judge.toFixed(2),
    megabytes.toFixed(0),
  ],
])
const without = await measureWithoutQueue()
rows.push(['no queue', without.aSecond.toFixed(1), '', without.processorInMs.toFixed(2), '', '', ''])
const head = ['Workers', 'Scores a second', 'Against one', 'Their ms a score', 'PostgreSQL', 'Judge', 'MB']
console.log(table([head, ...rows]))
await client.query(`drop schema ${schema} cascade; drop schema ${schema}_mastra cascade`)
await client.end()
await queue.close()
await mastra.shutdown()
judge.disconnect()

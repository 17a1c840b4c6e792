/**
 * How many scores 1, 2 and 4 worker processes make in a second, with a judge over HTTP that takes 100 ms, and how much
 * processor time of the workers a score takes. Run: `npm run bench:workers`; DATABASE_URL names the PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openaiServer } from '../tests/support/openai-server.ts'
import { honestReply } from '../tests/support/scripted-judge.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '10' },
    /** Milliseconds until the judge answers. */
    judge: { type: 'string', default: '100' },
    workers: { type: 'string', default: '1,2,4' },
  },
})
const jobs = Number(values.jobs)
const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
const judge = await openaiServer((request) => ({ ...honestReply(request), delayInMs: Number(values.judge) }))
Object.assign(process.env, { QUEUE: connectionString, QUEUE_SCHEMA: schema, JUDGE_URL: judge.url })
const { queue, scorer, mastra } = await import('../tests/live/workers/fixtures/verdict.config.ts')
await mastra.getStorage()?.init()
const engine = await queue.engine()

const output = ['It is 330 metres tall [yes].', 'It is made of iron [unsure].', 'Paris is nice [no].'].join(
  '\n\n',
)
const run = () => ({
  runId: randomUUID(),
  input: 'How tall is the tower?',
  output: [{ role: 'assistant', content: output }],
  source: 'LIVE',
  entity: { id: 'guide', name: 'guide' },
  entityType: 'AGENT',
  scorer: { id: scorer.id },
})

const config = fileURLToPath(new URL('../tests/live/workers/fixtures/verdict.config.ts', import.meta.url))
const command = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** Processor time that a process has had, in milliseconds, as Linux tells it in hundredths of a second. */
function processorTimeOf(pid: number | undefined): number {
  const [, times = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = times.split(' ').slice(11, 13)
  return 10 * (Number(user) + Number(system))
}

/** The most memory that a process has had, in megabytes. */
const peakOf = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

interface Rate {
  readonly aSecond: number
  readonly processorInMs: number
  /** Of the worker that took most. */
  readonly megabytes: number
}

/** From the first job to the last that is done, so that the start of processes does not count. */
async function measure(workers: number): Promise<Rate> {
  await engine.hold(scorer.id, 600_000)
  for (let put = 0; put < jobs; put += 500)
    await engine.put(Array.from({ length: Math.min(500, jobs - put) }, () => queue.jobOf(scorer, run())))
  const team = Array.from({ length: workers }, () =>
    spawn(process.execPath, [command, 'worker', config, '--concurrency', values.concurrency], {
      stdio: 'ignore',
    }),
  )
  await delay(8000)
  await client.query(`delete from ${schema}.hold`)
  const used = () => team.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0)
  const [started, usedBefore] = [performance.now(), used()]
  // Asked cheaply: counting all jobs would take more of the database than the work.
  while (!(await engine.isEmpty())) await delay(50)
  const inSeconds = (performance.now() - started) / 1000
  const processorInMs = (used() - usedBefore) / jobs
  const megabytes = Math.max(...team.map(({ pid }) => peakOf(pid)))
  const { failed = 0 } = (await engine.counts())[0] ?? {}
  if (failed > 0) throw new Error(`${failed} jobs failed: ${(await engine.reasons('failed'))[0]?.reason}`)
  for (const worker of team) worker.kill('SIGTERM')
  await Promise.all(team.map((worker) => worker.exitCode ?? once(worker, 'exit')))
  return { aSecond: jobs / inSeconds, processorInMs, megabytes }
}

const client = new pg.Client({ connectionString })
await client.connect()
const found = new Map<number, Awaited<ReturnType<typeof measure>>>()
for (const workers of values.workers.split(',').map(Number)) found.set(workers, await measure(workers))
const one = found.get(1)?.aSecond ?? Number.NaN
console.log(`${jobs} jobs, ${values.concurrency} at once in each worker, a judge of ${values.judge} ms\n`)
const rows = [...found].map(([workers, { aSecond, processorInMs, megabytes }]) => [
  ...[
    String(workers),
    aSecond.toFixed(1),
    (aSecond / one).toFixed(2),
    processorInMs.toFixed(1),
    megabytes.toFixed(0),
  ],
])
console.log(table([['Workers', 'Scores a second', 'Against one', 'Processor ms a score', 'MB'], ...rows]))
await client.query(`drop schema ${schema} cascade; drop schema ${schema}_mastra cascade`)
await client.end()
await queue.close()
await mastra.shutdown()
await judge[Symbol.asyncDispose]()

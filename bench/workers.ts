/**
 * How many scores 1, 2 and 4 worker processes make in a second, with a judge over HTTP that takes 200 ms.
 * Run: `npm run bench:workers`; DATABASE_URL names the PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
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
  },
})
const jobs = Number(values.jobs)
const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
const judge = await openaiServer((request) => ({ ...honestReply(request), delayInMs: 200 }))
Object.assign(process.env, { QUEUE: connectionString, QUEUE_SCHEMA: schema, JUDGE_URL: judge.url })
const { queue, scorer, mastra } = await import('../tests/workers/fixtures/verdict.config.ts')
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

const config = fileURLToPath(new URL('../tests/workers/fixtures/verdict.config.ts', import.meta.url))
const command = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** Jobs a second from the first to the last that is done, so that the start of processes does not count. */
async function rateOf(workers: number): Promise<number> {
  await engine.hold(scorer.id, 600_000)
  for (let put = 0; put < jobs; put += 500)
    await engine.put(Array.from({ length: Math.min(500, jobs - put) }, () => queue.jobOf(scorer, run())))
  const team = Array.from({ length: workers }, () =>
    spawn(process.execPath, [command, 'worker', config, '--concurrency', values.concurrency], {
      stdio: 'ignore',
    }),
  )
  await delay(8000)
  const done = async () => (await engine.counts())[0]?.scored ?? 0
  const before = await done()
  await client.query(`delete from ${schema}.hold`)
  const started = performance.now()
  while ((await done()) < before + jobs) await delay(50)
  const inSeconds = (performance.now() - started) / 1000
  for (const worker of team) worker.kill('SIGTERM')
  await Promise.all(team.map((worker) => worker.exitCode ?? once(worker, 'exit')))
  return jobs / inSeconds
}

const client = new pg.Client({ connectionString })
await client.connect()
const rates = new Map<number, number>()
for (const workers of [1, 2, 4]) rates.set(workers, await rateOf(workers))
const one = rates.get(1) ?? Number.NaN
console.log(`${jobs} jobs, ${values.concurrency} at once in each worker, a judge of 200 ms\n`)
const rows = [...rates].map(([workers, rate]) => [String(workers), rate.toFixed(1), (rate / one).toFixed(2)])
console.log(table([['Workers', 'Scores a second', 'Against one'], ...rows]))
await client.query(`drop schema ${schema} cascade; drop schema ${schema}_mastra cascade`)
await client.end()
await queue.close()
await mastra.shutdown()
await judge[Symbol.asyncDispose]()

/**
 * How many jobs a second the queue takes and gives, and how large they are in the database, by how many wait.
 * Run: `npm run bench:queue`; DATABASE_URL names the PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { scoringQueue } from '../src/features/workers/index.ts'
import { createAnswerRelevancyScorer } from '../src/scorers/index.ts'
import { fakeJudge } from '../tests/support/fake-judge.ts'
import { readSamples } from './support/runs.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({ options: { jobs: { type: 'string', default: '10000,100000' } } })
const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const scorer = createAnswerRelevancyScorer({ model: fakeJudge() })
const samples = readSamples()
const client = new pg.Client({ connectionString })
await client.connect()

/** As many at once as the buffer of a server puts, and as many takers as a team of workers. */
const [putAtOnce, putters, takers] = [20, 4, 20]

/** @param step Does some of the work; that there is none left is no end, since others may still be at theirs. */
async function rateOf(count: number, inParallel: number, step: () => Promise<number>): Promise<number> {
  const begin = performance.now()
  let left = count
  await Promise.all(
    Array.from({ length: inParallel }, async () => {
      while (left > 0) {
        const done = await step()
        left -= done
        if (done === 0) await delay(1)
      }
    }),
  )
  return count / ((performance.now() - begin) / 1000)
}

const rows: string[][] = []
for (const count of values.jobs.split(',').map(Number)) {
  const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
  const queue = scoringQueue({ connectionString, schema })
  const engine = await queue.engine()
  const jobOf = () => {
    const { question, answer } = samples[
      Math.floor(Math.random() * samples.length)
    ] as (typeof samples)[number]
    return queue.jobOf(scorer, {
      ...{ runId: randomUUID(), input: question, output: [{ role: 'assistant', content: answer }] },
      ...{
        source: 'LIVE',
        entity: { id: 'guide', name: 'guide' },
        entityType: 'AGENT',
        scorer: { id: scorer.id },
      },
    })
  }
  let made = 0
  const put = await rateOf(count, putters, async () => {
    if (made >= count) return 0
    made += putAtOnce
    return engine.put(Array.from({ length: putAtOnce }, jobOf))
  })
  const { rows: sizes } = await client.query(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r'`,
    [schema],
  )
  // Each takes a batch, as a worker does, and reports each job by itself.
  const taken = await rateOf(count, takers, async () => {
    const jobs = await engine.take(10)
    await Promise.all(jobs.map(({ id }) => engine.done(id, { outcome: 'scored', calls: 1 })))
    return jobs.length
  })
  const kilobytes = Number(sizes[0]?.bytes) / count / 1000
  rows.push([String(count), put.toFixed(0), taken.toFixed(0), kilobytes.toFixed(2)])
  console.error(rows.at(-1)?.join('  '))
  await queue.close()
  await client.query(`drop schema ${schema} cascade`)
}
await client.end()
console.log(table([['Jobs', 'Put a second', 'Taken and done a second', 'KB a job in the database'], ...rows]))

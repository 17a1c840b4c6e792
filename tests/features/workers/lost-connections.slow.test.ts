import { setTimeout as delay } from 'node:timers/promises'
import { PostgresStore } from '@mastra/pg'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { hearLostConnections } from '../../../src/shared/lost-connections.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { hasOwnPostgres, ownPostgres } from '../../support/own-postgres.ts'
import { query, testQueue } from '../../support/queues.ts'
import { honestReply } from '../../support/scripted-judge.ts'
import { Process } from './worker-processes.ts'

const schema = 'lost'
const answers = 300
const endings = 100

const run = (number: number) => ({
  runId: `run-${number}`,
  input: 'How tall is it?',
  output: [{ role: 'assistant', content: `It is ${number} metres tall.` }],
  source: 'LIVE',
  entity: { id: 'guide', name: 'guide' },
  entityType: 'AGENT',
  scorer: { id: 'answer-relevancy' },
})

it.skipIf(!hasOwnPostgres)(
  'a worker outlives a hundred ends of all its connections, and scores each answer once',
  async () => {
    const postgres = await ownPostgres()
    const judge = await openaiServer((request) => ({ ...honestReply(request), delayInMs: 50 }))
    onTestFinished(() => judge[Symbol.asyncDispose]())
    const store = new PostgresStore({
      id: 'made',
      connectionString: postgres.url,
      schemaName: `${schema}_mastra`,
    })
    await store.init()
    await store.close()
    const queue = testQueue({ connectionString: postgres.url, schema })
    const environment = {
      QUEUE: postgres.url,
      QUEUE_SCHEMA: schema,
      JUDGE_URL: judge.url,
      STORE: postgres.url,
    }
    // That of the worker, since a job for another version would wait a minute for another worker.
    Object.assign(process.env, environment)
    const { scorer } = await import('./fixtures/verdict.config.ts')
    const worker = new Process(['worker', '--concurrency', '5'], environment)
    let given = 0
    for (let ending = 0; ending < endings; ending += 1) {
      for (; given < ((ending + 1) * answers) / endings; given += 1) queue.add(scorer, run(given))
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        [],
        postgres.url,
      )
      // At first in quick order, since a store that begins holds a client for long.
      await delay(ending < endings / 2 ? 20 : 150)
      expect(worker.isAlive, worker.output).toBe(true)
    }
    const scored = async () => {
      const rows = await query(
        `select count(*)::int as rows, count(distinct "runId")::int as runs from ${schema}_mastra.mastra_scorers`,
        [],
        postgres.url,
      )
      return rows[0]
    }
    await expect.poll(scored, { interval: 500 }).toEqual({ rows: answers, runs: answers })
    worker.child.kill('SIGTERM')
    expect(await worker.ended()).toBe(0)
  },
)

it.skipIf(!hasOwnPostgres)('a client in a transaction may end without ending the process', async () => {
  const postgres = await ownPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url })
  const told: unknown[] = []
  hearLostConnections(pool, (error) => told.push(error))
  hearLostConnections(pool, (error) => told.push(error))
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await query('select pg_terminate_backend($1)', [rows[0].pid], postgres.url)
  await ended
  await expect(client.query('commit')).rejects.toThrow()
  client.release(true)
  // One that is idle tells the pool, once.
  const idle = await pool.connect()
  const { rows: own } = await idle.query('select pg_backend_pid() as pid')
  idle.release()
  await query('select pg_terminate_backend($1)', [own[0].pid], postgres.url)
  await expect.poll(() => told).toHaveLength(1)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

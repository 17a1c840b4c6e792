/**
 * What queued scoring adds to answers: 200 agents' answers at once without scorers, without them again, with a queue in
 * PostgreSQL whose workers run elsewhere, and scored in this process, in turn. The model takes 4 s and the judge 300 ms;
 * an answer begins every 20 ms, so that 200 are under way. All 200 begun in one instant would measure how they wait for
 * each other. Run: `npm run bench:queued`; DATABASE_URL names the PostgreSQL. With `-- --pglite` the queue is a PGlite
 * whose worker runs in this process, and one answer in five is scored.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent } from '@mastra/core/agent'
import type { MastraScorers } from '@mastra/core/evals'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { queued, scoringQueue, startWorker } from '../src/features/workers/index.ts'
import { createAnswerRelevancyScorer } from '../src/scorers/index.ts'
import { readSamples } from './support/runs.ts'
import { slowModel } from './support/slow-model.ts'
import { startJudge } from './support/start-judge.ts'
import { intervalOfMedian, median, quantile } from './support/statistics.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    /** Milliseconds until the model begins to answer. */
    model: { type: 'string', default: '4000' },
    pglite: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const modelInMs = Number(values.model)
if (!Number.isInteger(rounds) || rounds < 6)
  throw new TypeError('--rounds must be a whole number of 6 or more')
const atOnce = 200
/** Of a round: until the first answer is there no answers are scored, so the first ones are not counted. */
const answers = 3 * atOnce

const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
const folder = await mkdtemp(join(tmpdir(), 'verdict-bench-'))
const queue = scoringQueue(values.pglite ? { pglite: folder } : { connectionString, schema })
/** What a worker with two jobs at once can score beside the answers. */
const rate = values.pglite ? 0.2 : 1
const judge = await startJudge()
const samples = readSamples()

function scorerNamed(id: string) {
  const model = judge.model({ modelId: 'ours', latencyInMs: 300 })
  return createAnswerRelevancyScorer({ id, model, options: { statements: 'split' } })
}

function agent(id: string, scorer?: MastraScorers[string]['scorer']): Agent {
  const scorers: MastraScorers = scorer ? { relevancy: { scorer, sampling: { type: 'ratio', rate } } } : {}
  return new Agent({
    id,
    name: id,
    instructions: 'Answer the question.',
    model: slowModel(samples, modelInMs),
    scorers,
  })
}

const agents = {
  off: agent('off'),
  'off again': agent('off-again'),
  queued: agent('queued', queued(scorerNamed('queued-relevancy'), queue)),
  'in this process': agent('direct', scorerNamed('direct-relevancy')),
}
const storage = new InMemoryStore()
const mastra = new Mastra({ agents, storage, logger: false })
const names = Object.keys(agents) as (keyof typeof agents)[]
const times = new Map<string, number[][]>(names.map((name) => [name, []]))

async function storedScores(scorerId: string): Promise<number> {
  const store = await storage.getStore('scores')
  const page = await store?.listScoresByScorerId({ scorerId, pagination: { page: 0, perPage: 1 } })
  return page?.pagination.total ?? 0
}

async function round(name: keyof typeof agents): Promise<number[]> {
  globalThis.gc?.()
  const begun: Promise<number>[] = []
  for (let index = 0; index < answers; index += 1) {
    const { question = '', answer = '' } = samples[index % samples.length] ?? {}
    begun.push(ask(name, question, modelInMs + 5 * answer.split(/(?<= )/).length))
    await delay(modelInMs / atOnce)
  }
  return (await Promise.all(begun)).slice(atOnce)
}

/** How long an answer took beyond what the model took for it. */
async function ask(name: keyof typeof agents, question: string, ofModelInMs: number): Promise<number> {
  const start = performance.now()
  await agents[name].generate(question)
  return performance.now() - start - ofModelInMs
}

const engine = await queue.engine()
const worker = values.pglite ? startWorker({ mastra, queue, onJob: () => {} }) : undefined
/** With a worker at it, until it has made all scores; without one, until all jobs are there. */
async function settled(asked: number): Promise<void> {
  if (worker !== undefined) while (!(await engine.isEmpty())) await delay(50)
  else while (((await engine.counts())[0]?.waiting ?? 0) < asked) await delay(50)
}
for (let number = -1; number < rounds; number += 1) {
  for (const name of number % 2 === 0 ? names : names.toReversed()) {
    const inMs = await round(name)
    if (number >= 0) times.get(name)?.push(inMs)
    const asked = answers * (number + 2)
    if (name === 'in this process' && rate === 1)
      while ((await storedScores('direct-relevancy')) < asked) await delay(50)
    if (name === 'queued') await settled(asked)
  }
}

const off = times.get('off') ?? []
const ms = (value: number) => value.toFixed(2)
const row = (name: string) => {
  const own = times.get(name) ?? []
  const added = (part: number) =>
    own.map((inMs, index) => quantile(inMs, part) - quantile(off[index] ?? [], part))
  const cells = [0.5, 0.95].flatMap((part) => {
    const { low, high } = intervalOfMedian(added(part))
    return [ms(median(added(part))), `${ms(low)} to ${ms(high)}`]
  })
  return [name, ms(median(own.flat())), ms(quantile(own.flat(), 0.95)), ...cells]
}
console.log(
  `${atOnce} answers under way, ${rounds} rounds of ${answers - atOnce} in turn; ms beyond the model's own, added against "off" of the same round\n`,
)
const head = ['Scoring', 'Median', 'p95', 'Added to the median', '95 %', 'Added to p95', '95 %']
console.log(table([head, ...names.map(row)]))

if (worker === undefined) {
  const started = performance.now()
  await startWorker({ mastra, queue, once: true, concurrency: 200 }).ended
  const asked = answers * (rounds + 1)
  const stored = await storedScores('queued-relevancy')
  console.log(
    `\nThen one worker: ${stored} scores of ${asked} answers in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  if (stored !== asked) process.exitCode = 1
} else {
  await worker.stop()
  console.log(`\nThe worker in this process: ${worker.counts.scored} scored, ${worker.counts.failed} failed`)
}
await queue.close()
judge.stop()
await rm(folder, { recursive: true })
if (worker === undefined) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`drop schema ${schema} cascade`)
  await client.end()
}

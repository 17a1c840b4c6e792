/**
 * What queued scoring adds to answers: 200 agents' answers at once without scorers, without them again, with a queue in
 * PostgreSQL whose workers run elsewhere, and scored in this process, in turn. The model takes 4 s and the judge 300 ms;
 * an answer begins every 20 ms, so that 200 are under way. All 200 begun in one instant would measure how they wait for
 * each other. Run: `npm run bench:queued`; DATABASE_URL names the PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent } from '@mastra/core/agent'
import type { MastraScorers } from '@mastra/core/evals'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { queued, scoringQueue, startWorker } from '../src/live/workers/index.ts'
import { createAnswerRelevancyScorer } from '../src/scorers/index.ts'
import { readSamples } from './support/runs.ts'
import { slowModel } from './support/slow-model.ts'
import { startJudge } from './support/start-judge.ts'
import { intervalOfMedian, median, quantile } from './support/statistics.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '8' } } })
const rounds = Number(values.rounds)
const modelInMs = 4000
if (!Number.isInteger(rounds) || rounds < 6)
  throw new TypeError('--rounds must be a whole number of 6 or more')
const atOnce = 200
/** Of a round: until the first answer is there no answers are scored, so the first ones are not counted. */
const answers = 3 * atOnce

const connectionString = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const schema = `verdict_bench_${randomUUID().slice(0, 8)}`
const queue = scoringQueue({ connectionString, schema })
const judge = await startJudge()
const samples = readSamples()

function scorerNamed(id: string) {
  const model = judge.model({ modelId: 'ours', latencyInMs: 300 })
  return createAnswerRelevancyScorer({ id, model, options: { statements: 'split' } })
}

function agent(id: string, scorer?: MastraScorers[string]['scorer']): Agent {
  const scorers: MastraScorers = scorer ? { relevancy: { scorer, sampling: { type: 'ratio', rate: 1 } } } : {}
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
for (let number = -1; number < rounds; number += 1) {
  for (const name of number % 2 === 0 ? names : names.toReversed()) {
    const inMs = await round(name)
    if (number >= 0) times.get(name)?.push(inMs)
    const asked = answers * (number + 2)
    if (name === 'in this process') while ((await storedScores('direct-relevancy')) < asked) await delay(50)
    if (name === 'queued') while (((await engine.counts())[0]?.waiting ?? 0) < asked) await delay(50)
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

const started = performance.now()
await startWorker({ mastra, queue, once: true, concurrency: 200 }).ended
const asked = answers * (rounds + 1)
const stored = await storedScores('queued-relevancy')
console.log(
  `\nThen one worker: ${stored} scores of ${asked} answers in ${((performance.now() - started) / 1000).toFixed(1)} s`,
)
if (stored !== asked) process.exitCode = 1
await queue.close()
judge.stop()
const { default: pg } = await import('pg')
const client = new pg.Client({ connectionString })
await client.connect()
await client.query(`drop schema ${schema} cascade`)
await client.end()

/**
 * Whether live scoring delays an agent's answers: ten answers at once, with scoring off and on in turn. Scorers
 * run after the answer, so what could delay an answer is the scoring of those before it, in the same event
 * loop. And what a processor adds that scores each answer before it is given. Run: `npm run bench:live`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLiveAgents, type LiveAgent } from './support/live-agents.ts'
import { measure } from './support/measure.ts'
import { readSamples } from './support/runs.ts'
import { startJudge } from './support/start-judge.ts'
import { intervalOfMedian, mean, median, quantile } from './support/statistics.ts'
import { table } from './support/table.ts'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '15' },
    storage: { type: 'string', default: 'libsql' },
    stream: { type: 'boolean', default: false },
    /** A part of the names of those that are measured beside 'off'. */
    only: { type: 'string', default: '' },
  },
})
const { storage, stream } = values
const blocks = Number(values.blocks)
if (!Number.isInteger(blocks) || blocks < 6) {
  throw new TypeError('--blocks must be a whole number of 6 or more')
}
if (storage !== 'libsql' && storage !== 'memory') throw new TypeError('--storage must be libsql or memory')

const atOnce = 10
/** Rounds of a block follow each other at once, so that the scoring of one meets the answers of the next. */
const roundsInBlock = 4
const loopResolutionInMs = 5

const samples = readSamples()
const judge = await startJudge()
const { agents: all, remove } = await createLiveAgents({ judge, samples, storage, stream })
const agents = all.filter(({ name }) => name.startsWith('off') || name.includes(values.only))

interface Block {
  readonly timesInMs: readonly number[]
  /** 99th percentile and maximum of how late the event loop was. */
  readonly lateInMs: number
  readonly latestInMs: number
  /** CPU of this process for one answer and its score. */
  readonly cpuInMs: number
}

const asked = new Map<LiveAgent, number>()

/** Waits until every answer so far has its score in the store. */
async function drain(agent: LiveAgent): Promise<void> {
  const expected = agent.scored ? (asked.get(agent) ?? 0) : 0
  const deadline = performance.now() + 60_000
  while ((await agent.storedScores()) < expected) {
    if (performance.now() > deadline) throw new Error(`${agent.name}: scores are missing in the store`)
    await delay(50)
  }
}

async function runBlock(agent: LiveAgent): Promise<Block> {
  const timesInMs: number[] = []
  const loop = monitorEventLoopDelay({ resolution: loopResolutionInMs })
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  loop.enable()
  for (let round = 0; round < roundsInBlock; round += 1) {
    const jobs = Array.from({ length: atOnce }, (_, index) => async () => {
      const { question = '' } = samples[(round * atOnce + index) % samples.length] ?? {}
      if ((await agent.ask(question)) === '') throw new Error('the agent gave no answer')
    })
    timesInMs.push(...(await measure(jobs, atOnce)).timesInMs)
  }
  loop.disable()
  asked.set(agent, (asked.get(agent) ?? 0) + timesInMs.length)
  await drain(agent)
  const { user, system } = process.cpuUsage(cpu)
  return {
    timesInMs,
    lateInMs: loop.percentile(99) / 1e6 - loopResolutionInMs,
    latestInMs: loop.max / 1e6 - loopResolutionInMs,
    cpuInMs: (user + system) / 1000 / timesInMs.length,
  }
}

const results = new Map<LiveAgent, Block[]>(agents.map((agent) => [agent, []]))
const blocksOf = (agent: LiveAgent | undefined) => (agent && results.get(agent)) ?? []
for (const agent of agents) await runBlock(agent)
for (let block = 0; block < blocks; block += 1) {
  const turn = block % agents.length
  for (const agent of [...agents.slice(turn), ...agents.slice(0, turn)]) {
    results.get(agent)?.push(await runBlock(agent))
  }
}

const off = blocksOf(agents[0]).map((block) => mean(block.timesInMs))
const ms = (value: number) => value.toFixed(1)
const medianOf = (agent: LiveAgent, field: 'lateInMs' | 'latestInMs' | 'cpuInMs') =>
  ms(median(blocksOf(agent).map((block) => block[field])))

function row(agent: LiveAgent): string[] {
  const times = blocksOf(agent).flatMap((block) => block.timesInMs)
  const differences = blocksOf(agent).map(
    (block, index) => mean(block.timesInMs) - (off[index] ?? Number.NaN),
  )
  const { low, high } = intervalOfMedian(differences)
  return [
    agent.name,
    ms(median(times)),
    ms(quantile(times, 0.95)),
    ...(agent === agents[0]
      ? ['', '', '']
      : [
          ms(median(differences)),
          `${ms(low)} to ${ms(high)}`,
          low <= 0 && high >= 0 ? 'within noise' : 'measurable',
        ]),
    medianOf(agent, 'lateInMs'),
    medianOf(agent, 'latestInMs'),
    medianOf(agent, 'cpuInMs'),
  ]
}

const { coverage } = intervalOfMedian(off)
console.log(
  `## Time to an answer, ${atOnce} at once, ${stream ? 'streamed' : 'generated'}, scores in ${storage} (${blocks} blocks of ${roundsInBlock} rounds)\n`,
)
console.log(
  table([
    ['scoring', 'median ms', 'p95 ms', 'mean - off', 'interval', '', 'loop p99 ms', 'loop max ms', 'CPU ms'],
    ...agents.map(row),
  ]),
)
console.log(
  `\nmean - off: median over the blocks of the difference to the block of the same turn without scoring, with its ${(100 * coverage).toFixed(1)} % interval.\n`,
)
for (const agent of agents.filter(({ scored }) => scored)) {
  const stored = await agent.storedScores()
  const answers = asked.get(agent) ?? 0
  console.log(
    `${stored === answers ? 'pass' : 'FAIL'}  ${agent.name}: ${stored} scores stored for ${answers} answers`,
  )
}
judge.stop()
await remove()

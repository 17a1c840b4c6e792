import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { evaluate } from '../../../src/evaluation.ts'
import { command } from '../../cli/support.ts'
import { folder } from '../../evaluation/support.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { databaseUrl, hasPostgres, postgresStore, query } from '../../support/queues.ts'
import { Process, Team } from './worker-processes.ts'

const config = join(import.meta.dirname, 'fixtures/sharded.config.ts')
const pairs = 200
/** Of one worker at once, at most: what it does beside each other, each in two orders. */
const callsInWork = 2 * 16

const gradeOf = (text: unknown) => Number(/grade (\d+)/.exec(String(text))?.[1] ?? 0)

/** A judge that answers as long as it is allowed to. */
async function gradingJudge() {
  const state = { calls: 0, allowed: Number.POSITIVE_INFINITY }
  const server = await openaiServer(async ({ state: { 'first answer': one, 'second answer': other } }) => {
    while (state.calls >= state.allowed) await delay(20)
    state.calls += 1
    const verdict = gradeOf(one) >= gradeOf(other) ? 'first' : 'second'
    const share = verdict === 'first' ? 80 : 20
    return {
      text: JSON.stringify({ preference: { reason: 'By grades.', share, verdict } }),
      delayInMs: 20,
    }
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return { state, url: server.url }
}

async function twoRuns(where: string, better: (index: number) => boolean) {
  for (const name of ['before', 'after'])
    await evaluate({
      target: (input) =>
        `grade ${name === 'before' ? 5 : better(Number(/\d+/.exec(String(input))?.[0])) ? 7 : 3}`,
      data: Array.from({ length: pairs }, (_, index) => ({ id: `q${index}`, input: `Question ${index}?` })),
      scorers: [
        { scorer: { id: 'none', name: 'None', type: undefined as never, run: async () => ({ score: 1 }) } },
      ],
      ...{ name, file: join(where, `${name}.jsonl`) },
    })
}

async function surroundings() {
  const { state, url } = await gradingJudge()
  const { schema = '' } = postgresStore()
  const environment = {
    ...{ QUEUE: databaseUrl, QUEUE_SCHEMA: schema, JUDGE_URL: url },
    ...{ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-none' },
  }
  Object.assign(process.env, environment)
  const left = async () =>
    Promise.all(
      ['job', 'result'].map((table) => query(`select count(*)::int as rows from ${schema}.${table}`)),
    )
  return { state, environment, left }
}

const judge = ['--judge', 'openai/gpt-5-mini', '--json']

const told = (json: string) => {
  const { comparisons, ...report } = JSON.parse(json)
  return {
    ...report,
    comparisons: comparisons.map(({ run: _, ...comparison }: { run: string }) => comparison),
  }
}

/** What a process that ended said on standard output. */
const jsonOf = ({ output }: Process) => output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1)

it.skipIf(!hasPostgres)(
  'judges pairs as an undisturbed process does, whoever is killed, the one that began it too',
  async () => {
    const where = folder()
    await twoRuns(where, (index) => index % 3 === 0)
    const { state, environment, left } = await surroundings()
    const here = await command(where, ['pairs', 'before.jsonl', 'after.jsonl', ...judge])
    const callsHere = state.calls
    expect([here.code, callsHere]).toEqual([0, 2 * pairs])

    const file = join(where, 'pairs.jsonl')
    const args = ['pairs', join(where, 'after.jsonl'), ...judge, '--workers', '--file', file]
    const begin = (more: readonly string[] = []) =>
      new Process([...args, '--config', config, ...more], environment, join(where, 'before.jsonl'))
    const team = new Team(2, environment, config)
    let coordinator = begin()
    const written = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 2 : 0)
    const deaths = 3
    for (let death = 1; death <= deaths; death += 1) {
      const share = death / (deaths + 1)
      state.allowed = callsHere + Math.ceil(callsHere * share) + death * callsInWork
      while (written() < pairs * share && coordinator.isAlive) await delay(50)
      if (death % 2 === 1) {
        await team.killOne(death)
        continue
      }
      expect(coordinator.isAlive, coordinator.output).toBe(true)
      await coordinator.kill()
      coordinator = begin(['--resume', file])
    }
    state.allowed = Number.POSITIVE_INFINITY
    expect(await coordinator.ended(), `${coordinator.output}\n${team.output}`).toBe(0)
    expect(told(jsonOf(coordinator))).toEqual(told(here.stdout))
    console.info(`judge calls: ${callsHere} undisturbed, ${state.calls - callsHere} with ${deaths} kills`)
    expect(state.calls - callsHere).toBeLessThanOrEqual(callsHere + deaths * callsInWork)
    expect(await left()).toEqual([[{ rows: 0 }], [{ rows: 0 }]])
    await team.stop()
  },
)

it.skipIf(!hasPostgres)('stops when it is decided, and few pairs are paid for beyond that', async () => {
  const where = folder()
  await twoRuns(where, (index) => index % 5 !== 0)
  const { state, environment, left } = await surroundings()
  const team = new Team(2, environment, config)
  const args = ['pairs', join(where, 'after.jsonl'), ...judge, '--stop-when-decided', '--workers']
  const before = join(where, 'before.jsonl')
  const coordinator = new Process(
    [...args, '--config', config, '--file', join(where, 'p.jsonl')],
    environment,
    before,
  )
  expect(await coordinator.ended(), `${coordinator.output}\n${team.output}`).toBe(0)
  const [{ sequential, verdict, status }] = JSON.parse(jsonOf(coordinator)).comparisons
  console.info(`decided after ${sequential.decidedAfter}, judged ${sequential.pairs}, ${state.calls} calls`)
  expect([verdict, status, state.calls]).toEqual(['candidate', 'decided', 2 * sequential.pairs])
  // What both have in work, as much that waits for them, and what they finished since the last look.
  expect(sequential.pairs - sequential.decidedAfter).toBeLessThanOrEqual(3 * callsInWork)
  await team.stop()
  expect(await left()).toEqual([[{ rows: 0 }], [{ rows: 0 }]])
})

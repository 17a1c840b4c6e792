import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { compareRuns, evaluate, readRun, summarise } from '../../../src/evaluation.ts'
import { runReport } from '../../../src/report.ts'
import type { ItemRecord } from '../../../src/run/item-record.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { folder } from '../../evaluation/support.ts'
import { materialOf } from '../../report/material-of.ts'
import { openaiServer } from '../../support/openai-server.ts'
import { databaseUrl, hasPostgres, postgresStore, query } from '../../support/queues.ts'
import { honestReply } from '../../support/scripted-judge.ts'
import { Process, Team } from './worker-processes.ts'

/** `ITEMS=2000 KILLS=20 COORDINATOR_KILLS=4` is the whole trial; every item is answered twice. */
const items = process.env.ITEMS ?? '200'
const kills = Number(process.env.KILLS ?? 4)
const coordinatorKills = Number(process.env.COORDINATOR_KILLS ?? 2)

/** Of one worker at once, at most: `concurrency` of the fixture. */
const itemsInWork = 8

const config = join(import.meta.dirname, 'fixtures/sharded.config.ts')

const hasFailed = ({ failure, scores }: ItemRecord) =>
  failure !== undefined || Object.values(scores).some(({ outcome }) => outcome === 'failed')

/** What must be the same, whoever did it and how often it was begun. */
const essence = ({ header, items, end }: EvaluationRun) => ({
  header: { ...header, id: '', startedAt: '', commit: '', branch: '', gates: undefined },
  status: end?.status,
  items: items
    .map(({ startedAt, durationInMs, scores, ...item }) => ({
      ...item,
      scores: Object.entries(scores).map(([id, { durationInMs, evidence, ...score }]) => ({ id, ...score })),
    }))
    .sort((one, other) => (one.itemId + one.repeat < other.itemId + other.repeat ? -1 : 1)),
})

/** A file has records as they came, one process's as those of a team; `evaluate` gives them in the dataset's order. */
/** Without the outcome, which only a command records. */
function reportOf(run: EvaluationRun) {
  const { run: _, end, ...rest } = JSON.parse(runReport.json(materialOf({ ...run, outcome: undefined })))
  return { ...rest, status: end.status }
}

it.skipIf(!hasPostgres)(
  'makes the records of an undisturbed run, whoever is killed, the one that began it too',
  { timeout: 1_200_000 },
  async () => {
    let calls = 0
    let allowed = Number.POSITIVE_INFINITY
    const server = await openaiServer(async (request) => {
      while (calls >= allowed) await delay(20)
      calls += 1
      return { ...honestReply(request), delayInMs: 20 }
    })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const { schema = '' } = postgresStore()
    const environment = {
      ...{ QUEUE: databaseUrl, QUEUE_SCHEMA: schema, JUDGE_URL: server.url, ITEMS: items },
      TARGET_DELAY: '100',
    }
    Object.assign(process.env, environment, { TARGET_DELAY: '0' })
    const { config: settings } = await import('./fixtures/sharded.config.ts')
    const here = await evaluate({ ...settings, concurrency: 32 })

    const callsHere = calls
    const file = join(folder(), 'run.jsonl')
    const args = ['run', '--workers', '--file', file]
    const team = new Team(3, environment, config)
    const random = seededRandom(11)
    let coordinator = new Process(args, environment, config)
    const total = here.items.length
    const written = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 2 : 0)
    const deaths = kills + coordinatorKills
    const perItem = callsHere / total
    for (let death = 1; death <= deaths; death += 1) {
      // Between two deaths something is done, on a busy machine too, and not more: workers go on while a coordinator
      // begins, and would be done before it dies. What died in work is judged twice.
      const done = Math.ceil((callsHere * death) / (deaths + 1))
      allowed = callsHere + done + (death + 3) * itemsInWork * perItem
      while (written() < ((death - 0.5 * random()) * total) / (deaths + 1) && coordinator.isAlive)
        await delay(50)
      await delay(300 * random())
      if (death % Math.ceil(deaths / (coordinatorKills + 1)) !== 0) {
        await team.killOne(Math.floor(10 * random()))
        continue
      }
      expect(coordinator.isAlive, coordinator.output).toBe(true)
      await coordinator.kill()
      coordinator = new Process([...args, '--resume', file], environment, config)
    }
    allowed = Number.POSITIVE_INFINITY
    // Items that failed fail in every run: the run itself is complete.
    await coordinator.ended()
    const there = await readRun(file)
    expect(there.end?.status, `${coordinator.output}\n${team.output}`).toBe('complete')
    // A coordinator that goes on has them done again, and they fail again.
    const again = there.superseded ?? []
    expect(again.filter((item) => !hasFailed(item))).toEqual([])
    expect(essence(there)).toEqual(essence(here))
    expect(summarise(there)).toEqual(summarise(here))
    expect(compareRuns(here, there).map(({ difference }) => difference)).toEqual([0, 0])
    expect(reportOf(there)).toEqual(reportOf(here))
    // What was in work when somebody died was paid twice, and nothing else.
    console.info(`judge calls: ${callsHere} undisturbed, ${calls - callsHere} with ${deaths} kills`)
    expect(calls - callsHere).toBeLessThanOrEqual(callsHere + (deaths * itemsInWork + again.length) * perItem)
    // A worker that lives takes up nothing that is over.
    const left = (table: string) => query(`select count(*)::int as rows from ${schema}.${table}`)
    for (const table of ['job', 'result']) expect([table, await left(table)]).toEqual([table, [{ rows: 0 }]])
    const callsThen = calls
    await delay(3000)
    expect(calls).toBe(callsThen)
    await team.stop()
  },
)

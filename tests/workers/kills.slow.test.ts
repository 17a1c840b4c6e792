import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresStore } from '@mastra/pg'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../src/shared/random.ts'
import { scoringJob } from '../../src/workers/scoring-job.ts'
import { openaiServer } from '../support/openai-server.ts'
import { testQueue } from '../support/queues.ts'
import { honestReply } from '../support/scripted-judge.ts'
import { Team } from './worker-processes.ts'

/** `JOBS=5000 KILLS=20 OUTAGE=60` is the whole trial. */
const jobs = Number(process.env.JOBS ?? 600)
const kills = Number(process.env.KILLS ?? 6)
const outageInMs = Number(process.env.OUTAGE ?? 5) * 1000

const binaries = existsSync('/usr/lib/postgresql')
  ? join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1) ?? '', 'bin')
  : undefined
if (binaries === undefined)
  console.warn(
    'Workers that are killed are not tried: there is no PostgreSQL to start under /usr/lib/postgresql',
  )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A PostgreSQL of one's own, which can be stopped and started. It does not run as root. */
async function ownPostgres() {
  const folder = mkdtempSync('/tmp/verdict-postgres-')
  const isRoot = process.getuid?.() === 0
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const who = isRoot ? { uid: id('-u'), gid: id('-g') } : {}
  if (isRoot) chownSync(folder, who.uid ?? 0, who.gid ?? 0)
  const port = await freePort()
  const data = join(folder, 'data')
  const tool = (name: string, ...args: string[]) =>
    execFileSync(join(binaries ?? '', name), args, { ...who, stdio: 'ignore', cwd: folder })
  const server = (...args: string[]) =>
    tool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-p ${port} -k ${folder}`, ...args)
  tool('initdb', '-D', data, '-U', 'postgres', '--auth=trust')
  server('start')
  onTestFinished(() => {
    try {
      server('-m', 'immediate', 'stop')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => server('-m', 'fast', 'stop'),
    start: () => server('start'),
  }
}

const answer = ['It is 330 metres tall [yes].', 'It is made of iron [unsure].', 'Paris is nice [no].'].join(
  '\n\n',
)

function newJob(number: number) {
  const run = {
    runId: `run-${number}`,
    input: `How tall is tower ${number}?`,
    output: [{ role: 'assistant', content: `${answer}\n\nTower ${number} is open [yes].` }],
    source: 'LIVE',
    entity: { id: 'guide', name: 'guide' },
    entityType: 'AGENT',
    scorer: { id: 'answer-relevancy' },
  }
  return { run, id: randomUUID() }
}

it.skipIf(binaries === undefined)(
  'loses nothing and writes nothing twice, whoever is killed and whatever is down',
  { timeout: 1_200_000 },
  async () => {
    const postgres = await ownPostgres()
    let judgeIsDown = false
    const server = await openaiServer((request) =>
      judgeIsDown ? { connection: 'reset' } : { ...honestReply(request), delayInMs: 100 },
    )
    onTestFinished(() => server[Symbol.asyncDispose]())
    const environment = { QUEUE: postgres.url, QUEUE_SCHEMA: 'trial', JUDGE_URL: server.url }
    for (const [key, value] of Object.entries(environment)) process.env[key] = value
    const { scorer, mastra } = await import('./fixtures/verdict.config.ts')
    const queue = testQueue({ connectionString: postgres.url, schema: 'trial' })
    const engine = await queue.engine()
    await mastra.getStorage()?.init()
    const all = Array.from({ length: jobs }, (_, number) =>
      scoringJob(scorer, newJob(number).run, { maxBytes: 1e6 }),
    )
    // Two that put the same jobs at once, and one job a hundred times.
    for (let start = 0; start < jobs; start += 200) {
      const slice = all.slice(start, start + 200)
      await Promise.all([engine.put(slice), engine.put(slice)])
    }
    for (let time = 0; time < 100; time += 1) await engine.put(all.slice(0, 1))

    const team = new Team(3, environment)
    const random = seededRandom(7)
    const counts = async () => (await engine.counts())[0]
    const until = async (share: number) => {
      while (((await counts())?.scored ?? 0) < share * jobs) await delay(100)
    }
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(500 + 1500 * random())
      await team.killOne(Math.floor(10 * random()))
    }
    await until(0.3)
    postgres.stop()
    await delay(3000)
    postgres.start()
    await until(0.5)
    judgeIsDown = true
    await delay(outageInMs)
    judgeIsDown = false
    const deadline = Date.now() + 600_000
    while (((await counts())?.scored ?? 0) < jobs && Date.now() < deadline) await delay(250)
    expect(await counts(), team.output).toMatchObject({
      scored: jobs,
      failed: 0,
      waiting: 0,
      running: 0,
      notScorable: 0,
    })
    const codes = await team.stop()
    expect(codes, team.output).toEqual([0, 0, 0])

    const scores = await new PostgresStore({
      id: 'read',
      connectionString: postgres.url,
      schemaName: 'trial_mastra',
    }).getStore('scores')
    const page = await scores?.listScoresByScorerId({
      scorerId: scorer.id,
      pagination: { page: 0, perPage: false },
    })
    const rows = page?.scores ?? []
    expect(rows.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort())
    expect(rows.every(({ score }) => score === 0.625)).toBe(true)
  },
)

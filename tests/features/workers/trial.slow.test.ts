import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresStore } from '@mastra/pg'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../../src/shared/random.ts'
import { folder } from '../../evaluation/support.ts'
import { type ModelReply, openaiServer } from '../../support/openai-server.ts'
import { hasOwnPostgres, ownPostgres } from '../../support/own-postgres.ts'
import { query, testQueue } from '../../support/queues.ts'
import { honestReply } from '../../support/scripted-judge.ts'
import { wayTo } from '../../support/way-to-database.ts'
import { poison } from './trial/answers.ts'
import { ledgerOf } from './trial/ledger.ts'
import { LiveServer } from './trial/live-server.ts'
import { Staff } from './trial/staff.ts'

/** `ANSWERS=2000 WORKER_KILLS=15 SERVER_KILLS=6 OUTAGE=20 LIVED=1` is the whole trial, on a quiet machine. */
const { ANSWERS = '280', WORKER_KILLS = '4', SERVER_KILLS = '2', OUTAGE = '3', LIVED = '3' } = process.env
const [answers, workerKills, serverKills] = [ANSWERS, WORKER_KILLS, SERVER_KILLS].map(Number) as [
  number,
  number,
  number,
]
const outageInMs = 1000 * Number(OUTAGE)
const pauseInMs = 200
const schema = 'trial'

it.skipIf(!hasOwnPostgres)(
  'scores each answer once and fails the poison alone, whoever is killed and whatever is away',
  { timeout: 2_400_000 },
  async () => {
    const postgres = await ownPostgres()
    const [toQueue, toStore] = [await wayTo(postgres.url), await wayTo(postgres.url)]
    let trouble: ModelReply | undefined
    let calls = 0
    const judge = await openaiServer((request) => {
      if (trouble === undefined) calls += 1
      return trouble ?? { ...honestReply(request), delayInMs: 100 }
    })
    onTestFinished(() => judge[Symbol.asyncDispose]())
    const environment = (WEIGHT: string) => ({
      ...{ QUEUE: toQueue.url, STORE: toStore.url, QUEUE_SCHEMA: schema, JUDGE_URL: judge.url, WEIGHT },
    })
    const versions = [environment('0.5'), environment('0.4')] as const
    const store = new PostgresStore({
      id: 'made',
      connectionString: postgres.url,
      schemaName: `${schema}_mastra`,
    })
    await store.init()
    await store.close()
    // It has its own way, so that it sees what happens.
    const engine = await testQueue({ connectionString: postgres.url, schema }).engine()
    const staff = new Staff([versions[0], versions[1], versions[0]])
    const own = folder()
    const servers = versions.map(
      (environment, place) =>
        new LiveServer({
          ...{ file: join(own, `given-${place}`), first: place, step: 2, end: answers, pauseInMs },
          // Mastra asks its store before each answer, so that without it there is none to be scored.
          environment: { ...environment, STORE: postgres.url },
        }),
    )
    const random = seededRandom(17)
    const isGiven = (share: number) =>
      servers.every(({ isAlive }) => !isAlive) ||
      servers.reduce((sum, { count }) => sum + count, 0) >= share * answers
    const until = async (share: number) => {
      while (!isGiven(share)) await delay(50)
    }
    const killWorkers = async () => {
      for (let kill = 0; kill < workerKills; kill += 1) {
        await until((kill + random()) / workerKills)
        await delay(2000 * random())
        await staff.killOne(Math.floor(3 * random()))
      }
    }
    // While their database is there: what a server could not put yet is lost with it.
    const killServers = async () => {
      for (let kill = 0; kill < serverKills; kill += 1) {
        await until(0.2 + (0.3 * (kill + random())) / serverKills)
        await servers[kill % 2]?.kill()
      }
    }
    const judgeIs = (reply?: ModelReply) => () => {
      trouble = reply
    }
    const troubles: [share: number, begin: () => void, end: () => void][] = [
      [0.05, judgeIs({ connection: 'reset' }), judgeIs()],
      [0.12, judgeIs({ connection: 'silence' }), judgeIs()],
      [0.2, judgeIs({ status: 500 }), judgeIs()],
      [0.28, toStore.refuse, toStore.open],
      [0.36, toStore.hang, toStore.open],
      [0.44, toStore.mute, () => {}],
    ]
    const bringTrouble = async () => {
      for (const [share, begin, end] of troubles) {
        await until(share)
        begin()
        await delay(outageInMs)
        end()
      }
    }
    await Promise.all([killWorkers(), killServers(), bringTrouble()])
    await until(0.6)
    postgres.stop('immediate')
    await delay(outageInMs)
    postgres.start()
    await until(0.75)
    toQueue.mute()
    const codes = await Promise.all(servers.map((server) => server.ended()))
    const said = () => [...servers, staff].map(({ output }) => output).join('\n')
    expect(codes, said()).toEqual([0, 0])
    const left = async () => {
      const counts = await engine.counts()
      return counts.reduce((sum, { waiting, running }) => sum + waiting + running, 0)
    }
    for (const deadline = Date.now() + 1_200_000; (await left()) > 0 && Date.now() < deadline; )
      await delay(500)
    await staff.stop()

    const rows = await query(
      `select "scorerId" as scorer, output::text as text, metadata::text as metadata
       from ${schema}_mastra.mastra_scorers`,
      [],
      postgres.url,
    )
    const unknown = servers.flatMap((server) => server.unknown)
    const given = servers.flatMap((server) => server.given)
    const texts = rows.map(({ text }) => String(text))
    const ledger = ledgerOf(given, { livedInMs: 1000 * Number(LIVED), unknown, texts })
    const judged = rows.filter(({ scorer }) => scorer === 'answer-relevancy')
    const oldest = Math.max(0, ...ledger.lost.map(({ livedInMs }) => livedInMs))
    console.info(`given ${given.length}, of these due ${ledger.due.length}: scored once ${
      ledger.due.length - ledger.missing.length - poison.size
    }, missing ${ledger.missing.length}, twice ${ledger.twice.length}, poison ${poison.size}
lost with their server ${ledger.lost.length}, the oldest given ${oldest} ms before
killed: ${staff.kills} workers, ${servers.reduce((sum, { kills }) => sum + kills, 0)} servers, 1 database; ${staff.deaths} workers died of poison
judge called ${calls} times for ${judged.length} scores, in ${new Set(judged.map(({ metadata }) => metadata)).size} versions`)
    expect(ledger, said()).toMatchObject({ missing: [], twice: [], ofNothing: [], scoredPoison: [] })
    expect(await left()).toBe(0)
    expect(await engine.reasons('failed'), said()).toMatchObject([
      { jobs: poison.size, reason: expect.stringContaining('its worker died 2 times') },
    ])
    expect(staff.output).toContain('with these jobs in work:')
    expect(staff.output).toContain('The queue can be reached again.')
  },
)

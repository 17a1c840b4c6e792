import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Mastra } from '@mastra/core/mastra'
import { PostgresStore } from '@mastra/pg'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/features/monitor/source/database.ts'
import { readMonitorState } from '../../../src/features/monitor/state/monitor-state.ts'
import { seededRandom } from '../../../src/shared/random.ts'
import { hasOwnPostgres, ownPostgres } from '../../support/own-postgres.ts'
import { receiver } from './receiver.ts'
import { writeScores } from './write-scores.ts'

const root = join(import.meta.dirname, '../../..')
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const twoHoursInMs = 7_200_000
/** Far below the ten minutes within which events are to arrive. */
const soon = { timeout: 90_000, interval: 250 }

/** A monitor in a process of its own, with a clock of its own. */
class MonitorProcess {
  readonly child: ChildProcess
  output = ''

  constructor(environment: Readonly<Record<string, string>>, aheadInMs = 0) {
    const args = [join(root, 'src/command/main.ts'), 'monitor', fixture('verdict.config.ts')]
    this.child = spawn(process.execPath, ['--import', fixture('clock-ahead.ts'), ...args], {
      env: { ...process.env, ...environment, AHEAD: String(aheadInMs) },
    })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text) => {
        this.output += String(text)
      })
    onTestFinished(() => void this.child.kill('SIGKILL'))
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await once(this.child, 'exit')
  }
}

it.skipIf(!hasOwnPostgres)(
  'holder and standby outlive a restart of the database, and events a clock that was two hours ahead',
  async () => {
    const postgres = await ownPostgres()
    const schema = 'watched'
    const storage = new PostgresStore({
      id: 'test',
      connectionString: postgres.url,
      schemaName: schema,
      max: 3,
    })
    storage.pool.on('error', () => undefined)
    const database = await openDatabase(new Mastra({ storage, logger: false }))
    onTestFinished(() => storage.close())
    let isAway = false
    const { received, url } = await receiver(() => (isAway ? 503 : 204))
    const environment = { STORE: schema, DATABASE_URL: postgres.url, WEBHOOK: url }
    const random = seededRandom(9)
    let written = 0
    const write = async (count: number, share: number) => {
      const time = Date.now() - count
      const scores = Array.from({ length: count }, (_, index) => ({
        score: random() < share ? 1 : 0,
        time: time + index,
      }))
      await writeScores(database, scores)
      written += count
    }
    const allAreRead = async (...of: readonly MonitorProcess[]) => {
      const said = () => of.map(({ output }) => output).join('\n')
      const rows = async () => {
        const [row] = await database
          .query(`select state from ${database.table('verdict_monitors')}`)
          .catch(() => [])
        return typeof row?.state === 'string' ? readMonitorState(JSON.parse(row.state)).rows : undefined
      }
      await expect.poll(rows, { ...soon, message: said() }).toBe(written)
    }
    const alarms = () => received.filter(({ event }) => event.kind === 'alarm').length

    const holder = new MonitorProcess(environment, twoHoursInMs)
    await write(800, 0.9)
    await allAreRead(holder)
    const standby = new MonitorProcess(environment)
    await expect.poll(() => standby.output, soon).toContain('this monitor waits')
    postgres.stop()
    postgres.start()
    const answers = () =>
      database.query('select 1').then(
        () => true,
        () => false,
      )
    await expect.poll(answers, soon).toBe(true)
    await write(200, 0.9)
    await allAreRead(holder, standby)
    expect([holder.isAlive, standby.isAlive], `${holder.output}\n${standby.output}`).toEqual([true, true])

    // What it could not tell it means to tell again by its own clock, and is killed.
    isAway = true
    await write(600, 0.4)
    await expect.poll(() => holder.output, soon).toContain('503')
    await allAreRead(holder)
    await holder.kill()
    isAway = false
    await expect.poll(alarms, { ...soon, message: standby.output }).toBeGreaterThan(0)
    const first = received[0]?.event
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(received.length)

    // And ahead again: what was as it should be from now on is told too.
    const next = new MonitorProcess(environment, twoHoursInMs)
    await expect.poll(() => next.output, soon).toContain('this monitor waits')
    await standby.kill()
    await write(1200, 0.9)
    await allAreRead(next)
    await expect
      .poll(() => received.filter(({ event }) => event.kind === 'recovery').length, {
        ...soon,
        message: next.output,
      })
      .toBeGreaterThan(0)
    expect(first?.kind).toBe('alarm')
  },
)

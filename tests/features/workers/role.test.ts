import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scoringQueue } from '../../../src/features/workers/queue/scoring-queue.ts'
import { eventually } from '../../support/eventually.ts'
import { databaseUrl, hasPostgres, postgresStore, query } from '../../support/queues.ts'

const page = readFileSync(new URL('../../../docs/reference/workers.md', import.meta.url), 'utf8')
/** As the page has them. */
const grants = /^```sql\n(.*?)^```/ms.exec(page)?.[1]?.trim().split('\n') ?? []

/** A role that may log in, and no more. */
async function newRole(): Promise<string> {
  const role = `verdict_${randomUUID().slice(0, 8)}`
  await query(`create role ${role} login`)
  onTestFinished(async () => {
    await query(`drop owned by ${role}`)
    await query(`drop role ${role}`)
  })
  return role
}

const asRole = (role: string) => {
  const url = new URL(databaseUrl)
  url.username = role
  return url.href
}

describe.skipIf(!hasPostgres)('a role that may read and write rows, and make nothing', () => {
  it('is enough for a queue whose schema was made when it was deployed', async () => {
    expect(grants).toHaveLength(4)
    const store = postgresStore()
    const { schema = '' } = store
    const role = await newRole()
    const deployed = scoringQueue(store)
    await deployed.engine()
    await deployed.close()
    for (const grant of grants)
      await query(grant.replace('schema verdict', `schema ${schema}`).replace('to app', `to ${role}`))

    const queue = scoringQueue({ ...store, connectionString: asRole(role) })
    const engine = await queue.engine()
    onTestFinished(() => queue.close())
    const ids = [randomUUID(), randomUUID()]
    expect(await engine.put(ids.map((id) => ({ id, group: 'tone', data: { format: 1 } })))).toBe(2)
    const [job] = await engine.take(1)
    expect(ids).toContain(job?.id)
    await engine.holds.add('tone', 0)
    expect(await engine.results.add('run', [{ key: 'a', record: '{}' }], job?.id ?? '')).toBe(true)
    expect(await engine.counts()).toMatchObject([{ group: 'tone', waiting: 1, running: 1 }])
    const [other] = await engine.take(1)
    if (job === undefined || other === undefined) expect.unreachable('both can be taken')
    await engine.keep([job.id, other.id])
    await engine.recover()
    await engine.done(job.id, { outcome: 'scored', calls: 1, tokens: 20, money: 0 })
    await engine.giveBack(other, 0)
    const failure = { name: 'JudgeError', message: 'the judge refused' }
    for (const again of [true, false]) {
      const [taken] = await eventually(async () => {
        const jobs = await engine.take(1)
        expect(jobs).toHaveLength(1)
        return jobs
      })
      if (taken === undefined) expect.unreachable('it was given back')
      expect(await engine.failed(taken, failure, again)).toBe(again ? 'waiting' : 'failed')
      if (again) await query(`update ${schema}.job set start_after = now() where id = '${taken.id}'`)
    }
    expect(await engine.counts()).toMatchObject([
      { group: 'tone', waiting: 0, running: 0, scored: 1, failed: 1 },
    ])
    expect(await engine.isEmpty()).toBe(true)
    await engine.forget(0)
    await expect(query(`set role ${role}; create table ${schema}.mine (a int)`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scoringQueue } from '../../src/workers/scoring-queue.ts'
import { databaseUrl, hasPostgres, postgresStore, query } from '../support/queues.ts'

const page = readFileSync(new URL('../../docs/workers.md', import.meta.url), 'utf8')
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
    await engine.hold('tone', 1000)
    expect(await engine.results.add('run', [{ key: 'a', record: '{}' }], job?.id ?? '')).toBe(true)
    expect(await engine.counts()).toMatchObject([{ group: 'tone', waiting: 1, running: 1 }])
    await expect(query(`set role ${role}; create table ${schema}.mine (a int)`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

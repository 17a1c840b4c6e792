import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/features/monitor/source/database.ts'
import { makeScoreIndex } from '../../../../src/features/monitor/source/score-index.ts'
import { databaseUrl, hasPostgres } from '../../../support/queues.ts'
import { postgresStore } from '../stores.ts'

/** Undefined where there is none. */
async function isValid({ query, table }: Database): Promise<unknown> {
  const [index] = await query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    table('verdict_monitor_created_at'),
  ])
  return index?.indisvalid
}

describe.runIf(hasPostgres)('an index of scores', () => {
  it('that was broken off in the making is made anew', async () => {
    const { database } = await postgresStore()
    expect(await makeScoreIndex(database)).toBeUndefined()
    expect(await isValid(database)).toBe(true)
    await database.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [
      database.table('verdict_monitor_created_at'),
    ])
    expect(await makeScoreIndex(database)).toBeUndefined()
    expect(await isValid(database)).toBe(true)
  })

  it('that another monitor is making is neither dropped nor waited for', async () => {
    const { database } = await postgresStore()
    const writer = new pg.Client({ connectionString: databaseUrl })
    await writer.connect()
    try {
      // The making waits for whoever writes.
      await writer.query(`begin; lock table ${database.table('mastra_scorers')} in row exclusive mode`)
      const making = makeScoreIndex(database)
      await expect.poll(() => isValid(database)).toBe(false)
      expect(await makeScoreIndex(database)).toBeUndefined()
      expect(await isValid(database)).toBe(false)
      await writer.query('commit')
      expect(await making).toBeUndefined()
    } finally {
      await writer.end()
    }
    expect(await isValid(database)).toBe(true)
  })
})

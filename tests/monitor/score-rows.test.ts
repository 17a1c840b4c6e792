import { expect, it } from 'vitest'
import { ScoreRows } from '../../src/monitor/source/score-rows.ts'
import { hasPostgres } from '../support/queues.ts'
import { postgresStore } from './stores.ts'

it.runIf(hasPostgres)('an index that was broken off in the making is made anew', async () => {
  const { database } = await postgresStore()
  const rows = new ScoreRows(database, { withSpans: false })
  const isValid = async () => {
    const [index] = await database.query(
      'select indisvalid from pg_index where indrelid = $1::regclass and indexrelid = $2::regclass',
      [database.table('mastra_scorers'), database.table('verdict_monitor_created_at')],
    )
    return index?.indisvalid
  }
  expect(await rows.makeIndex()).toBeUndefined()
  expect(await isValid()).toBe(true)
  await database.query('update pg_index set indisvalid = false where indexrelid = $1::regclass', [
    database.table('verdict_monitor_created_at'),
  ])
  expect(await rows.makeIndex()).toBeUndefined()
  expect(await isValid()).toBe(true)
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStore } from '@mastra/pg'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../src/features/monitor/source/database.ts'
import type { AnyScorer } from '../../../src/run/scorer-entry.ts'
import { databaseUrl, hasPostgres, query } from '../../support/queues.ts'
import { type StoredScore, writeScores } from './write-scores.ts'

export interface Store {
  readonly mastra: Mastra
  readonly database: Database
  write(scores: readonly StoredScore[]): Promise<void>
}

interface Project {
  readonly scorers?: readonly AnyScorer[]
  /** Agent to the rate at which its answers are scored. */
  readonly rates?: Readonly<Record<string, number>>
}

async function project(
  storage: LibSQLStore | PostgresStore,
  { scorers = [], rates = {} }: Project,
): Promise<Store> {
  const attached = (rate: number) =>
    Object.fromEntries(
      scorers.map((scorer) => [scorer.id, { scorer, sampling: { type: 'ratio', rate } }]),
    ) as never
  const agents = Object.fromEntries(
    Object.entries(rates).map(([id, rate]) => [
      id,
      new Agent({ id, name: id, instructions: 'Be kind.', model: 'openai/none', scorers: attached(rate) }),
    ]),
  )
  const mastra = new Mastra({ agents, storage, logger: false })
  const database = await openDatabase(mastra)
  return { mastra, database, write: (scores) => writeScores(database, scores) }
}

export async function libsqlStore(of: Project = {}): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-monitor-'))
  const storage = new LibSQLStore({ id: 'test', url: `file:${join(folder, 'mastra.db')}` })
  onTestFinished(async () => {
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return project(storage, of)
}

export async function postgresStore(of: Project = {}): Promise<Store> {
  const schemaName = `verdict_monitor_${randomUUID().slice(0, 8)}`
  const storage = new PostgresStore({ id: 'test', connectionString: databaseUrl, schemaName, max: 3 })
  onTestFinished(async () => {
    await storage.close()
    await query(`drop schema if exists ${schemaName} cascade`)
  })
  return project(storage, of)
}

/** Both kinds, where there is a PostgreSQL. */
export const stores: readonly (readonly [string, (of?: Project) => Promise<Store>])[] = [
  ['LibSQL', libsqlStore],
  ...(hasPostgres ? [['PostgreSQL', postgresStore] as const] : []),
]

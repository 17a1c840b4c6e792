import { join } from 'node:path'
import type { LogLevel } from '@mastra/core/logger'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PinoLogger } from '@mastra/loggers'
import { MastraStorageExporter, Observability } from '@mastra/observability'
import { PostgresStore } from '@mastra/pg'
import { docsAgent } from '../agents/docs-agent.ts'
import { docsScorers } from '../agents/live-scorers.ts'
import { findRepository } from '../agents/repository.ts'
import { watchScores } from './watch-scores.ts'

/** The store of scores: workers on other machines can reach a database but no file. */
const storage =
  process.env.QUEUE && !process.env.DATABASE_FILE
    ? new PostgresStore({ id: 'verdict', connectionString: process.env.QUEUE, schemaName: 'mastra' })
    : new LibSQLStore({ id: 'verdict', url: `file:${databaseFile()}` })

/** `mastra dev` runs from a folder of its own, so a relative path would be another file there. */
function databaseFile(): string {
  return process.env.DATABASE_FILE ?? join(findRepository(), 'mastra.db')
}

// LibSQL warns that it stores no metrics; an evaluation is read better without.
const level = (process.env.LOG_LEVEL ?? 'error') as LogLevel

/** The instance that `mastra dev` serves, with the agents that the scripts in evals/ score. */
export const mastra = new Mastra({
  agents: { docsAgent },
  scorers: docsScorers,
  storage,
  // Only where it is asked for: a schedule runs as long as the process, which scripts are to end.
  workflows: process.env.WATCH_SCORES ? { watchScores } : {},
  logger: new PinoLogger({ name: 'verdict', level }),
  observability: new Observability({
    configs: {
      default: {
        serviceName: 'verdict',
        // runEvals waits for the trace of each item: the default of 5 s would be most of its time.
        exporters: [new MastraStorageExporter({ maxBatchWaitMs: 200 })],
      },
    },
  }),
})

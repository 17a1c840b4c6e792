import { join } from 'node:path'
import type { LogLevel } from '@mastra/core/logger'
import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PinoLogger } from '@mastra/loggers'
import { MastraStorageExporter, Observability } from '@mastra/observability'
import { docsAgent } from '../agents/docs-agent.ts'
import { docsScorers } from '../agents/live-scorers.ts'
import { findRepository } from '../agents/repository.ts'

/** `mastra dev` runs from a folder of its own, so a relative path would be another file there. */
const databaseFile = process.env.DATABASE_FILE ?? join(findRepository(), 'mastra.db')

// LibSQL warns that it stores no metrics; an evaluation is read better without.
const level = (process.env.LOG_LEVEL ?? 'error') as LogLevel

/** What `mastra dev` serves and what the scripts in evals/ score. */
export const mastra = new Mastra({
  agents: { docsAgent },
  scorers: docsScorers,
  storage: new LibSQLStore({ id: 'verdict', url: `file:${databaseFile}` }),
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

import { Mastra } from '@mastra/core/mastra'
import { LibSQLStore } from '@mastra/libsql'
import { PostgresStore } from '@mastra/pg'
import { defineConfig } from '../../src/config.ts'

/** A store in the place that the bench names. */
const { STORE: place = '', DATABASE_URL: connectionString = '' } = process.env

const storage = place.startsWith('file:')
  ? new LibSQLStore({ id: 'bench', url: place })
  : new PostgresStore({ id: 'bench', connectionString, schemaName: place })

export default defineConfig({
  mastra: new Mastra({ storage, logger: false }),
  monitor: { by: 'agent', telemetry: false },
  close: () => storage.close(),
})

import { anyStore, hasPostgres, postgresStore } from '../../support/queues.ts'
import { describeEngine } from './engine-behaviour.ts'

// PGlite takes seconds to open: its turn is in engine.slow.test.ts, but where nothing else is there.
if (hasPostgres) describeEngine('PostgreSQL', postgresStore)
else describeEngine('PGlite', anyStore)

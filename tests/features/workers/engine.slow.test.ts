import { pgliteStore } from '../../support/pglite-store.ts'
import { describeEngine } from './engine-behaviour.ts'

describeEngine('PGlite', pgliteStore)

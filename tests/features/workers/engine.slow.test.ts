import { describeEngine } from './engine-behaviour.ts'

describeEngine('PGlite', () => ({ pglite: 'memory://' }))

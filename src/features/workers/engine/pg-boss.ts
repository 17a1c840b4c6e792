import { importOptional } from '../../../shared/optional-package.ts'

/** @throws Error that says what to install if it is missing. */
export const importPgBoss = () =>
  importOptional<typeof import('pg-boss')>('pg-boss@~12.38.0', 'a queue of scores')

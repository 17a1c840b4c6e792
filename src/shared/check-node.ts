import { whyCoreIsTooOld } from './core-version.ts'

/** Older versions would fail somewhere within a score. */
if (!('groupBy' in Map && 'withResolvers' in Promise))
  throw new Error(
    `mastra-verdict needs Node 22.13 or later; this is ${process.versions.node}: install a later version, for example with nvm install 22`,
  )

const problem = whyCoreIsTooOld()
if (problem !== undefined) throw new Error(problem)

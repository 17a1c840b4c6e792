#!/usr/bin/env node
// Nothing that needs a recent Node is imported before this is known: an older one stops at its first line.
import { createRequire } from 'node:module'
import { whyTooOld } from './node-version.ts'

const { engines } = createRequire(import.meta.url)('mastra-verdict/package.json')
const problem = whyTooOld(process.versions.node, engines.node)
if (problem === undefined) {
  // By its name: the package says that imports have no side effects, and a bundler drops one that is for nothing.
  const { start } = await import('./start.ts')
  await start()
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}

#!/usr/bin/env node
// Nothing that needs a recent Node or Mastra is imported before this check: older ones would fail on the first line.
import { createRequire } from 'node:module'
import { whyTooOld } from '../cli/why-node-too-old.ts'
import { whyCoreIsTooOld, whyPeersAreMissing } from '../shared/core-version.ts'

const { engines } = createRequire(import.meta.url)('mastra-verdict/package.json')
const problem = whyTooOld(process.versions.node, engines.node) ?? whyPeersAreMissing() ?? whyCoreIsTooOld()
if (problem === undefined) {
  // Imported with a binding: the package has no side effects, so a bundler drops a bare import.
  const { start } = await import('./start.ts')
  await start()
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}

import { createRequire } from 'node:module'

/** Older versions would fail somewhere within a score. */
if (!('groupBy' in Map && 'withResolvers' in Promise))
  throw new Error(
    `mastra-verdict needs Node 22.13 or later; this is ${process.versions.node}: install a later version, for example with nvm install 22`,
  )

const oldestCore = [1, 71] as const

const core = versionOfCore()
const [major = 0, minor = 0] = core?.split('.').map(Number) ?? oldestCore
if (major < oldestCore[0] || (major === oldestCore[0] && minor < oldestCore[1]))
  throw new Error(
    `mastra-verdict needs @mastra/core ${oldestCore.join('.')} or later (below 2); this is ${core}: npm install @mastra/core@latest`,
  )

/** Undefined in a bundle, which has no place to look from. */
function versionOfCore(): string | undefined {
  try {
    return (createRequire(import.meta.url)('@mastra/core/package.json') as { readonly version: string })
      .version
  } catch {
    return undefined
  }
}

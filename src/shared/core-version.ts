import { createRequire } from 'node:module'

const oldest = [1, 71] as const

/** Says why the installed `@mastra/core` cannot be used; undefined if it can. */
export function whyCoreIsTooOld(): string | undefined {
  const version = installedVersion()
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? oldest
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  return `mastra-verdict needs @mastra/core ${oldest.join('.')} or later (below 2); this is ${version}: npm install @mastra/core@latest`
}

/** Says which required packages are not installed; undefined if all are. */
export function whyPeersAreMissing(): string | undefined {
  const { resolve } = createRequire(import.meta.url)
  const missing = ['@mastra/core', 'zod'].filter((name) => {
    try {
      return resolve(`${name}/package.json`) === ''
    } catch {
      return true
    }
  })
  return missing.length === 0
    ? undefined
    : `verdict needs packages that are not installed: npm install ${missing.join(' ')}`
}

/** Undefined in a bundle, which has no place to look from. */
function installedVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)('@mastra/core/package.json') as { readonly version: string })
      .version
  } catch {
    return undefined
  }
}

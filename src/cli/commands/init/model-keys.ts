import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProviderConfig } from '@mastra/core/llm'

/** Mastra takes either of two names for Google, but the AI SDK only this one. */
const google = 'GOOGLE_GENERATIVE_AI_API_KEY'

/**
 * Returns the environment variables with the keys of the models that the code in `src/mastra` names, as in
 * `'openai/gpt-5-mini'`, an import from `'@ai-sdk/openai'` or `apiKey: process.env.SHOP_KEY`. Empty if it names none.
 */
export function modelKeys(folder: string): string[] {
  const sources = join(folder, 'src/mastra')
  if (!existsSync(sources)) return []
  const keys = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .flatMap((file) => keysIn(withoutComments(readFileSync(join(sources, file), 'utf8'))))
  return [...new Set(keys)].sort()
}

function keysIn(code: string): string[] {
  const own = Array.from(
    code.matchAll(/\bapiKey\s*[:=]\s*process\.env(?:\.|\[['"])(\w+)/g),
    ([, name]) => name ?? '',
  )
  const named = code.matchAll(/(['"`])(?:@ai-sdk\/([\w-]+)|([\w.-]+)\/[\w.:@/-]+)\1/g)
  return Array.from(named, ([, , imported, routed]) => {
    // A provider that is given its key does not look for another.
    if (imported !== undefined) return own.length === 0 ? listKeys(imported) : []
    return routed === undefined ? [] : listKeys(routed)
  })
    .flat()
    .concat(own)
}

/** A commented-out model needs no key. A line's comment begins after white space, unlike the slashes of a URL. */
function withoutComments(code: string): string {
  const [first = '', ...others] = code.split('/*')
  // A comment that does not end takes the rest; one may contain the beginning of another.
  const between = others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))
  return [first, ...between]
    .join('')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)\/\/.*/, ''))
    .join('\n')
}

function listKeys(provider: string): readonly string[] {
  if (provider === 'google') return [google]
  return [getProviderConfig(provider)?.apiKeyEnvVar ?? []].flat()
}

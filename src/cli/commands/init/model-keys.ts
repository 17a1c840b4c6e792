import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getProviderConfig } from '@mastra/core/llm'

/** Mastra takes either of two names for Google, but the AI SDK only this one. */
const google = 'GOOGLE_GENERATIVE_AI_API_KEY'

/**
 * Returns the environment variables with the keys of the models that the code in `src/mastra` names, as in
 * `'openai/gpt-5-mini'` or an import from `'@ai-sdk/openai'`. Empty if it names none of a provider that Mastra lists.
 */
export function modelKeys(folder: string): string[] {
  const sources = join(folder, 'src/mastra')
  if (!existsSync(sources)) return []
  const providers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .flatMap((file) => providersIn(readFileSync(join(sources, file), 'utf8')))
  return [...new Set(providers.flatMap(listKeys))].sort()
}

/** A commented-out model needs no key. A comment begins behind white space, unlike the slashes of a URL. */
function providersIn(code: string): string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const named = withoutComments.matchAll(/(['"`])(?:@ai-sdk\/([\w-]+)|([\w.-]+)\/[\w.:@/-]+)\1/g)
  return Array.from(named, ([, , imported, routed]) => imported ?? routed ?? '')
}

function listKeys(provider: string): readonly string[] {
  if (provider === 'google') return [google]
  return [getProviderConfig(provider)?.apiKeyEnvVar ?? []].flat()
}

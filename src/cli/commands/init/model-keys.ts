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

function providersIn(code: string): string[] {
  const named = withoutComments(code).matchAll(/(['"`])(?:@ai-sdk\/([\w-]+)|([\w.-]+)\/[\w.:@/-]+)\1/g)
  return Array.from(named, ([, , imported, routed]) => imported ?? routed ?? '')
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

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../shared/canonical-json.ts'
import type { JsonObject } from '../contract.ts'
import { type LanguageModelConfig, modelName } from './callable-model.ts'
import type { LanguageJudgeSettings } from './language-judge.ts'

/**
 * What the answers of a language judge depend on. Headers, keys and the secrets of an address are left out; the
 * options of the provider, which may hold anything, are there as a hash only.
 */
export function settingsOf(model: LanguageModelConfig, settings: LanguageJudgeSettings): JsonObject {
  const { temperature = 0, seed, maxOutputTokens, providerOptions } = settings
  const address = typeof model === 'object' && 'url' in model ? model.url : undefined
  return {
    model: modelName(model),
    temperature,
    ...(seed === undefined ? {} : { seed }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(providerOptions === undefined ? {} : { providerOptions: hashOf(canonicalJson(providerOptions)) }),
    ...(typeof address === 'string' && URL.canParse(address) ? { address: withoutSecrets(address) } : {}),
  }
}

/** Scheme, host and path: user, password, query and fragment may be credentials. */
function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}

const hashOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

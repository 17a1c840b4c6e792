import { createHash } from 'node:crypto'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { readOptions } from '../../shared/read-options.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { noteCredentials } from '../call/credentials.ts'
import { callError } from '../call/failure.ts'
import type { JsonObject, Judge, TextRequest } from '../contract.ts'
import { answerQuestions, checkFinished, extractLists } from './answer-questions.ts'
import { type CallableModel, callableModel, type LanguageModelConfig, modelName } from './callable-model.ts'
import { textPrompt } from './prompt.ts'
import { openSession } from './session.ts'
import { type LanguageJudgeSettings, settingsSchema, usual } from './settings.ts'

/**
 * Makes a judge that asks a language model. It checks the answers against the questions: it asks again about
 * those that are missing, duplicated or not from the list, and throws a `JudgeError` if they remain so.
 *
 * @param model Anything that Mastra accepts as a model: a router string ('openai/gpt-5-mini'), an AI SDK
 *   language model (AI SDK 5 or later), or a Mastra model config.
 * @throws TypeError for unknown settings and those out of range. The methods reject with a `JudgeError`, or with the reason of
 *   the signal.
 *
 * @example
 * ```ts
 * import { languageJudge } from 'mastra-verdict'
 *
 * console.log(languageJudge('openai/gpt-5-mini', { temperature: 0 }).id) // openai/gpt-5-mini
 * ```
 */
export function languageJudge(model: LanguageModelConfig, settings: LanguageJudgeSettings = {}): Judge {
  const { repairs = usual.repairs, id = modelName(model) } = readOptions(
    'languageJudge',
    settingsSchema,
    settings,
  )
  noteCredentials(model)
  noteCredentials(settings)
  let resolved: Promise<CallableModel> | undefined
  async function open(request: TextRequest) {
    request.signal?.throwIfAborted()
    resolved ??= callableModel(model).catch((error: unknown) => {
      resolved = undefined
      throw callError(id, error, 0, [])
    })
    return openSession(id, await resolved, request, settings)
  }
  return {
    id,
    model: modelName(model),
    settings: collectSettings(model, settings),
    async decide(request) {
      const session = await open(request)
      return { answers: await answerQuestions(session, request, repairs), evidence: session.evidence() }
    },
    async extract(request) {
      const session = await open(request)
      return { lists: await extractLists(session, request, repairs), evidence: session.evidence() }
    },
    async write(request) {
      const session = await open(request)
      const prompt = textPrompt(request, 'Reply with plain prose, without headings or lists.')
      const reply = await session.ask(prompt, undefined, [])
      checkFinished(session, reply, [], false)
      return { text: reply.text.trim(), evidence: session.evidence() }
    },
  }
}

/**
 * Returns everything that the answers of a language judge depend on. Headers, keys and the secrets in a URL are left
 * out; provider options, which may hold anything, are included only as a hash.
 */
function collectSettings(model: LanguageModelConfig, settings: LanguageJudgeSettings): JsonObject {
  const { temperature = usual.temperature, seed, maxOutputTokens, providerOptions } = settings
  const address = typeof model === 'object' && 'url' in model ? model.url : undefined
  return withoutUndefined({
    model: modelName(model),
    temperature,
    seed,
    maxOutputTokens,
    providerOptions: providerOptions && hashText(canonicalJson(providerOptions)),
    address: typeof address === 'string' && URL.canParse(address) ? withoutSecrets(address) : undefined,
  })
}

/** Returns scheme, host and path: user, password, query and fragment may be credentials. */
function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}

const hashText = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

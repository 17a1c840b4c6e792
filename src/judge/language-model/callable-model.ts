import { type MastraModelConfig, resolveModelConfig } from '@mastra/core/llm'
import { isObject } from '../../shared/is-object.ts'
import { noteModelCredentials } from '../call/credentials.ts'
import { excerpt } from '../call/failure.ts'
import { readRefusal } from '../call/refusal.ts'
import type { JsonObject, Usage } from '../contract.ts'

/** The input of one call to a model; the same for every version of the AI SDK's model interface from 2 on. */
export interface ModelCall {
  readonly system: string
  readonly user: string
  readonly schema: JsonObject | undefined
  readonly temperature: number | undefined
  readonly seed: number | undefined
  readonly maxOutputTokens: number | undefined
  readonly providerOptions: Readonly<Record<string, JsonObject>> | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly signal: AbortSignal
}

export interface ModelReply {
  readonly text: string
  /** Whether the model wrote only reasoning. */
  readonly isOnlyThought: boolean
  /** 'stop', 'length', 'content-filter', … as the AI SDK unifies them. */
  readonly finishReason: string
  readonly usage: Usage
  readonly warnings: readonly string[]
}

export interface CallableModel {
  /** Provider and model id: 'openai/gpt-5-mini'. */
  readonly id: string
  call(call: ModelCall): Promise<ModelReply>
}

/**
 * A router string, a Mastra model config, or an AI SDK language model: any, because Mastra's own type names the exact
 * releases that it was built with, so a model from the next patch release does not fit it.
 */
export type LanguageModelConfig =
  | MastraModelConfig
  | {
      readonly specificationVersion: string
      readonly provider: string
      readonly modelId: string
      doGenerate(options: never): PromiseLike<unknown>
    }

interface ProviderReply {
  content?: readonly { readonly type: string; readonly text?: string }[]
  finishReason?: string | { unified: string }
  usage?: Partial<Record<'inputTokens' | 'outputTokens', number | { total?: number | undefined }>>
  warnings?: readonly unknown[]
  response?: { body?: unknown }
  stream?: ReadableStream<{ type: string; error?: unknown }>
}

const isProviderModel = (
  value: unknown,
): value is { doGenerate(options: object): PromiseLike<ProviderReply> } =>
  isObject(value) && typeof value.doGenerate === 'function'

/** Limits a provider's warning, which may repeat the request. */
const maximumWarningLength = 1_000

const tokens = (count?: number | { total?: number | undefined }) =>
  (typeof count === 'object' ? count.total : count) ?? 0

/**
 * @param config A router string, a Mastra model config, or an AI SDK language model of version 2 or later.
 * @throws TypeError for anything else; Mastra's error for a router string that no provider has.
 */
export async function callableModel(config: LanguageModelConfig): Promise<CallableModel> {
  const model: unknown = isProviderModel(config)
    ? config
    : await resolveModelConfig(config as MastraModelConfig)
  if (!isProviderModel(model)) throw new TypeError('the judge needs a language model that can generate')
  await noteModelCredentials(model)
  return {
    id: modelName(config),
    async call({ system, user, schema, signal, ...settings }) {
      const asked = model.doGenerate({
        ...settings,
        prompt: [
          { role: 'system', content: system },
          { role: 'user', content: [{ type: 'text', text: user }] },
        ],
        responseFormat: schema === undefined ? undefined : { type: 'json', schema, name: 'reply' },
        abortSignal: signal,
      })
      const result = await Promise.resolve(asked).catch(refusedReply)
      if (result.content === undefined) throw await readError(result.stream)
      const { content, finishReason, usage, warnings = [] } = result
      const said = content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
      const refusal = readRefusal(result.response?.body)
      const finished = typeof finishReason === 'object' ? finishReason.unified : finishReason
      const text = said === '' ? (refusal?.text ?? '') : said
      return {
        text,
        isOnlyThought: text.trim() === '' && hasThoughts(content, result.response?.body),
        finishReason: refusal === undefined ? (finished ?? 'unknown') : 'content-filter',
        usage: { inputTokens: tokens(usage?.inputTokens), outputTokens: tokens(usage?.outputTokens) },
        warnings: warnings.map((warning) => excerpt(JSON.stringify(warning), maximumWarningLength)),
      }
    },
  }
}

/** Returns whether there is reasoning, parsed by the client or only in the server's reply. */
const hasThoughts = (
  content: readonly { readonly type: string; readonly text?: string }[],
  body: unknown,
): boolean =>
  content.some(({ type, text = '' }) => type === 'reasoning' && text.trim() !== '') ||
  /"reasoning(?:_content)?":"[^"]|"type":"reasoning_text"/.test(JSON.stringify(body) ?? '')

const nothingToRead = /^Cannot read properties of (?:undefined|null)|^(?:undefined|null) is not an object/

/** Returns the reply of a model that refused, if that is all that the client could not read. @throws any other error. */
function refusedReply(error: unknown): ProviderReply {
  const refusal = readRefusal(error instanceof Error && 'responseBody' in error && error.responseBody)
  if (refusal === undefined) throw withReply(error)
  const { text, usage } = refusal
  return { content: [{ type: 'text', text }], finishReason: 'content-filter', usage }
}

/** Converts the error of clients that look for an answer in JSON that has none. */
function withReply(error: unknown): unknown {
  if (!(error instanceof Error) || 'statusCode' in error) return error
  if (error.name !== 'AI_InvalidResponseDataError' && !nothingToRead.test(error.message)) return error
  const body = 'data' in error ? JSON.stringify(error.data) : undefined
  const sent = { statusCode: 200, responseBody: body }
  return Object.assign(new Error('the server sent no answer', { cause: error }), sent)
}

/** Mastra's model router reports a missing key or an unknown provider in an unrequested stream. */
async function readError(
  stream: ReadableStream<{ type: string; error?: unknown }> | undefined,
): Promise<unknown> {
  for await (const part of stream ?? []) if (part.type === 'error') return part.error
  return new Error('the model returned neither content nor an error')
}

/**
 * Returns provider and model id as in a router string: 'openai.responses' and 'gpt-5-mini' are 'openai/gpt-5-mini'.
 *
 * @throws TypeError for version 1 models (AI SDK 4).
 */
export function modelName(config: LanguageModelConfig): string {
  if (typeof config === 'string') return config
  if ('specificationVersion' in config && config.specificationVersion === 'v1')
    throw new TypeError('the judge needs a language model of AI SDK 5 or later; this one is from AI SDK 4')
  if (!('modelId' in config)) return config.id
  const provider = 'providerId' in config ? config.providerId : config.provider
  const vendor = provider.split('.')[0] ?? provider
  return config.modelId.startsWith(`${vendor}/`) ? config.modelId : `${vendor}/${config.modelId}`
}

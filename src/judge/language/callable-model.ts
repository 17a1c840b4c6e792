import type { MastraModelConfig } from '@mastra/core/llm'
import { resolveModelConfig } from '@mastra/core/llm'
import { noteCredentialsOf } from '../call/credentials.ts'
import { excerpt } from '../call/failure.ts'
import type { JsonObject, JsonValue, JudgeTool, Usage } from '../contract.ts'

/** A call of a tool, as the model wrote it. */
export interface ModelToolCall {
  readonly id: string
  readonly name: string
  /** JSON, where the model is well-behaved. */
  readonly input: string
}

/** A reply that called tools, and what they returned. */
export interface ToolTurn {
  readonly reply: ModelReply
  /** For each call of the reply, the text that answers it, in its order. */
  readonly results: readonly string[]
}

/** The tools of a call, and what became of them so far. */
export interface ToolUse {
  readonly tools: readonly JudgeTool[]
  readonly turns: readonly ToolTurn[]
  /** Whether the model may call more of them. */
  readonly open: boolean
}

/** What one call to a model takes; the same for every version of the AI SDK's model interface from 2 on. */
export interface ModelCall {
  readonly system: string
  readonly user: string
  readonly schema: JsonObject | undefined
  readonly tools: ToolUse | undefined
  readonly temperature: number | undefined
  readonly seed: number | undefined
  readonly maxOutputTokens: number | undefined
  readonly providerOptions: Readonly<Record<string, JsonObject>> | undefined
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly signal: AbortSignal
}

export interface ModelReply {
  readonly text: string
  /** The tools that it calls, in order. */
  readonly toolCalls: readonly ModelToolCall[]
  /** What a model must be shown again of its own reply before the results of its calls. */
  readonly content: readonly ReplyPart[]
  /** 'stop', 'length', 'content-filter', 'tool-calls', … as the AI SDK unifies them. */
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
 * A language model instance of any AI SDK. Mastra's own type names the exact releases that it was built with,
 * so that a model of the next patch release does not fit it.
 */
export interface LanguageModelInstance {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
}

/** A router string, a Mastra model config, or an AI SDK language model. */
export type LanguageModelConfig = MastraModelConfig | LanguageModelInstance

/** A part of a reply: text, reasoning, a call of a tool, or what a judge has no use for. */
interface ReplyPart {
  readonly type: string
  readonly text?: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly input?: string
  readonly providerExecuted?: boolean
  /** Ids and signatures without which a provider does not take its own reply back. */
  readonly providerMetadata?: object
}

type TokenCount = number | { total?: number | undefined } | undefined

/** The part of `doGenerate` that versions 2 to 4 of the model interface share. */
interface ProviderModel {
  readonly specificationVersion?: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: object): PromiseLike<{
    content?: readonly ReplyPart[]
    finishReason?: string | { unified: string }
    usage?: { inputTokens?: TokenCount; outputTokens?: TokenCount }
    warnings?: readonly unknown[]
    stream?: ReadableStream<{ type: string; error?: unknown }>
  }>
}

function isProviderModel(value: unknown): value is ProviderModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'doGenerate' in value &&
    typeof value.doGenerate === 'function'
  )
}

/** A provider's warning may repeat what it was sent. */
const maximumWarningLength = 1_000

const tokens = (count: TokenCount) => (typeof count === 'object' ? count.total : count) ?? 0

/**
 * Provider and model id, as a router string would name them: 'openai.responses' and 'gpt-5-mini' are
 * 'openai/gpt-5-mini'.
 *
 * @throws TypeError for version 1 models (AI SDK 4).
 */
export function modelName(config: LanguageModelConfig): string {
  if (
    typeof config === 'object' &&
    'specificationVersion' in config &&
    config.specificationVersion === 'v1'
  ) {
    throw new TypeError('the judge needs a language model of AI SDK 5 or later; this one is of AI SDK 4')
  }
  if (typeof config === 'string') return config
  if (!('modelId' in config)) return config.id
  const provider = 'providerId' in config ? config.providerId : config.provider
  const vendor = provider.split('.')[0] ?? provider
  return config.modelId.startsWith(`${vendor}/`) ? config.modelId : `${vendor}/${config.modelId}`
}

/** Mastra's model router reports a missing key or an unknown provider in a stream that it did not ask for. */
async function errorOf(
  stream: ReadableStream<{ type: string; error?: unknown }> | undefined,
): Promise<unknown> {
  for await (const part of stream ?? []) if (part.type === 'error') return part.error
  return new Error('the model returned neither content nor an error')
}

/** The input of a call as JSON; undefined where it is none. */
export function readInput(input: string): JsonValue | undefined {
  try {
    return JSON.parse(input.trim() === '' ? '{}' : input)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const isOwnCall = ({ type, providerExecuted }: ReplyPart) => type === 'tool-call' && providerExecuted !== true

/** A part of a reply as the model takes it back. */
function saidPart(part: ReplyPart): object[] {
  const { type, text = '', toolCallId, toolName, input = '', providerMetadata: providerOptions } = part
  if (type === 'reasoning' || (type === 'text' && text !== '')) return [{ type, text, providerOptions }]
  if (!isOwnCall(part)) return []
  const read = readInput(input)
  // Providers take nothing but an object back; what was wrong with the input stands in its result.
  const given = typeof read === 'object' && read !== null && !Array.isArray(read) ? read : {}
  return [{ type, toolCallId, toolName, input: given, providerOptions }]
}

/** A turn as messages, the same for every version of the model interface. */
function turnMessages({ reply, results }: ToolTurn): object[] {
  const answers = reply.toolCalls.map(({ id, name }, index) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: name,
    output: { type: 'text', value: results[index] ?? '' },
  }))
  return [
    { role: 'assistant', content: reply.content.flatMap(saidPart) },
    { role: 'tool', content: answers },
  ]
}

/** Tools that may not be called any more are still listed: some providers want those that were called. */
function toolParameters({ tools, open }: ToolUse): object {
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      name,
      description,
      inputSchema,
    })),
    toolChoice: { type: open ? 'auto' : 'none' },
  }
}

/**
 * @param config A router string, a Mastra model config, or an AI SDK language model of version 2 or later.
 * @throws TypeError for anything else; Mastra's error for a router string that no provider has.
 */
export async function callableModel(config: LanguageModelConfig): Promise<CallableModel> {
  const model: unknown = isProviderModel(config)
    ? config
    : await resolveModelConfig(config as MastraModelConfig)
  if (!isProviderModel(model)) throw new TypeError('the judge needs a language model that can generate')
  await noteCredentialsOf(model)
  return {
    id: modelName(config),
    async call({ system, user, schema, tools, signal, ...settings }) {
      const result = await model.doGenerate({
        ...settings,
        prompt: [
          { role: 'system', content: system },
          { role: 'user', content: [{ type: 'text', text: user }] },
          ...(tools?.turns.flatMap(turnMessages) ?? []),
        ],
        ...(tools === undefined ? {} : toolParameters(tools)),
        responseFormat: schema === undefined ? undefined : { type: 'json', schema, name: 'reply' },
        abortSignal: signal,
      })
      if (result.content === undefined) throw await errorOf(result.stream)
      const { content, finishReason, usage, warnings = [] } = result
      return {
        content,
        toolCalls: content
          .filter(isOwnCall)
          .map(({ toolCallId: id = '', toolName: name = '', input = '' }) => ({ id, name, input })),
        text: content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''),
        finishReason: (typeof finishReason === 'object' ? finishReason.unified : finishReason) ?? 'unknown',
        usage: { inputTokens: tokens(usage?.inputTokens), outputTokens: tokens(usage?.outputTokens) },
        warnings: warnings.map((warning) => excerpt(JSON.stringify(warning), maximumWarningLength)),
      }
    },
  }
}

import type { GatewayLanguageModel } from '@mastra/core/llm'

// Mastra's copy of the contract, not the one in `ai`: the two differ by a release, and Mastra's Agent takes its own.
export type LanguageModelV4 = Extract<GatewayLanguageModel, { specificationVersion: 'v4' }>
export type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0]
export type Prompt = CallOptions['prompt']
export type GenerateResult = Awaited<ReturnType<LanguageModelV4['doGenerate']>>
export type StreamPart =
  Awaited<ReturnType<LanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

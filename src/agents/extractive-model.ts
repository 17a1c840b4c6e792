import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { GatewayLanguageModel } from '@mastra/core/llm'
import { readQuestion } from './question.ts'
import { quoteAnswer } from './quote-answer.ts'
import { searchResult } from './search-docs-tool.ts'

// Mastra's copy of the contract, not the one in `ai`: the two differ by a release, and Mastra's Agent takes its own.
type LanguageModelV4 = Extract<GatewayLanguageModel, { specificationVersion: 'v4' }>
export type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0]
export type Prompt = CallOptions['prompt']
type GenerateResult = Awaited<ReturnType<LanguageModelV4['doGenerate']>>
export type StreamPart =
  Awaited<ReturnType<LanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

function userTexts(prompt: Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? [message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')]
      : [],
  )
}

/** Returns the latest output of a tool since the user's last message, if there is any. */
function latestToolOutput(prompt: Prompt, toolName: string) {
  return prompt
    .slice(prompt.findLastIndex(({ role }) => role === 'user') + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' && part.toolName === toolName ? [part.output] : []))
    .at(-1)
}

function mayCall(toolName: string, { tools = [], toolChoice }: CallOptions): boolean {
  return (
    toolChoice?.type !== 'none' && tools.some((tool) => tool.type === 'function' && tool.name === toolName)
  )
}

const replies = {
  noQuestion: 'Ask me a question about Verdict, and I will look it up in its documentation.',
  noDocuments: 'I have no documents to answer from.',
  notFound: (query: string) => `The documentation does not say: searching it for "${query}" found no answer.`,
  searchFailed: (problem: string) => `The documentation could not be searched: ${problem}`,
}

// Nothing is tokenized, so nothing is counted: undefined is "not known", 0 would be a measurement.
const usage: GenerateResult['usage'] = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

function respond(options: CallOptions, searchTool: string): GenerateResult['content'][number] {
  const { prompt } = options
  const texts = userTexts(prompt)
  const question = readQuestion(texts.at(-1) ?? '', texts.at(-2))
  const query = question.words.join(' ')
  const output = latestToolOutput(prompt, searchTool)
  if (output) {
    const value = 'value' in output ? output.value : output.reason
    const result = searchResult.safeParse(value)
    const text = result.success
      ? (quoteAnswer(question, result.data.passages) ?? replies.notFound(query))
      : replies.searchFailed(typeof value === 'string' ? value : JSON.stringify(value))
    return { type: 'text', text }
  }
  if (!mayCall(searchTool, options)) return { type: 'text', text: replies.noDocuments }
  if (question.words.length === 0) return { type: 'text', text: replies.noQuestion }
  return {
    type: 'tool-call',
    // The prompt holds the ids before it, so that a question asked twice gets two ids.
    toolCallId: createHash('sha256').update(JSON.stringify(prompt)).digest('hex').slice(0, 16),
    toolName: searchTool,
    input: JSON.stringify({ query }),
  }
}

function generate(options: CallOptions, searchTool: string): GenerateResult {
  options.abortSignal?.throwIfAborted()
  const content = respond(options, searchTool)
  return {
    content: [content],
    finishReason: { unified: content.type === 'tool-call' ? 'tool-calls' : 'stop', raw: undefined },
    usage,
    warnings:
      options.responseFormat?.type === 'json'
        ? [{ type: 'unsupported', feature: 'responseFormat', details: 'Quotes are plain text.' }]
        : [],
  }
}

async function* streamParts(
  { content, finishReason, warnings }: GenerateResult,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamPart> {
  yield { type: 'stream-start', warnings }
  for (const part of content) {
    if (part.type === 'tool-call') yield part
    if (part.type !== 'text') continue
    const id = 'answer'
    yield { type: 'text-start', id }
    for (const [delta] of part.text.matchAll(/\S+\s*/g)) {
      // Lets whoever reads, or aborts, have a turn between words.
      await setImmediate(undefined, { signal })
      yield { type: 'text-delta', id, delta }
    }
    yield { type: 'text-end', id }
  }
  yield { type: 'finish', finishReason, usage }
}

/**
 * A language model that writes nothing of its own: it calls the search tool with the words of the last
 * question, then answers with the sentences of the passages that bear on it most, or says that there are
 * none. It needs no key and no network, and the same prompt gives the same answer.
 *
 * @param searchTool The name under which the agent has the tool of `createSearchDocsTool`.
 */
export function extractiveModel({
  searchTool = 'searchDocs',
}: {
  searchTool?: string
} = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'verdict',
    modelId: 'extractive',
    supportedUrls: {},
    async doGenerate(options) {
      return generate(options, searchTool)
    },
    async doStream(options) {
      return { stream: ReadableStream.from(streamParts(generate(options, searchTool), options.abortSignal)) }
    },
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { MastraModelConfig } from '@mastra/core/llm'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import type { Sample } from './runs.ts'

type Stream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream']
type Chunk = Stream extends ReadableStream<infer T> ? T : never

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

const wordInMs = 5
const finishReason = { unified: 'stop', raw: undefined } as const

/** A model that takes 100 ms to begin, or longer, and 5 ms for a word, streamed or not: a fast provider. */
export function slowModel(samples: readonly Sample[], firstWordInMs = 100): MastraModelConfig {
  function wordsFor(message: object | undefined): string[] {
    const asked = JSON.stringify(message)
    const sample = samples.find(({ question }) => asked.includes(JSON.stringify(question)))
    if (sample === undefined) throw new Error(`no answer for ${asked}`)
    return sample.answer.split(/(?<= )/)
  }
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const words = wordsFor(prompt.at(-1))
      await delay(firstWordInMs + words.length * wordInMs)
      return { content: [{ type: 'text', text: words.join('') }], finishReason, usage, warnings: [] }
    },
    doStream: async ({ prompt }) => {
      const id = '1'
      const chunks: Chunk[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id },
        ...wordsFor(prompt.at(-1)).map((delta): Chunk => ({ type: 'text-delta', id, delta })),
        { type: 'text-end', id },
        { type: 'finish', finishReason, usage },
      ]
      return {
        stream: simulateReadableStream({ chunks, initialDelayInMs: firstWordInMs, chunkDelayInMs: wordInMs }),
      }
    },
  })
  return model as MastraModelConfig
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createOpenAI } from '@ai-sdk/openai'
import type { MastraModelConfig } from '@mastra/core/llm'

export interface ModelSettings {
  readonly modelId: string
  /** How long the judge takes over a call. */
  readonly latencyInMs: number
  /** Characters in one event, where the reply is streamed. Default: all of it in one. */
  readonly pieceLength?: number
  readonly fetch?: typeof fetch
}

export interface BenchJudge {
  /** A model of the real OpenAI client that talks to the judge over HTTP. */
  model(settings: ModelSettings): MastraModelConfig
  stop(): void
}

/** Starts the judge in a process of its own. */
export async function startJudge(): Promise<BenchJudge> {
  const child = fork(new URL('judge-server.ts', import.meta.url), { execArgv: [] })
  const [port] = await once(child, 'message')
  return {
    model({ modelId, latencyInMs, pieceLength = 1_000_000, fetch }) {
      const openai = createOpenAI({
        baseURL: `http://127.0.0.1:${port}/v1`,
        apiKey: 'none',
        headers: { 'x-latency-in-ms': String(latencyInMs), 'x-piece-length': String(pieceLength) },
        fetch,
      })
      // Mastra's type names the exact releases of the AI SDK that it was built with.
      return openai.chat(modelId) as MastraModelConfig
    },
    stop: () => child.disconnect(),
  }
}

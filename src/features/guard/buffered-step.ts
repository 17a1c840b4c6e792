import type { MastraDBMessage } from '@mastra/core/agent'
import type { ProcessOutputStreamArgs } from '@mastra/core/processors'

export type Chunk = ProcessOutputStreamArgs['part']

/** Mastra passes the chunk under this name in a processor's state through all processors next. */
const nextChunk = '__mastraReprocessPart'

const isContent = (type: string) => /^(text|reasoning|redacted-reasoning|source|file|custom)/.test(type)

/** Returns true for calls and results of tools, except the provider's own, which are part of the answer. */
const isCall = (chunk: Chunk) =>
  chunk.type.startsWith('tool-') &&
  'payload' in chunk &&
  (chunk.payload as { readonly providerExecuted?: boolean }).providerExecuted !== true

/** A model's output in one step, held back until it has a score. */
export class BufferedStep {
  readonly #messageId: string
  #kept: Chunk[] = []
  /** True if the step calls a tool. Its text passes: only the end of the run shows if more follows. */
  callsTool = false

  constructor(messageId: string) {
    this.#messageId = messageId
  }

  /**
   * @param isLast Whether all held chunks may leave with it.
   * @returns The chunks to pass on: this one, all held ones, or none yet.
   */
  take(chunk: Chunk, isLast: boolean): Chunk[] {
    // The provider's raw output would leak the answer.
    if (chunk.type === 'raw') return []
    if (isCall(chunk)) this.callsTool = true
    if (this.callsTool || isLast) return [...this.#kept.splice(0), chunk]
    if (this.#kept.length === 0 && !isContent(chunk.type)) return [chunk]
    const last = this.#kept.at(-1)
    // Merged into one chunk, since Mastra takes at most a thousand at once.
    if (chunk.type === 'text-delta' && last?.type === 'text-delta' && last.payload.id === chunk.payload.id)
      this.#kept[this.#kept.length - 1] = {
        ...chunk,
        payload: { ...chunk.payload, text: last.payload.text + chunk.payload.text },
      }
    else this.#kept.push(chunk)
    return []
  }

  /** Returns the messages of the run including the held content, as Mastra will write it. */
  addedTo(messages: readonly MastraDBMessage[]): MastraDBMessage[] {
    const last = messages.at(-1)
    const parts = this.#parts()
    if (last?.id === this.#messageId)
      return [
        ...messages.slice(0, -1),
        { ...last, content: { ...last.content, parts: [...last.content.parts, ...parts] } },
      ]
    const content = { format: 2 as const, parts }
    return [...messages, { id: this.#messageId, role: 'assistant', createdAt: new Date(), content }]
  }

  #parts(): MastraDBMessage['content']['parts'] {
    const texts = new Map<string, { type: 'text'; text: string }>()
    return this.#kept.flatMap((chunk): MastraDBMessage['content']['parts'] => {
      if (chunk.type === 'text-delta') {
        const { id, text } = chunk.payload
        const known = texts.get(id)
        if (known) known.text += text
        const part = known ?? { type: 'text' as const, text }
        texts.set(id, part)
        return known ? [] : [part]
      }
      if (chunk.type !== 'tool-result') return []
      const { toolCallId, toolName, result } = chunk.payload
      const call = this.#kept.find(
        (kept): kept is Extract<Chunk, { type: 'tool-call' }> =>
          kept.type === 'tool-call' && kept.payload.toolCallId === toolCallId,
      )
      const args = call?.payload.args
      const toolInvocation = { state: 'result' as const, toolCallId, toolName, args, result }
      return [{ type: 'tool-invocation', toolInvocation, providerExecuted: true }]
    })
  }
}

/** Delays chunks from the first text beside a call on, if the reader can wait: a durable agent runs its tools elsewhere. */
export function isDelayed(delayed: Chunk[], { callsTool }: BufferedStep, chunks: readonly Chunk[]): boolean {
  if (delayed.length === 0 && !(callsTool && chunks.some(({ type }) => type.startsWith('text')))) return false
  delayed.push(...chunks)
  return true
}

/** Passes chunks on in order: Mastra takes one at a time from a processor, then asks for the next. */
export function handOn(
  state: Record<string, unknown>,
  guarded: { leaving?: readonly Chunk[] },
  [first, ...others]: readonly Chunk[],
): Chunk | null {
  guarded.leaving = others.length > 0 ? others : undefined
  state[nextChunk] = others[0]
  return first ?? null
}

/** Returns true if Mastra has taken the next chunk. */
export const isTaken = (state: Record<string, unknown>): boolean => state[nextChunk] === undefined

/** Passes chunks on, bypassing the processors after this one. */
export async function writeAll(
  writer: ProcessOutputStreamArgs['writer'],
  chunks: readonly Chunk[] = [],
): Promise<void> {
  for (const chunk of chunks) await writer?.custom(chunk)
}

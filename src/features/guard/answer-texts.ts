import type { MastraDBMessage, MessageList } from '@mastra/core/agent'
import type { MastraMemory, MemoryRequestContext } from '@mastra/core/memory'
import type { RequestContext } from '@mastra/core/request-context'
import type { BufferedStep } from './buffered-step.ts'

/** Returns all that a run has said, with the held output of its current step. */
export function saidText(messageList: MessageList, held?: BufferedStep): string {
  const messages = messageList.getPersisted.response.db()
  const parts = (held?.addedTo(messages) ?? messages).flatMap(({ content }) => content.parts)
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Removes the texts of these messages from what memory stores and later steps read. */
export function takeOutTexts(messages: readonly MastraDBMessage[]): void {
  for (const { content } of messages) {
    content.parts = content.parts.filter(({ type }) => type !== 'text')
    delete content.content
  }
}

/** Removes a stopped run's texts from memory, which has them if a tool suspended the run. */
export async function takeOutStored(
  messageList: MessageList,
  requestContext?: RequestContext,
): Promise<void> {
  // Durable agents give processors no memory, and write their messages anew themselves.
  const context = requestContext?.get('MastraMemory') as MemoryRequestContext | undefined
  const memory = context?.runState?.()?.memory as MastraMemory | undefined
  const messageIds = messageList.getPersisted.response.db().map(({ id }) => id)
  const store = messageIds.length === 0 ? undefined : await memory?.storage.getStore('memory')
  const { messages = [] } = (await store?.listMessagesById({ messageIds })) ?? {}
  takeOutTexts(messages)
  if (messages.length > 0) await store?.saveMessages({ messages })
}

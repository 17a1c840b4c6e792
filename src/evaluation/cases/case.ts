import type { ItemRecord } from '../../run/item-record.ts'
import type { RunHeader } from '../../run/record.ts'
import { hashJson, toJson } from '../../run/to-json.ts'
import { isTextList } from '../../scorers/material/ask-user.ts'
import { asList, asRecord, isObject } from '../../transcript/as-record.ts'
import { readToolCalls } from '../../transcript/tools.ts'
import type { TracedRun } from '../../transcript/trace.ts'
import type { EvaluationItem, ItemMocks } from '../dataset/item.ts'

/** How an answer was drawn, as its case records it. */
export interface Draw {
  /** A description in words. */
  readonly chosen: string
  /** The numbers of cases drawn and eligible. Each eligible one had the same chance. */
  readonly drawn: number
  readonly eligible: number
  /** drawn / eligible, above 0 and up to 1. */
  readonly probability: number
}

export interface Case {
  readonly item: Omit<EvaluationItem, 'toolMocks'> & ItemMocks & { readonly id: string }
  /** Tools that were called but have no recorded result. */
  readonly unrecorded: readonly string[]
}

/** The metadata key that says which answer an item was made from. */
export const sourceKey = 'verdictSource'

/**
 * Makes a case of an answer.
 *
 * @param exchange The exchange of an agent, as a scorer takes it.
 * @throws TypeError if any part of it cannot be written as JSON.
 */
export function toCase(from: {
  /** The unique origin of an answer, or of a question made from a heading. */
  readonly source:
    | { readonly run: string; readonly item: string; readonly repeat: number }
    | { readonly trace: string; readonly span: string }
    | { readonly page: string; readonly heading: string }
  readonly item: Omit<EvaluationItem, 'id'>
  readonly output?: unknown
  /** Whether tool calls can be mocked. */
  readonly isAgent: boolean
  readonly draw: Draw
}): Case {
  const { source, output, isAgent, draw } = from
  const { toolMocks: own = [], ...item } = from.item
  const calls = isAgent && output !== undefined ? readToolCalls(output) : []
  const recorded = calls.filter(({ state }) => state === 'returned')
  // A tool with mocks is never called: what it returned is one of them.
  const called = recorded.filter(({ toolName }) => own.every((mock) => mock.toolName !== toolName))
  const toolMocks = [
    ...own,
    ...called.map(({ toolName, args = {}, result = null }) => ({
      toolName,
      output: result,
      ...(isObject(args) ? { args } : { args: {}, matchArgs: 'ignore' as const }),
    })),
  ]
  const mocks = {
    ...(toolMocks.length > 0 ? { toolMocks } : {}),
    ...(isAgent ? { unmockedToolPolicy: 'deny' } : {}),
  }
  const id = `case-${hashJson(source).slice(0, 16)}`
  const metadata = { ...item.metadata, [sourceKey]: { ...source, ...draw } }
  return {
    item: toJson({ id, ...mocks, ...item, metadata }) as Case['item'] & object,
    unrecorded: calls.filter((call) => !recorded.includes(call)).map(({ toolName }) => toolName),
  }
}

/** Identifies an answer: it is the same one in its run, in a rescored run and in its trace. */
function toSource({ id, rescored }: RunHeader, { itemId, repeat, traceId, spanId }: ItemRecord) {
  return traceId !== undefined && spanId !== undefined
    ? { trace: traceId, span: spanId }
    : { run: rescored ?? id, item: itemId, repeat }
}

/**
 * Turns a record of a run into a case.
 *
 * @throws TypeError for a conversation in which nobody said anything.
 */
export function caseOfRecord(header: RunHeader, record: ItemRecord, draw: Draw): Case {
  const { groundTruth, expectedTrajectory, expect, until, context, group, metadata, exchange, answer } =
    record
  const isAgent = header.target.kind === 'agent' || exchange?.entityType === 'agent'
  const output = exchange?.output ?? answer
  const own = record.toolMocks === undefined ? {} : { toolMocks: record.toolMocks }
  const { unmockedToolPolicy } = record
  return toCase({
    source: toSource(header, record),
    output,
    isAgent,
    draw,
    item: {
      groundTruth,
      expectedTrajectory,
      expect,
      until,
      context,
      group,
      metadata,
      ...asked(record, output),
      ...own,
      ...(unmockedToolPolicy === undefined ? {} : { unmockedToolPolicy }),
    } as EvaluationItem,
  })
}

/**
 * Turns an agent's answer in a trace into a case. Answers of one thread form one group.
 *
 * @param isQuestion Whether to leave out the answer, and what tools returned. Default false.
 */
export function caseOfTrace(
  from: {
    readonly traceId: string
    readonly spanId: string
    readonly threadId?: string
    readonly input: TracedRun['input']
    readonly output: TracedRun['output']
  },
  draw: Draw,
  isQuestion = false,
): Case {
  const { traceId, spanId, threadId, input, output } = from
  const { rememberedMessages, inputMessages } = input
  // The prompt, which ends with the question, if the trace has it.
  const asked = withoutThread(rememberedMessages.length > 0 ? rememberedMessages : inputMessages)
  const hasFailed = output[0].parts.some(({ type }) => type === 'error')
  const item = { input: asked, group: threadId, ...(isQuestion || hasFailed ? {} : { output }) }
  const source = { trace: traceId, span: spanId }
  return isQuestion
    ? toCase({ source, item, isAgent: false, draw })
    : toCase({ source, item, output, isAgent: true, draw })
}

/** Returns question and answer of an item. In a conversation, the answers go into the metadata. */
function asked({ input, conversation, exchange, metadata }: ItemRecord, output: unknown): EvaluationItem {
  if (conversation !== undefined) {
    const user = isTextList(input) ? input : conversation.turns.map((turn) => turn.user)
    if (user.length === 0) throw new TypeError('nothing was said in the conversation')
    const answers = conversation.turns.map(({ answer }) => answer)
    return { user, metadata: { ...(metadata as object), verdictAnswers: answers } }
  }
  if (Array.isArray(input) && !input.every((entry) => isObject(entry) && 'role' in entry))
    return { inputs: input, output }
  const remembered = asList(asRecord(exchange?.input).rememberedMessages)
  if (remembered.length === 0) return { input, output }
  return { input: withoutThread([...remembered, ...asList(asRecord(exchange?.input).inputMessages)]), output }
}

/** Removes the thread, because another agent's memory would refuse the messages. Plain texts stay texts. */
function withoutThread(messages: readonly unknown[]): unknown {
  const texts = messages.map(readPlainText)
  // All or none: Mastra sorts messages by their times, which only whole messages have.
  const plain = texts.every((text) => text !== undefined) ? texts : []
  if (plain.length === 1 && plain[0]?.role === 'user') return plain[0].content
  if (plain.length > 0) return plain
  return messages.map((message) => {
    const { threadId: _thread, resourceId: _resource, ...rest } = asRecord(message)
    return rest
  })
}

/** Returns a message of a user or an assistant that is nothing but text. */
function readPlainText(message: unknown): { readonly role: string; readonly content: string } | undefined {
  if (typeof message === 'string') return { role: 'user', content: message }
  const { role, content } = asRecord(message)
  if (role !== 'user' && role !== 'assistant') return undefined
  if (typeof content === 'string') return { role, content }
  const parts = asList(asRecord(content).parts ?? content)
  const { type, text } = asRecord(parts[0])
  return parts.length === 1 && type === 'text' && typeof text === 'string'
    ? { role, content: text }
    : undefined
}

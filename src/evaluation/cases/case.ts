import { hashOf, toJson } from '../../run/json.ts'
import type { ItemRecord, RunHeader } from '../../run/record.ts'
import { isTextList } from '../../scorers/material/ask-user.ts'
import { asList, asRecord, isObject } from '../../transcript/record.ts'
import { readToolCalls } from '../../transcript/tools.ts'
import type { TracedRun } from '../../transcript/trace.ts'
import type { EvaluationItem, ItemMocks } from '../dataset/item.ts'

/** How an answer was chosen, as its case has it. */
export interface Draw {
  /** In words. */
  readonly chosen: string
  /** Cases that were drawn, and those that could have been; each had the same chance. */
  readonly drawn: number
  readonly eligible: number
  /** drawn / eligible, above 0 and up to 1. */
  readonly probability: number
}

/** Which answer it is: no two have the same. */
export type CaseSource =
  | { readonly run: string; readonly item: string; readonly repeat: number }
  | { readonly trace: string; readonly span: string }

/** An answer as an item of a dataset. */
export interface Case {
  readonly item: Omit<EvaluationItem, 'toolMocks'> & ItemMocks & { readonly id: string }
  /** Tools that were called, and of whose result nothing is recorded. */
  readonly unrecorded: readonly string[]
}

/** The key of an item's metadata that says which answer it was made of. */
export const sourceKey = 'verdictSource'

/**
 * @param exchange The exchange of an agent, as a scorer takes it.
 * @throws TypeError where something of it cannot be written as JSON.
 */
export function caseOf({
  source,
  item,
  output,
  isAgent,
  draw,
}: {
  readonly source: CaseSource
  readonly item: Omit<EvaluationItem, 'id'>
  readonly output?: unknown
  /** Whether tools can be kept from being called. */
  readonly isAgent: boolean
  readonly draw: Draw
}): Case {
  const calls = output === undefined ? [] : readToolCalls(output)
  const recorded = calls.filter(({ state }) => state === 'returned')
  const toolMocks = recorded.map(({ toolName, args = {}, result = null }) => ({
    ...{ toolName, output: result },
    ...(isObject(args) ? { args } : { args: {}, matchArgs: 'ignore' as const }),
  }))
  const mocks = !isAgent ? {} : { ...(toolMocks.length > 0 ? { toolMocks } : {}), unmockedToolPolicy: 'deny' }
  const id = `case-${hashOf(source).slice(0, 16)}`
  const metadata = { ...item.metadata, [sourceKey]: { ...source, ...draw } }
  return {
    item: toJson({ id, ...mocks, ...item, metadata }) as Case['item'] & object,
    unrecorded: isAgent
      ? calls.filter((call) => !recorded.includes(call)).map(({ toolName }) => toolName)
      : [],
  }
}

/** An answer is the same one in its run, in a run that scored it again, and in its trace. */
export function sourceOf(
  { id, rescored }: RunHeader,
  { itemId, repeat, traceId, spanId }: ItemRecord,
): CaseSource {
  return traceId !== undefined && spanId !== undefined
    ? { trace: traceId, span: spanId }
    : { run: rescored ?? id, item: itemId, repeat }
}

/**
 * A record of a run as a case.
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
  return caseOf({
    ...{ source: sourceOf(header, record), output, isAgent, draw },
    item: {
      ...{ groundTruth, expectedTrajectory, expect, until, context, group, metadata },
      ...asked(record, output),
      ...own,
      ...(unmockedToolPolicy === undefined ? {} : { unmockedToolPolicy }),
    } as EvaluationItem,
  })
}

/** An answer of an agent in a trace as a case. Those of one thread are one group. */
export function caseOfTrace(
  {
    traceId,
    spanId,
    threadId,
    input,
    output,
  }: {
    readonly traceId: string
    readonly spanId: string
    readonly threadId?: string
    readonly input: TracedRun['input']
    readonly output: TracedRun['output']
  },
  draw: Draw,
): Case {
  const { rememberedMessages, inputMessages } = input
  // The prompt, which ends with the question, where the trace has it.
  const asked = conversationOf(rememberedMessages.length > 0 ? rememberedMessages : inputMessages)
  const hasFailed = output[0].parts.some(({ type }) => type === 'error')
  const item = { input: asked, group: threadId, ...(hasFailed ? {} : { output }) }
  return caseOf({ source: { trace: traceId, span: spanId }, item, output, isAgent: true, draw })
}

/** What a row has no answer beside is what a user of a conversation said: that is in its metadata. */
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
  return {
    input: conversationOf([...remembered, ...asList(asRecord(exchange?.input).inputMessages)]),
    output,
  }
}

/** Messages without the thread they were in: another agent's memory would refuse them. Texts alone are kept as texts. */
export function conversationOf(messages: readonly unknown[]): unknown {
  const texts = messages.map(textOf)
  // All or none of them: they are put in the order of their times, which only whole messages have.
  const plain = texts.every((text) => text !== undefined) ? texts : []
  if (plain.length === 1 && plain[0]?.role === 'user') return plain[0].content
  if (plain.length > 0) return plain
  return messages.map((message) => {
    const { threadId: _thread, resourceId: _resource, ...rest } = asRecord(message)
    return rest
  })
}

/** A message of a person or an agent that is a text and nothing else. */
function textOf(message: unknown): { readonly role: string; readonly content: string } | undefined {
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

import { z } from 'zod/v4'
import { isTextList } from '../../scorers/material/ask-user.ts'
import { readMessages } from '../../transcript/normalise.ts'
import { type Row, rowError } from './row.ts'

/** A call to a tool, and what came of it; neither `result` nor `error` where nothing is known of that. */
export interface RowToolCall {
  toolName: string
  args?: unknown
  result?: unknown
  /** What the tool failed with. */
  error?: string
}

/** What a row may have beside question and answer. */
export interface RowMaterial {
  /** What the answer should rest on: a text, or a list of texts. Scorers read it unless their own options give a context. */
  context?: string | readonly string[]
  /**
   * The conversation, in place of `input`: what stands behind the last message of the user is the answer, in place of
   * `output`. Messages are those of AI SDK, Mastra, OpenAI, Anthropic or Gemini.
   */
  messages?: readonly object[]
  /** The tools that were called for the answer, in order. */
  toolCalls?: readonly RowToolCall[]
}

interface RowExchange {
  input?: unknown
  inputs?: readonly unknown[]
  user?: unknown
  output?: unknown
}

const message = z.looseObject({ role: z.string() }).or(z.looseObject({ type: z.string() }))
const toolCall = z
  .strictObject({
    toolName: z.string().min(1),
    args: z.unknown().optional(),
    result: z.unknown().optional(),
    error: z.string().optional(),
  })
  .refine(({ result, error }) => result === undefined || error === undefined)
const listOf = <Entry>(entry: z.ZodType, what: string) =>
  z.custom<readonly Entry[]>((value) => z.array(entry).min(1).safeParse(value).success, what)

export const materialSchema = {
  context: z
    .custom<string | readonly string[]>(
      (value) => typeof value === 'string' || isTextList(value),
      'a text or a list of texts',
    )
    .optional(),
  messages: listOf<object>(message, 'a list of messages, each with its role').optional(),
  toolCalls: listOf<RowToolCall>(
    toolCall,
    'a list of calls such as { "toolName": "search", "args": {}, "result": "…" }, with error in place of result where one failed',
  ).optional(),
}

/** In a CSV file they are read as JSON; a context may be a text, too. */
export const materialStructured = ['messages', 'toolCalls'] as const

/**
 * A row with its conversation as input and output, and its tool calls as the messages of the output that they are.
 *
 * @throws DatasetError where two fields say the same, or nobody asks in the conversation.
 */
export function withMaterial<Item extends RowExchange & RowMaterial>(
  { context, messages, toolCalls, ...item }: Item,
  row: Row,
  source: string,
): Omit<Item, keyof RowMaterial> & { context?: readonly string[] } {
  const { input, output } = messages === undefined ? item : split(messages, item, row, source)
  return {
    ...item,
    ...(input === undefined ? {} : { input }),
    ...(output === undefined && toolCalls === undefined ? {} : { output: withCalls(output, toolCalls) }),
    ...(context === undefined ? {} : { context: [context].flat() }),
  }
}

function split(messages: readonly object[], item: RowExchange, row: Row, source: string): RowExchange {
  const end = readMessages(messages, 'assistant').findLastIndex(({ role }) => role === 'user') + 1
  const answer = messages.slice(end)
  const taken = (['input', 'inputs', 'user'] as const).find((field) => item[field] !== undefined)
  if (taken !== undefined)
    throw rowError(row, source, `cannot be combined with ${taken}: give one of them`, 'messages')
  if (end === 0) throw rowError(row, source, 'must have a user message', 'messages')
  if (answer.length > 0 && item.output !== undefined)
    throw rowError(
      row,
      source,
      'ends with an answer, so it cannot be combined with output: give one of them',
      'messages',
    )
  return { input: messages.slice(0, end), output: answer.length > 0 ? answer : item.output }
}

const assistantMessage = (id: string, parts: readonly object[]) => ({
  ...{ id, role: 'assistant', createdAt: new Date(0).toISOString() },
  content: { format: 2, parts },
})

/** An answer whose first message is that of the calls. */
export function withCalls(output: unknown, calls: readonly RowToolCall[] = [], id = 'toolCalls'): unknown {
  if (calls.length === 0) return output
  const parts = calls.map(({ toolName, args = {}, result, error }, index) => ({
    type: 'tool-invocation',
    toolInvocation: {
      ...{ toolCallId: `${id}-${index + 1}`, toolName, args },
      ...(error !== undefined
        ? { state: 'output-error', errorText: error }
        : result === undefined
          ? { state: 'call' }
          : { state: 'result', result }),
    },
  }))
  if (typeof output === 'string') return [assistantMessage(id, [...parts, { type: 'text', text: output }])]
  return [assistantMessage(id, parts), ...(output === undefined ? [] : [output].flat())]
}

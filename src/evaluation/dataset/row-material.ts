import { z } from 'zod/v4'
import { isTextList } from '../../scorers/material/ask-user.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readMessages } from '../../transcript/read-messages.ts'
import { type Row, rowError } from './row.ts'

/** A tool call and its outcome; neither `result` nor `error` if the outcome is unknown. */
export interface RowToolCall {
  toolName: string
  args?: unknown
  result?: unknown
  /** The tool's error message. */
  error?: string
}

/** Parts of a row in addition to question and answer. */
export interface RowMaterial {
  /** The basis for the answer: a text or a list of texts. A context in a scorer's options has precedence. */
  context?: string | readonly string[]
  /**
   * The conversation, in place of `input`; the messages after the last user message are the answer, in place of
   * `output`. Formats: AI SDK, Mastra, OpenAI, Anthropic and Gemini.
   */
  messages?: readonly object[]
  /** The tools that were called for the answer, in order; empty if none was. */
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
const makeListSchema = <Entry>(entry: z.ZodType, least: number, what: string) =>
  z.custom<readonly Entry[]>((value) => z.array(entry).min(least).safeParse(value).success, what)

export const materialSchema = {
  context: z
    .custom<string | readonly string[]>(
      (value) => typeof value === 'string' || isTextList(value),
      'a text or a list of texts',
    )
    .optional(),
  messages: makeListSchema<object>(message, 1, 'a list of messages, each with its role').optional(),
  toolCalls: makeListSchema<RowToolCall>(
    toolCall,
    0,
    'a list of calls such as { "toolName": "search", "args": {}, "result": "…" }, with error in place of result where one failed',
  ).optional(),
}

/** In a CSV file these are read as JSON; a context may also be plain text. */
export const materialStructured = ['messages', 'toolCalls'] as const

/**
 * Splits a row's conversation into input and output, and turns its tool calls into messages of the output.
 *
 * @throws DatasetError if two fields say the same, or if the conversation has no question.
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
    ...withoutUndefined({ output: withCalls(output, toolCalls) }),
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
  if (answer.length > 0 && item.output !== undefined) {
    const message = 'ends with an answer, so it cannot be combined with output: give one of them'
    throw rowError(row, source, message, 'messages')
  }
  return { input: messages.slice(0, end), output: answer.length > 0 ? answer : item.output }
}

const assistantMessage = (id: string, parts: readonly object[]) => ({
  id,
  role: 'assistant',
  createdAt: new Date(0).toISOString(),
  content: { format: 2, parts },
})

/** Puts the tool calls into the first message of an answer. As a message, a text shows that none were made. */
export function withCalls(output: unknown, calls?: readonly RowToolCall[], id = 'toolCalls'): unknown {
  if (calls === undefined || (calls.length === 0 && typeof output !== 'string')) return output
  const parts = calls.map(({ toolName, args = {}, result, error }, index) => ({
    type: 'tool-invocation',
    toolInvocation: {
      toolCallId: `${id}-${index + 1}`,
      toolName,
      args,
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

import { isDeepStrictEqual } from 'node:util'
import type { Message, Part, ToolCall } from './message.ts'
import { inputMessagesOf, outputMessagesOf, rememberedMessagesOf } from './run.ts'

interface MadeCall {
  call: ToolCall
  readonly createdAt: number | undefined
  readonly messageIndex: number
  readonly invocationIndex: number
}

type CallPart = Extract<Part, { type: 'tool-call' }>

/** Ids name a call, but models made for tests use them again: then arguments or time stamps differ. */
function isSameCall(made: MadeCall, { call, createdAt }: CallPart): boolean {
  if (made.call.toolName !== call.toolName) return false
  if (made.call.args === undefined || call.args === undefined) return true
  if (!isDeepStrictEqual(made.call.args, call.args)) return false
  const bothAnswered = made.call.finished && call.finished
  return !bothAnswered || (made.createdAt ?? createdAt) === (createdAt ?? made.createdAt)
}

/** Every call once, with its result, also where the result came in another message or the call is repeated. */
function callsOf(messages: readonly Message[]): MadeCall[] {
  const calls: MadeCall[] = []
  const byId = new Map<string, MadeCall[]>()
  for (const [messageIndex, message] of messages.entries()) {
    let invocationIndex = 0
    for (const part of message.parts) {
      if (part.type !== 'tool-call') continue
      const { toolCallId } = part.call
      const sameId = byId.get(toolCallId) ?? []
      const known = sameId.find((made) => isSameCall(made, part))
      if (known) {
        if (!known.call.finished) known.call = { ...part.call, args: known.call.args ?? part.call.args }
        continue
      }
      const made = { call: part.call, createdAt: part.createdAt, messageIndex, invocationIndex }
      calls.push(made)
      if (toolCallId) byId.set(toolCallId, [...sameId, made])
      invocationIndex++
    }
  }
  return calls
}

export interface ToolResult {
  readonly toolName: string
  readonly toolCallId: string
  /** An empty object where the message has none. */
  readonly args: unknown
  /** What the tool returned, or the text of its error. */
  readonly result: unknown
  readonly isError: boolean
}

/**
 * Reads what tools returned, each call once, in the order of the calls. Calls that wait for a result, were
 * denied, or returned nothing are left out.
 *
 * @param runOutput `run.output` of a scorer, in any shape.
 * @param runInput With it, the results in remembered and earlier messages come first.
 */
export function readToolResults(runOutput: unknown, runInput?: unknown): ToolResult[] {
  const messages = [
    ...rememberedMessagesOf(runInput),
    ...inputMessagesOf(runInput),
    ...outputMessagesOf(runOutput),
  ]
  return callsOf(messages)
    .map(({ call }) => call)
    .filter((call) => call.finished && call.result !== undefined)
    .map(({ toolName, toolCallId, args = {}, result, isError }) => ({
      toolName,
      toolCallId,
      args,
      result,
      isError,
    }))
}

export interface ToolCallInfo {
  toolName: string
  /** The call's id, or message and invocation index joined by a hyphen where it has none. */
  toolCallId: string
  /** Index of the message in the output. */
  messageIndex: number
  /** Index of the call among the calls of the message. */
  invocationIndex: number
}

/** Every tool call of a run once, in order, whatever became of it: answered, failed, denied or waiting. */
export function extractToolCalls(runOutput: unknown): { tools: string[]; toolCallInfos: ToolCallInfo[] } {
  const toolCallInfos = callsOf(outputMessagesOf(runOutput)).map(
    ({ call, messageIndex, invocationIndex }) => ({
      toolName: call.toolName,
      toolCallId: call.toolCallId || `${messageIndex}-${invocationIndex}`,
      messageIndex,
      invocationIndex,
    }),
  )
  return { tools: toolCallInfos.map(({ toolName }) => toolName), toolCallInfos }
}

import { isDeepStrictEqual } from 'node:util'
import type { Message, Part, ToolCall } from './message.ts'
import { readInputMessages, readOutputMessages, readRememberedMessages } from './messages-of-run.ts'

interface CallEntry {
  call: ToolCall
  createdAt: number | undefined
  readonly messageIndex: number
  /** The earlier calls that this one may repeat; empty once it has a different answer. */
  repeats: readonly CallEntry[]
}

type CallPart = Extract<Part, { type: 'tool-call' }>

const isWaiting = ({ call }: { readonly call: ToolCall }) => call.state === 'waiting'

/** Returns whether an answer may belong to a call: it may omit the arguments, and sometimes the name. */
function mayBelong({ call: made }: CallEntry, call: ToolCall): boolean {
  if (call.toolName !== '' && made.toolName !== call.toolName) return false
  return made.args === undefined || call.args === undefined || isDeepStrictEqual(made.args, call.args)
}

function isSameAnswer(made: CallEntry, { call, createdAt }: CallPart): boolean {
  const isSameTime = (made.createdAt ?? createdAt) === (createdAt ?? made.createdAt)
  return isSameTime && made.call.state === call.state && isDeepStrictEqual(made.call.result, call.result)
}

/**
 * Collects every call once, with its answer, even if the answer came in another message or messages are repeated. Ids
 * identify a call, but some models reuse them, and some messages have none. An answer belongs to the oldest waiting
 * call of its id; without an id on either side, to the oldest of its name.
 */
class CallList {
  readonly #calls: CallEntry[] = []

  add(part: CallPart, messageIndex: number): void {
    const { call } = part
    const candidates = this.#calls.filter((made) => mayBelong(made, call))
    const sameId = call.toolCallId
      ? candidates.filter((made) => made.call.toolCallId === call.toolCallId)
      : []
    if (isWaiting(part)) {
      if (!sameId.some(isWaiting)) this.#make(part, messageIndex, sameId)
      return
    }
    const unnamed = call.toolCallId ? candidates.filter((made) => made.call.toolCallId === '') : candidates
    const open = (sameId.length > 0 ? sameId : unnamed).find(isWaiting)
    if (open) this.#answer(open, part)
    else if (!sameId.some((made) => isSameAnswer(made, part))) this.#make(part, messageIndex, sameId)
  }

  #make({ call, createdAt }: CallPart, messageIndex: number, sameId: readonly CallEntry[]): void {
    const earlier = sameId.at(-1)
    const toolName = call.toolName || earlier?.call.toolName
    if (toolName === undefined) return
    const args = call.args ?? earlier?.call.args
    const repeats = call.state === 'waiting' ? sameId : []
    this.#calls.push({ call: { ...call, toolName, args }, createdAt, messageIndex, repeats })
  }

  #answer(open: CallEntry, part: CallPart): void {
    if (open.repeats.some((made) => isSameAnswer(made, part))) {
      this.#calls.splice(this.#calls.indexOf(open), 1)
      return
    }
    const { toolName, toolCallId, args } = open.call
    open.call = { ...part.call, toolName, toolCallId, args: args ?? part.call.args }
    open.createdAt = part.createdAt ?? open.createdAt
    open.repeats = []
  }

  get all(): readonly CallEntry[] {
    return this.#calls.filter(({ repeats }) => repeats.length === 0)
  }
}

function collectCalls(messages: readonly Message[]): readonly CallEntry[] {
  const calls = new CallList()
  for (const [messageIndex, { parts }] of messages.entries()) {
    for (const part of parts) if (part.type === 'tool-call') calls.add(part, messageIndex)
  }
  return calls.all
}

/** Returns every tool call of a run's output once, in order, whatever its outcome. */
export function readToolCalls(runOutput: unknown): ToolCall[] {
  return collectCalls(readOutputMessages(runOutput)).map(({ call }) => call)
}

/** A call with its result; `args` is an empty object if the message has none. */
export type ToolResult = Omit<ToolCall, 'state'>

/**
 * Reads the results of tools, each call once, in the order of the calls. Calls that wait for a result, were denied, or
 * returned nothing are left out.
 *
 * @param runOutput `run.output` of a scorer, in any shape.
 * @param runInput Adds the results in remembered and earlier messages, which come first.
 */
export function readToolResults(runOutput: unknown, runInput?: unknown): ToolResult[] {
  const messages = [
    ...readRememberedMessages(runInput),
    ...readInputMessages(runInput),
    ...readOutputMessages(runOutput),
  ]
  return collectCalls(messages)
    .map(({ call }) => call)
    .filter(({ state, result }) => (state === 'returned' || state === 'threw') && result !== undefined)
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
  /** The call's id, or if it has none, message and invocation index joined by a hyphen. */
  toolCallId: string
  /** Index of the message in the output. */
  messageIndex: number
  /** Index of the call among the calls of the message. */
  invocationIndex: number
}

/** Returns every tool call of a run once, in order: answered, failed, denied or waiting. */
export function extractToolCalls(runOutput: unknown): { tools: string[]; toolCallInfos: ToolCallInfo[] } {
  const counts = new Map<number, number>()
  const toolCallInfos = collectCalls(readOutputMessages(runOutput)).map(({ call, messageIndex }) => {
    const invocationIndex = counts.get(messageIndex) ?? 0
    counts.set(messageIndex, invocationIndex + 1)
    const { toolName, toolCallId } = call
    return {
      toolName,
      toolCallId: toolCallId || `${messageIndex}-${invocationIndex}`,
      messageIndex,
      invocationIndex,
    }
  })
  return { tools: toolCallInfos.map(({ toolName }) => toolName), toolCallInfos }
}

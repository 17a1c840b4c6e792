import type { CallState, ToolCall } from './message.ts'
import { asList, asRecord, firstText, isObject, type UnknownRecord } from './record.ts'

const modelPartTypes = new Set<unknown>(['tool-call', 'tool-result', 'tool-error'])
const unfinishedInputs = new Set<unknown>(['partial-call', 'input-streaming'])
const answeredStates = new Set<unknown>(['result', 'output-available'])
const errorOutputs = new Set<unknown>(['error-text', 'error-json'])

/** Parts for a user interface carry a state; approval parts, whose types look alike, do not. */
function isInterfacePart({ type, state }: UnknownRecord): boolean {
  return typeof state === 'string' && typeof type === 'string' && /^(?:dynamic-tool$|tool-)/.test(type)
}

/** The output of a `ModelMessage` tool result is an envelope of type and value; other results are bare. */
function envelopeOf({ type, output }: UnknownRecord): UnknownRecord | undefined {
  return type === 'tool-result' && isObject(output) && typeof output.type === 'string' ? output : undefined
}

function resultOf(call: UnknownRecord): unknown {
  const envelope = envelopeOf(call)
  if (envelope) return envelope.value
  const error = firstText(asRecord(call.error).message) ?? call.error
  return [call.result, call.output, call.errorText, error].find((result) => result !== undefined)
}

function stateOf(call: UnknownRecord): CallState {
  const { type, state } = call
  const output = envelopeOf(call)?.type
  if (output === 'execution-denied' || state === 'output-denied') return 'denied'
  if (state === 'output-error' || type === 'tool-error' || errorOutputs.has(output)) return 'threw'
  return answeredStates.has(state) || type === 'tool-result' ? 'returned' : 'waiting'
}

/** Reads a call that stands on its own, as in the legacy list; undefined while its arguments still stream. */
export function readCall(call: UnknownRecord): ToolCall | undefined {
  const { type, state } = call
  const nameInType =
    isInterfacePart(call) && type !== 'dynamic-tool' ? String(type).slice('tool-'.length) : undefined
  const toolName = firstText(call.toolName, nameInType)
  if (toolName === undefined || unfinishedInputs.has(state)) return undefined
  const outcome = stateOf(call)
  return {
    toolName,
    toolCallId: firstText(call.toolCallId) ?? '',
    args: call.args ?? call.input,
    state: outcome,
    result: resultOf(call),
    isError: outcome === 'threw' || call.isError === true,
  }
}

/** Reads the call in a part: v4 `tool-invocation`, v5 `tool-…` and `dynamic-tool`, and `ModelMessage` parts. */
export function readToolPart(part: UnknownRecord): ToolCall | undefined {
  if (isObject(part.toolInvocation)) return readCall(part.toolInvocation)
  return modelPartTypes.has(part.type) || isInterfacePart(part) ? readCall(part) : undefined
}

/** Arguments come as JSON text; text that is no JSON stays what it is. */
function argumentsIn(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Reads what a message of OpenAI's chat completions says of tools: the calls that an assistant makes beside its
 * text, and in a message of the role 'tool' the answer to one of them, which has the call's id and not its name.
 */
export function chatCompletionCalls(message: UnknownRecord): ToolCall[] {
  const answered = firstText(message.tool_call_id)
  if (answered !== undefined) {
    const { content: result } = message
    return [
      { toolName: '', toolCallId: answered, args: undefined, state: 'returned', result, isError: false },
    ]
  }
  return asList(message.tool_calls).flatMap((item) => {
    const call = asRecord(item)
    // LangChain has the name and the arguments, already read, in the call itself.
    const { name, arguments: text, args: read } = asRecord(call.function ?? call)
    const toolName = firstText(name)
    if (toolName === undefined) return []
    const args = read ?? argumentsIn(text)
    const toolCallId = firstText(call.id) ?? ''
    return [{ toolName, toolCallId, args, state: 'waiting', result: undefined, isError: false }]
  })
}

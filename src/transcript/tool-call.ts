import { asRecord, firstText, isObject, type UnknownRecord } from './as-record.ts'
import { isFailedResult } from './failed-result.ts'
import type { ToolCall } from './message.ts'

const modelPartTypes = new Set<unknown>(['tool-call', 'tool-result', 'tool-error'])
const unfinishedInputs = new Set<unknown>(['partial-call', 'input-streaming'])
const answeredStates = new Set<unknown>(['result', 'output-available'])
const errorOutputs = new Set<unknown>(['error-text', 'error-json'])

/** Recognises parts for a user interface by their state; approval parts have a similar type but none. */
function isInterfacePart({ type, state }: UnknownRecord): boolean {
  return typeof state === 'string' && typeof type === 'string' && /^(?:dynamic-tool$|tool-)/.test(type)
}

/** A `ModelMessage` tool result has an envelope of type and value around its output; others are bare. */
function readEnvelope({ type, output }: UnknownRecord): UnknownRecord | undefined {
  return type === 'tool-result' && isObject(output) && typeof output.type === 'string' ? output : undefined
}

function readResult(call: UnknownRecord): unknown {
  const envelope = readEnvelope(call)
  if (envelope) return envelope.value
  const error = firstText(asRecord(call.error).message) ?? call.error
  return [call.result, call.output, call.errorText, error].find((result) => result !== undefined)
}

function readState(call: UnknownRecord): ToolCall['state'] {
  const { type, state } = call
  const output = readEnvelope(call)?.type
  if (output === 'execution-denied' || state === 'output-denied') return 'denied'
  if (state === 'output-error' || type === 'tool-error' || errorOutputs.has(output)) return 'threw'
  return answeredStates.has(state) || type === 'tool-result' ? 'returned' : 'waiting'
}

/** Reads a separate call, as in the legacy list; undefined while its arguments are still streaming. */
export function readCall(call: UnknownRecord): ToolCall | undefined {
  const { type, state } = call
  const nameInType =
    isInterfacePart(call) && type !== 'dynamic-tool' ? String(type).slice('tool-'.length) : undefined
  const toolName = firstText(call.toolName, nameInType)
  if (toolName === undefined || unfinishedInputs.has(state)) return undefined
  const outcome = readState(call)
  const result = readResult(call)
  return {
    toolName,
    toolCallId: firstText(call.toolCallId) ?? '',
    args: call.args ?? call.input,
    state: outcome,
    result,
    isError: outcome === 'threw' || call.isError === true || isFailedResult(result),
  }
}

/** Reads the call in a part: v4 `tool-invocation`, v5 `tool-…` and `dynamic-tool`, and `ModelMessage` parts. */
export function readToolPart(part: UnknownRecord): ToolCall | undefined {
  if (isObject(part.toolInvocation)) return readCall(part.toolInvocation)
  return modelPartTypes.has(part.type) || isInterfacePart(part) ? readCall(part) : undefined
}

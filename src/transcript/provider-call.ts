import { asList, asRecord, firstText, isObject, type UnknownRecord } from './as-record.ts'
import { isFailedResult } from './failed-result.ts'
import type { ToolCall } from './message.ts'

/** Keys of a call, or of the answer to one, in a part of Gemini or Bedrock and in older OpenAI messages. */
const calls = ['functionCall', 'function_call', 'toolUse'] as const
const answers = ['functionResponse', 'function_response', 'toolResult'] as const
/** Types of calls among the parts of Anthropic and the items of OpenAI's responses. */
const callTypes = /_call$|(?:^|_)tool_use$/
/** Calls that OpenAI makes itself, so that the call contains its answer. */
const ownCallTypes = /^(?:web_search|file_search|code_interpreter|image_generation|mcp)_call$/
const answerTypes = /_call_output$|(?:^|_)tool_result$/

const isWords = (value: unknown) => typeof asRecord(value).text === 'string'

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Returns the result of a tool: the joined text of a list of text parts, and anything else as it is. */
const resultIn = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 && value.every(isWords)
    ? value.map((part) => asRecord(part).text).join('\n')
    : value

/** Parses arguments from JSON text; text that is not JSON stays as it is. */
function argumentsIn({ args, input, action, parameters, arguments: text }: UnknownRecord): unknown {
  const given = [args, text, input, action, parameters].find((one) => one !== undefined)
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

const readId = ({ call_id, tool_use_id, toolUseId, id }: UnknownRecord) =>
  firstText(call_id, tool_use_id, toolUseId, id) ?? ''

function answerIn(toolName: string, answer: UnknownRecord): ToolCall {
  const { response, output, content, results, outputs, error, is_error, status } = answer
  const failure = [asRecord(response).error, error].find(Boolean)
  const said = failure === true ? undefined : failure
  const result = resultIn([said, response, output, content, results, outputs].find(isGiven))
  const isError = failure !== undefined || is_error === true || status === 'error' || isFailedResult(result)
  return { toolName, toolCallId: readId(answer), args: undefined, state: 'returned', result, isError }
}

/**
 * Reads a provider's part, item or message that is a call or the answer to one: Anthropic's `tool_use`, Gemini's
 * `functionCall`, Bedrock's `toolUse`, items of OpenAI's responses. undefined for all others.
 */
export function readProviderCall(part: UnknownRecord): ToolCall | undefined {
  const type = typeof part.type === 'string' ? part.type : ''
  const answer = answers.map((key) => part[key]).find(isObject) ?? (answerTypes.test(type) ? part : undefined)
  if (answer !== undefined) return answerIn(firstText(answer.name) ?? '', answer)
  const call = calls.map((key) => part[key]).find(isObject) ?? (callTypes.test(type) ? part : undefined)
  if (call === undefined) return undefined
  // A provider's own tool has its name in the type: web_search_call.
  const toolName = firstText(call.name) ?? type.replace(callTypes, '')
  if (toolName === '' || toolName === 'function') return undefined
  const made = { ...answerIn(toolName, call), args: argumentsIn(call) }
  return ownCallTypes.test(type) ? made : { ...made, state: 'waiting', result: undefined, isError: false }
}

/**
 * Reads the tool calls in a message of OpenAI's chat completions: the calls that an assistant makes in addition to its
 * text, and in a message of the role 'tool' the answer to one of them, which has the call's id or its name.
 */
export function chatCompletionCalls(message: UnknownRecord): ToolCall[] {
  const { role, content, name, tool_name, tool_call_id } = message
  const toolName = role === 'tool' || role === 'function' ? (firstText(name, tool_name) ?? '') : ''
  if (firstText(tool_call_id) !== undefined || toolName !== '')
    return [{ ...answerIn(toolName, { content }), toolCallId: firstText(tool_call_id) ?? '' }]
  return asList(message.tool_calls).flatMap((item) => {
    const call = asRecord(item)
    // LangChain and Cohere put the name and the arguments into the call itself.
    return readProviderCall({ function_call: { ...asRecord(call.function ?? call), call_id: call.id } }) ?? []
  })
}

import type { ToolCall } from './message.ts'
import { asList, asRecord, firstText, type UnknownRecord } from './record.ts'

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

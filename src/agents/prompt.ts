import type { CallOptions, Prompt } from './language-model.ts'

/** What the user said, message by message, as text. */
export function userTexts(prompt: Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? [message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')]
      : [],
  )
}

type ToolMessage = Extract<Prompt[number], { role: 'tool' }>
type ToolOutput = Extract<ToolMessage['content'][number], { type: 'tool-result' }>['output']

/** What a tool returned since the user last spoke: the latest output, if there is any. */
export function latestToolOutput(prompt: Prompt, toolName: string): ToolOutput | undefined {
  return prompt
    .slice(prompt.findLastIndex(({ role }) => role === 'user') + 1)
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-result' && part.toolName === toolName ? [part.output] : []))
    .at(-1)
}

/** Whether the model may call the tool now. */
export function mayCall(toolName: string, { tools = [], toolChoice }: CallOptions): boolean {
  return (
    toolChoice?.type !== 'none' && tools.some((tool) => tool.type === 'function' && tool.name === toolName)
  )
}

import { type ChatRequest, textOf } from './judge-reply.ts'
import { median } from './statistics.ts'

interface Call {
  readonly prompt: string
  readonly schemaCharacters: number
  readonly replyCharacters: number
}

export interface Prompts {
  readonly calls: number
  /** Characters of the lines that a call's prompt has whatever the answer is, over the calls of an answer. */
  readonly fixedCharacters: number
  /** Characters of the prompts of one answer. Median. */
  readonly promptCharacters: number
  /** Characters of the response schemas, which providers read as well. Median. */
  readonly schemaCharacters: number
  readonly replyCharacters: number
}

/** Notes what passes through a client on its way. */
export class Recorder {
  calls: Call[] = []

  readonly fetch: typeof fetch = async (url, init) => {
    const request = JSON.parse(String(init?.body)) as ChatRequest
    const response = await fetch(url, init)
    const schema = request.response_format?.json_schema?.schema
    this.calls.push({
      prompt: request.messages.map(textOf).join('\n'),
      schemaCharacters: schema === undefined ? 0 : JSON.stringify(schema).length,
      replyCharacters: Number(response.headers.get('x-reply-characters')),
    })
    return response
  }

  take(): Call[] {
    return this.calls.splice(0)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function fixedCharacters(prompts: readonly string[]): number {
  const [first = [], ...others] = prompts.map((prompt) => prompt.split('\n'))
  const sets = others.map((lines) => new Set(lines))
  const fixed = first.filter((line) => sets.every((set) => set.has(line)))
  return sum(fixed.map((line) => line.length + 1))
}

/** @param answers The calls made for each answer, in their order; all answers differ. */
export function countPrompts(answers: readonly (readonly Call[])[]): Prompts {
  const calls = Math.max(...answers.map((answer) => answer.length))
  const over = (count: (call: Call) => number) => median(answers.map((answer) => sum(answer.map(count))))
  const positions = Array.from({ length: calls }, (_, position) =>
    answers.flatMap((answer) => answer[position]?.prompt ?? []),
  )
  return {
    calls,
    fixedCharacters: sum(positions.map(fixedCharacters)),
    promptCharacters: over((call) => call.prompt.length),
    schemaCharacters: over((call) => call.schemaCharacters),
    replyCharacters: over((call) => call.replyCharacters),
  }
}

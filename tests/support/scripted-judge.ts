import type { ModelReply, ModelRequest } from './openai-server.ts'

export interface ScriptedVerdict {
  readonly reason: string
  readonly share: number
  readonly verdict: string
}

/** The verdict that a statement asks for in brackets: 'It is 330 m tall [unsure].'. Without brackets, yes. */
export function honestVerdict(statement: string): ScriptedVerdict {
  const verdict = /\[(yes|unsure|no)\]/.exec(statement)?.[1] ?? 'yes'
  return { reason: `because it is ${verdict}`, share: { yes: 92, unsure: 50, no: 4 }[verdict] ?? 0, verdict }
}

/** The honest answers to what was asked. */
export function honestAnswers({ ids, state }: ModelRequest): { [id: string]: ScriptedVerdict } {
  const statements = state.statements as { [id: string]: string }
  return Object.fromEntries(ids.map((id) => [id, honestVerdict(statements[id] ?? '')]))
}

/** One statement a line of the answer. */
export function honestUnits({ state }: ModelRequest): string[] {
  return String(state.answer)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** A judge that makes no mistake. */
export function honestReply(request: ModelRequest): ModelReply {
  const content = request.ids.length > 0 ? honestAnswers(request) : { units: honestUnits(request) }
  return { text: JSON.stringify(content) }
}

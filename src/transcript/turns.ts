import { readAnswer } from './answer.ts'
import { getTextContentFromMastraDBMessage } from './messages.ts'
import { readConversation, readQuestion } from './question.ts'
import { asRecord } from './record.ts'
import { messagesIn } from './run.ts'

/** What a user says, and the answer to it. */
export interface Turn {
  /** Empty where the assistant speaks first. */
  readonly user: string
  readonly assistant: string
  /** The messages of the answer; of turns that were over before the run, none. */
  readonly output: readonly unknown[]
}

/** A whole conversation: what was said before the run's question, the question, and all of the output. */
export function readTurns(runInput: unknown, runOutput: unknown): Turn[] {
  const turns: { user: string; assistant: string; output: unknown[] }[] = []
  const begin = (user: string) => turns.push({ user, assistant: '', output: [] })
  const last = () => turns.at(-1) ?? turns[begin('') - 1]
  const joined = (...texts: readonly (string | undefined)[]) => texts.filter(Boolean).join('\n\n')
  for (const { role, text } of readConversation(runInput)) {
    const turn = turns.at(-1)
    if (role !== 'user') Object.assign(last() ?? {}, { assistant: joined(last()?.assistant, text) })
    else if (turn === undefined || turn.assistant !== '') begin(text)
    else turn.user = joined(turn.user, text)
  }
  const question = readQuestion(runInput)
  if (question !== undefined) begin(question)
  for (const message of [messagesIn(runOutput)].flat()) {
    if (asRecord(message).role === 'user') begin(getTextContentFromMastraDBMessage(message))
    else last()?.output.push(message)
  }
  return turns.map((turn) => ({ ...turn, assistant: joined(turn.assistant, readAnswer(turn.output)) }))
}

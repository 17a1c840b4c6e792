import { asList, asRecord } from '../../transcript/as-record.ts'
import { countTurns } from '../../transcript/index.ts'
import { readText, textWithAttachments } from '../../transcript/message.ts'
import { messagesIn, readOutputMessages } from '../../transcript/messages-of-run.ts'

/**
 * Returns what was said between the first answer and the last one, if a run's output is a conversation: empty for the
 * answer to one question. The last message is the user's.
 */
export function laterTurns(output: unknown): { role: string; text: string }[] {
  // What a user sends while an agent works comes as a signal, and belongs to the same turn.
  if (!asList(messagesIn(output)).some((message) => asRecord(message).role === 'user')) return []
  const messages = readOutputMessages(output)
  const first = messages.findIndex(({ role }) => role === 'assistant')
  // The results of tools may come as messages of the user, without text.
  const last = messages.findLastIndex((message) => message.role === 'user' && readText(message) !== '')
  if (first === -1 || last < first) return []
  return messages
    .slice(first, last + 1)
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map((message) => ({ role: message.role, text: textWithAttachments(message) }))
    .filter(({ text }) => text !== '')
}

/** Says that a conversation has no single question; undefined if the run has one, or none. */
export function whySeveralQuestions(run: {
  readonly input?: unknown
  readonly output: unknown
}): string | undefined {
  const later = laterTurns(run.output).filter(({ role }) => role === 'user').length
  if (later > 0)
    return `the conversation has ${later + 1} questions, and this scorer needs one: leave out over: 'conversation' to score each turn`
  const turns = countTurns(run.input, run.output)
  return turns < 2
    ? undefined
    : `the run has answers for ${turns} turns but only the first question: use turns[].scorers in runEvals, or "user" instead of "inputs" in a dataset, to score each turn`
}

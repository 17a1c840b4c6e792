import { asList, asRecord, isObject } from './as-record.ts'
import { listAttachments, type Message, type Role, readText, textWithAttachments } from './message.ts'
import { getTextContentFromMastraDBMessage, readAnswer } from './message-texts.ts'
import {
  fingerprint,
  messagesIn,
  readInputMessages,
  readOutputMessages,
  readRememberedMessages,
} from './messages-of-run.ts'
import { readMessages } from './read-messages.ts'

const endOfQuestion = (messages: readonly Message[]) =>
  messages.findLastIndex((message) => message.role === 'user')

/** Returns the messages of the last user turn: all user messages after the last earlier answer. */
function lastUserTurn(messages: readonly Message[]): Message[] {
  const last = endOfQuestion(messages)
  const answer = messages.findLastIndex((message, index) => index < last && message.role === 'assistant')
  return messages.slice(answer + 1, last + 1).filter((message) => message.role === 'user')
}

/**
 * Reads the question of a run: the text of the last user turn, its messages joined by line breaks.
 *
 * @param runInput `run.input` of a scorer, in any shape.
 * @param runOutput `run.output`, to make sure that question and answer belong together: see
 *   {@link countTurns}.
 * @returns undefined if there is no question, or not the question of this output.
 */
export function readQuestion(runInput: unknown, runOutput?: unknown): string | undefined {
  const texts = askedTurn(runInput, runOutput).map(readText)
  return texts.filter((text) => text !== '').join('\n') || undefined
}

const askedTurn = (runInput: unknown, runOutput: unknown): Message[] =>
  countTurns(runInput, runOutput) > 1 ? [] : lastUserTurn(readInputMessages(runInput))

/** Like {@link readQuestion}, with the attachments; undefined if there are only attachments. */
export function readAsked(runInput: unknown, runOutput?: unknown): string | undefined {
  const turn = askedTurn(runInput, runOutput)
  if (turn.every((message) => readText(message) === '')) return undefined
  return turn.map(textWithAttachments).filter(Boolean).join('\n')
}

/** Returns the attachments of a run's question, each with its kind and name. */
export const readAttachments = (runInput: unknown): string[] =>
  listAttachments(lastUserTurn(readInputMessages(runInput)))

/** Returns how many of the last remembered messages are also in the input, in the same order. */
function countRepeated(remembered: readonly string[], input: readonly string[]): number {
  let most = 0
  for (let end = input.length - 1; end >= most; end--) {
    let length = 0
    while (length <= end && length < remembered.length && remembered.at(-1 - length) === input[end - length])
      length++
    most = Math.max(most, length)
  }
  return most
}

/**
 * Reads the conversation before the question: remembered messages, then earlier messages of the input, oldest first. A
 * message that is both remembered and sent along appears once; the question does not appear. Messages without text,
 * system messages and tool results are left out. So is everything after the question: a completion check gets the
 * answer that it checks, and its own verdicts on earlier ones, among the messages.
 */
export function readConversation(runInput: unknown): { readonly role: Role; readonly text: string }[] {
  const messages = readInputMessages(runInput)
  const end = endOfQuestion(messages)
  const input = end === -1 ? messages : messages.slice(0, end + 1)
  const remembered = readRememberedMessages(runInput)
  const repeated = countRepeated(remembered.map(fingerprint), input.map(fingerprint))
  const identity = (message: Message) => `${message.id} ${fingerprint(message)}`
  const question = lastUserTurn(input)
  const seen = new Set(question.filter((message) => message.id).map(identity))
  return [...remembered.slice(0, remembered.length - repeated), ...input]
    .filter((message) => {
      if (question.includes(message) || (message.id && seen.has(identity(message)))) return false
      seen.add(identity(message))
      return message.role !== 'system' && message.role !== 'tool'
    })
    .map((message) => ({ role: message.role, text: textWithAttachments(message) }))
    .filter((message) => message.text !== '')
}

/**
 * Returns how many turns of a conversation a run's output answers; 1 whenever input and output belong together.
 *
 * It is more than 1 for `runEvals` with `inputs`, and for its top-level scorers with `turns`: they get the first input,
 * bare, with the output of all turns, so that question and answers cannot be paired. A scorer that needs the question
 * cannot score such a run; scorers under `turns[].scorers` get one turn each. It may also be more than 1 for a single
 * turn that signals or completion checks broke into several messages: nothing in a bare run distinguishes the two, and
 * a wrong pair would be a wrong score.
 */
export function countTurns(runInput: unknown, runOutput: unknown): number {
  if (isObject(runInput) && Array.isArray(runInput.inputMessages)) return 1
  const output = asList(runOutput)
  const answers = readOutputMessages(output).filter((message, index) => {
    // A run adds to one message while it lasts, and only `runEvals` puts a thread next to a bare input.
    return message.role === 'assistant' && typeof asRecord(output[index]).threadId === 'string'
  })
  return Math.max(1, answers.length)
}

/**
 * Reads a whole conversation: the turns before the run's question, the question, and all of the output.
 *
 * @returns Each turn's message of the user, empty if the assistant speaks first, with the answer and its messages, empty
 * for turns that ended before the run.
 */
export function readTurns(runInput: unknown, runOutput: unknown) {
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
    if (readMessages([message], 'assistant')[0]?.role === 'user')
      begin(getTextContentFromMastraDBMessage(message))
    else last()?.output.push(message)
  }
  return turns.map((turn) => ({ ...turn, assistant: joined(turn.assistant, readAnswer(turn.output)) }))
}

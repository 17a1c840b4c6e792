import type { NotScorable } from '@mastra/core/evals'
import { notScorable } from '../../shared/core-evals.ts'
import { isObject } from '../../shared/is-object.ts'
import { countTurns, readAnswer, readConversation } from '../../transcript/index.ts'
import { attachmentsOf } from '../../transcript/message.ts'
import { readAsked, readAttachments } from '../../transcript/question.ts'
import { isReadableOutput, mayLackToolCalls, unreadCallsIn } from '../../transcript/readable.ts'
import { messagesIn, messagesInInput, outputMessagesOf, questionFields } from '../../transcript/run.ts'
import type { Unit } from '../units/judge-units.ts'

/** A run of any shape. */
export interface AnyRun {
  readonly input?: unknown
  readonly output: unknown
  readonly groundTruth?: unknown
  readonly expectedTrajectory?: unknown
  /** What the answer should rest on, where a dataset says it. */
  readonly context?: readonly string[]
  /** What a user must have at the end, where a dataset says it. */
  readonly goal?: string
  /** Statements that were listed when the same scorer scored this answer before: they are not listed anew. */
  readonly listed?: readonly Unit[]
  /** Statements that people have labelled: a text that is nothing but them stays these, and others are broken up as ever. */
  readonly statements?: readonly string[]
}

/** What an answer belongs to; absent is what a run does not have. */
export interface Dialogue {
  readonly question?: string
  /** The latest turns before the question. */
  readonly conversation?: { role: string; text: string }[]
}

/** Enough to understand "the second one"; more would cost tokens on every call. */
const maximumTurns = 10
const maximumCharacters = 6_000

/** The latest turns before the question, as a judge is shown them: at most 10, and at most 6,000 characters. */
export function recentTurns(input: unknown): { role: string; text: string }[] {
  const turns: { role: string; text: string }[] = []
  let left = maximumCharacters
  for (const { role, text } of readConversation(input).slice(-maximumTurns).reverse()) {
    if (left <= 0) break
    turns.unshift({ role, text: text.length > left ? `${text.slice(0, left)} […]` : text })
    left -= text.length
  }
  return turns
}

export function dialogueOf({ input, output }: AnyRun): Dialogue {
  const question = readAsked(input, output)
  const conversation = recentTurns(input)
  return {
    ...(question === undefined ? {} : { question }),
    ...(conversation.length === 0 ? {} : { conversation }),
  }
}

/** Names the fields of a workflow's input if none of them is one that a question is read from. */
function fieldsInstead(input: unknown): string {
  const fields =
    isObject(input) && messagesInInput(input) === undefined
      ? Object.keys(input).filter((field) => !/Messages$/.test(field))
      : []
  if (fields.length === 0) return ''
  const shown = fields.slice(0, 10).map((field) => JSON.stringify(field.slice(0, 40)))
  return `: the input has ${shown.join(', ')}${fields.length > 10 ? ' and more' : ''}, and a question is read from ${questionFields.slice(0, -1).join(', ')} or ${questionFields.at(-1)}`
}

/** Why a run has no question to score its answer against, as the reason of "not scorable". */
export function whyNoQuestion({ input, output }: AnyRun): string {
  const turns = countTurns(input, output)
  const attached = readAttachments(input)
  if (turns < 2 && attached.length > 0)
    return `the question has no text, only attachments: ${attached.join(', ')}`
  if (turns < 2) return `there is no question${fieldsInstead(input)}`
  return `the run has answers for ${turns} turns but only the first question; in runEvals, put the scorer under turns[].scorers`
}

/** {@link dialogueOf} for a scorer that needs the question; not scorable without one. */
export function questionOf(run: AnyRun): (Dialogue & { readonly question: string }) | NotScorable {
  const { question, ...before } = dialogueOf(run)
  return question === undefined ? notScorable(whyNoQuestion(run)) : { question, ...before }
}

const unreadableOutput = 'no answer can be read from the output: pass a text, a message or a list of messages'

/** Why nobody can tell what an output says, which is no empty answer; undefined where it can be read. */
export function whyUnreadable(output: unknown): string | undefined {
  if (!isReadableOutput(output)) return unreadableOutput
  const attached = readAnswer(output) === '' ? attachmentsOf(outputMessagesOf(output)) : []
  return attached.length === 0
    ? undefined
    : `the answer has no text, only attachments: ${attached.join(', ')}`
}

/** The answer of a run as text, empty where it says nothing; not scorable where nobody can tell what it says. */
export function answerOf(output: unknown): string | NotScorable {
  const why = whyUnreadable(output)
  return why === undefined ? readAnswer(output) : notScorable(why)
}

/** Why nobody knows which tools a run called; undefined where its output tells. */
export function whyCallsAreUnknown(output: unknown): string | undefined {
  if (!isReadableOutput(output)) return unreadableOutput
  const form = unreadCallsIn(output)
  if (form !== undefined)
    return `the output has tool calls in a form that is not read ("${form}"): give them as toolCalls, or in messages of the AI SDK, Mastra, OpenAI, Anthropic or Gemini`
  return mayLackToolCalls(output)
    ? "this output of a stored trace does not include the tool calls: pass the result of readTrace(trace) to the scorer's run()"
    : undefined
}

/** The day on which a run's output was written, in UTC, where its messages say it: what "today" means in it. */
export function dateOfRun(output: unknown): string | undefined {
  const messages: unknown = messagesIn(output)
  if (!Array.isArray(messages)) return undefined
  const times = messages
    .map((message: { readonly createdAt?: Date | string | number } | null) => message?.createdAt)
    .filter((time) => time !== undefined)
    .map((time) => new Date(time).getTime())
    .filter((time) => Number.isFinite(time))
  return times.length === 0 ? undefined : `${new Date(Math.max(...times)).toISOString().slice(0, 10)} (UTC)`
}

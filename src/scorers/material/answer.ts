import type { NotScorable } from '@mastra/core/evals'
import { notScorable } from '../../shared/core-evals.ts'
import { isObject } from '../../shared/is-object.ts'
import { readAnswer, readConversation } from '../../transcript/index.ts'
import { listAttachments } from '../../transcript/message.ts'
import {
  messagesIn,
  messagesInInput,
  questionFields,
  readOutputMessages,
} from '../../transcript/messages-of-run.ts'
import { readAsked, readAttachments } from '../../transcript/question.ts'
import { isReadableOutput } from '../../transcript/readable-shapes.ts'
import { unreadContentIn } from '../../transcript/unread-content.ts'
import { mayLackToolCalls, unreadCallsIn } from '../../transcript/unread-tool-calls.ts'
import type { Unit } from '../units/judge-units.ts'
import { laterTurns, whySeveralQuestions } from './later-turns.ts'

export interface AnyRun {
  readonly input?: unknown
  readonly output: unknown
  readonly groundTruth?: unknown
  readonly expectedTrajectory?: unknown
  /** The context that the answer should rest on, if a dataset gives it. */
  readonly context?: readonly string[]
  /** The user's goal, to be reached by the end, if a dataset gives it. */
  readonly goal?: string
  /** The list of statements from an earlier scoring of this answer by the same scorer, to be reused. */
  readonly listed?: readonly Unit[]
  /** Statements labelled by people: a text of exactly these is split into them, others as usual. */
  readonly statements?: readonly string[]
}

/** The dialogue that an answer belongs to. Fields that the run lacks are absent. */
export interface Dialogue {
  readonly question?: string
  /** The latest turns before the question. */
  readonly conversation?: { role: string; text: string }[]
}

/** Enough to understand "the second one"; more would cost tokens in every call. */
const maximumTurns = 10
const maximumCharacters = 6_000

/** Returns the latest turns before the question for the judge: at most 10, and at most 6,000 characters. */
export const recentTurns = (input: unknown) => latestOf(readConversation(input))

function latestOf(said: readonly { readonly role: string; readonly text: string }[]) {
  const turns: { role: string; text: string }[] = []
  let left = maximumCharacters
  for (const { role, text } of said.slice(-maximumTurns).reverse()) {
    if (left <= 0) break
    turns.unshift({ role, text: text.length > left ? `${text.slice(0, left)} […]` : text })
    left -= text.length
  }
  return turns
}

/** Of a conversation that is scored as a whole, everything before the last answer is conversation. */
export function readDialogue({ input, output }: AnyRun): Dialogue {
  const asked = readAsked(input, output)
  const later = laterTurns(output)
  const question = later.length === 0 ? asked : undefined
  const first = later.length === 0 || asked === undefined ? [] : [{ role: 'user', text: asked }]
  const conversation = latestOf([...readConversation(input), ...first, ...later])
  return {
    ...(question === undefined ? {} : { question }),
    ...(conversation.length === 0 ? {} : { conversation }),
  }
}

/** Names the fields of a workflow's input if no question can be read from any of them. */
function fieldsInstead(input: unknown): string {
  const fields =
    isObject(input) && messagesInInput(input) === undefined
      ? Object.keys(input).filter((field) => !/Messages$/.test(field))
      : []
  if (fields.length === 0) return ''
  const shown = fields.slice(0, 10).map((field) => JSON.stringify(field.slice(0, 40)))
  return `: the input has ${shown.join(', ')}${fields.length > 10 ? ' and more' : ''}, and a question is read from ${questionFields.slice(0, -1).join(', ')} or ${questionFields.at(-1)}`
}

/** Returns why a run has no question to score its answer against, as the reason of "not scorable". */
export function whyNoQuestion({ input, output }: AnyRun): string {
  const several = whySeveralQuestions({ input, output })
  if (several !== undefined) return several
  const attached = readAttachments(input)
  return attached.length > 0
    ? `the question has no text, only attachments: ${attached.join(', ')}`
    : `there is no question${fieldsInstead(input)}`
}

/** Returns {@link readDialogue} for a scorer that needs the question; not scorable without one. */
export function requireQuestion(run: AnyRun): (Dialogue & { readonly question: string }) | NotScorable {
  const { question, ...before } = readDialogue(run)
  return question === undefined ? notScorable(whyNoQuestion(run)) : { question, ...before }
}

const unreadableOutput = 'no answer can be read from the output: pass a text, a message or a list of messages'

/** Returns the answer of a run as text, empty if it says nothing; not scorable if it cannot be read. */
export function requireAnswer(output: unknown): string | NotScorable {
  if (!isReadableOutput(output)) return notScorable(unreadableOutput)
  const answer = readAnswer(output)
  if (answer !== '') return answer
  const attached = listAttachments(readOutputMessages(output))
  if (attached.length > 0)
    return notScorable(`the answer has no text, only attachments: ${attached.join(', ')}`)
  const unread = unreadContentIn(output)
  return unread === undefined
    ? answer
    : notScorable(`no answer can be read from the output: it has ${unread}`)
}

export function whyCallsAreUnknown(output: unknown): string | undefined {
  if (!isReadableOutput(output)) return unreadableOutput
  const form = unreadCallsIn(output)
  if (form !== undefined)
    return `the output has tool calls in a form that is not read ("${form}"): give them as toolCalls, or in messages of the AI SDK, Mastra, OpenAI, Anthropic or Gemini`
  return mayLackToolCalls(output)
    ? "this output of a stored trace does not include the tool calls: pass the result of readTrace(trace) to the scorer's run()"
    : undefined
}

/** Returns the day of a run's output, in UTC, if its messages say it: the meaning of "today" in the run. */
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

import { randomUUID } from 'node:crypto'
import type { Agent } from '@mastra/core/agent'
import type { ConversationRecord, TurnRecord } from '../../run/item-record.ts'
import type { Cost } from '../../run/record.ts'
import { toJson } from '../../run/to-json.ts'
import { asRecord } from '../../transcript/as-record.ts'
import { readAnswer } from '../../transcript/index.ts'
import type { ConversationListener, TargetAnswer } from './target-answer.ts'

export type AgentReply = Awaited<ReturnType<Agent['generate']>>
export type AgentInput = Parameters<Agent['generate']>[0]

export const countUse = ({ steps, totalUsage }: Pick<AgentReply, 'steps' | 'totalUsage'>): Cost => ({
  calls: steps.length,
  usage: { inputTokens: totalUsage?.inputTokens ?? 0, outputTokens: totalUsage?.outputTokens ?? 0 },
})

/** Makes a user message as Mastra stores it. Mastra sorts by date, so it must be later than all others. */
function userMessage(text: string, after: readonly unknown[] = []) {
  const dates = after.map((message) => Number(new Date(asRecord(message).createdAt as Date)))
  const createdAt = new Date(Math.max(Date.now(), ...dates.filter(Number.isFinite).map((date) => date + 1)))
  return {
    id: randomUUID(),
    role: 'user',
    createdAt,
    content: { format: 2, parts: [{ type: 'text', text }], content: text },
  }
}

export type UserTurn =
  | { readonly message: string; readonly invented?: readonly string[] }
  | { readonly end: NonNullable<ConversationRecord['end']> }

export interface Speaker {
  next(turns: readonly TurnRecord[]): Promise<UserTurn>
}

export const scriptedUser = (script: readonly string[]): Speaker => ({
  async next({ length }) {
    const message = script[length]
    return message === undefined ? { end: 'script' } : { message }
  },
})

/** Sends an agent the messages of a user, each one after the answer to the last. */
export async function converse(
  speaker: Speaker,
  generate: (input: AgentInput) => Promise<AgentReply>,
  {
    remembers,
    listener,
  }: {
    readonly remembers: boolean
    readonly listener: ConversationListener | undefined
  },
): Promise<{ results: AgentReply[]; conversation: ConversationRecord }> {
  const results: AgentReply[] = []
  const turns: TurnRecord[] = []
  const said: unknown[] = []
  for (;;) {
    const next = await speaker.next(turns)
    if ('end' in next) return { results, conversation: { turns, end: next.end } }
    const { message: user, invented } = next
    const startedAt = performance.now()
    said.push(userMessage(user, said))
    const result = await generate((remembers ? user : [...said]) as AgentInput)
    const { input, output = [] } = result.scoringData ?? {}
    said.push(...output)
    results.push(result)
    const turn = {
      user,
      answer: readAnswer(output),
      input: toJson(input),
      messages: output.length,
      durationInMs: Math.round(performance.now() - startedAt),
      ...(invented === undefined ? {} : { invented }),
    }
    turns.push(turn)
    listener?.onTurn({ turn, ...countUse(result) })
  }
}

export function splitIntoTurns<Answer extends Pick<TargetAnswer, 'conversation' | 'output'>>(given: Answer) {
  const { conversation, output, ...answer } = given
  const messages = [output].flat()
  let begin = 0
  return (conversation?.turns ?? []).map((turn) => {
    const end = begin + turn.messages
    const own = messages.slice(begin, end)
    begin = end
    return { ...answer, trajectory: undefined, input: turn.input, output: own }
  })
}

/** Turns a conversation into one answer: the first question is its input, everything after it the output. */
export function asWhole(answer: TargetAnswer): TargetAnswer {
  const turns = answer.conversation?.turns ?? []
  const output = splitIntoTurns(answer).flatMap(({ output: own }, index) => [
    ...(index === 0 ? [] : [userMessage(turns[index]?.user ?? '')]),
    ...[own].flat(),
  ])
  return { ...answer, output }
}

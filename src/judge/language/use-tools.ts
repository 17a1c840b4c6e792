import { allOrNone } from '../call/all-or-none.ts'
import type { JsonObject, JudgeTool } from '../contract.ts'
import type { ModelReply, ToolTurn } from './callable-model.ts'
import { type Prompt, resultPrompt } from './prompt.ts'
import { runTool } from './run-tool.ts'
import type { Session } from './session.ts'

/** How often a model may call tools before it must answer. */
const maximumRounds = 3

interface Asked {
  readonly prompt: Prompt
  readonly schema: JsonObject
  readonly ids: readonly string[]
  readonly tools: readonly JudgeTool[]
  readonly signal: AbortSignal | undefined
}

/** A reply that a filter or the limit of tokens ended may have lost calls, or parts of them. */
const wantsTools = ({ toolCalls, finishReason }: ModelReply) =>
  toolCalls.length > 0 && finishReason !== 'length' && finishReason !== 'content-filter'

/**
 * Asks, and gives the model what the tools return that it calls. After three rounds of calls it is asked once
 * more and may call none. One call where the model calls no tool.
 */
export async function askWithTools(
  session: Session,
  { prompt, schema, ids, tools, signal }: Asked,
): Promise<ModelReply> {
  if (tools.length === 0) return session.ask(prompt, schema, ids, signal)
  let turns: readonly ToolTurn[] = []
  for (let round = 0; ; round += 1) {
    const open = round < maximumRounds
    const withTools = { ...prompt, tools: { tools, turns, open } }
    if (!session.fits(withTools) && session.fits(prompt)) {
      session.warn('what the tools returned made the prompt too long: asked without tools')
      return session.ask(prompt, schema, ids, signal)
    }
    const reply = await session.ask(withTools, schema, ids, signal)
    if (!wantsTools(reply)) return reply
    if (!open) {
      session.warn(`it went on calling tools after ${maximumRounds} rounds: not called`)
      return reply
    }
    turns = [...turns, { reply, results: await runTools(session, tools, reply, signal) }]
  }
}

/** For each call of the reply, the text that answers it. */
async function runTools(
  session: Session,
  tools: readonly JudgeTool[],
  reply: ModelReply,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const calls = await allOrNone(
    signal,
    reply.toolCalls.map(
      (call, index) => (callSignal) => runTool(tools, call, index, callSignal, session.timeoutInMs),
    ),
  )
  session.used(...calls)
  return calls.map(({ tool, result = null, error }) => {
    if (error === undefined) return resultPrompt({ result })
    session.warn(`a call of the tool ${JSON.stringify(tool)} failed: ${error}`)
    return resultPrompt({ error })
  })
}

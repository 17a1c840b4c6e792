import { randomUUID } from 'node:crypto'
import type { Agent, AgentExecutionOptions, AgentMemoryOption } from '@mastra/core/agent'
import type { UnmockedToolPolicy } from '@mastra/core/datasets'
import { EntityType } from '@mastra/core/observability'
import type { TargetRecord } from '../../run/record.ts'
import { hashInstructions } from '../../run/target-differences.ts'
import { copyData } from '../../shared/copy-data.ts'
import { extractTrajectory } from '../../shared/core-evals.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { isSimulated } from '../dataset/scenario-fields.ts'
import { type AgentInput, type AgentReply, converse, countUse, scriptedUser } from './conversation.ts'
import { hashOptions } from './hash-options.ts'
import { SimulatedUser, type Simulator, simulatedUserPrompt, simulatorAgent } from './simulated-user.ts'
import { type Answerer, type TargetAnswer, toRequestContext } from './target-answer.ts'
import { mockedTools } from './tool-mocks.ts'
import { configuredHooks, ToolTimes } from './tool-times.ts'

/** Options of `generate` for every item, as in `runEvals`: without `thread`, each item gets its own. */
export type AgentTargetOptions = Omit<
  AgentExecutionOptions<unknown>,
  'scorers' | 'returnScorerData' | 'requestContext' | 'memory' | 'abortSignal'
> & { memory?: Omit<AgentMemoryOption, 'thread'> & { thread?: AgentMemoryOption['thread'] } }

export interface AgentSurroundings {
  /** For tools without a mock, unless the item has a policy. Default: they are called. */
  readonly policy?: UnmockedToolPolicy | undefined
  /** Plays the users. */
  readonly simulator?: Simulator | undefined
}

/**
 * Makes an answerer of an agent. Its live scorers are off, and scorers get the same input as from `runEvals`.
 *
 * @throws TypeError for a simulator that is neither an agent nor a model.
 */
export async function agentAnswerer(
  agent: Agent,
  options: AgentTargetOptions = {},
  { policy, simulator }: AgentSurroundings = {},
): Promise<Answerer> {
  const player = simulator === undefined ? undefined : simulatorAgent(simulator)
  const [model, instructions] = await Promise.all([readModel(agent), readInstructions(agent)])
  return {
    record: withoutUndefined({
      kind: 'agent' as const,
      id: agent.id,
      model,
      ...instructions,
      options: hashOptions(options),
      unmockedToolPolicy: policy === 'deny' ? policy : undefined,
      simulator: player && (await simulatorRecord(player)),
    }),
    async answer(item, signal, _which, listener) {
      const { memory, ...rest } = options
      const thread = randomUUID()
      const mocked = mockedTools(agent, item, policy, options.hooks)
      const asked = mocked?.options(signal) ?? { hooks: configuredHooks(agent, options.hooks) }
      const times = new ToolTimes()
      // A conversation runs as it would live: with the agent's own memory, or else with all messages so far.
      const hasMemory = agent.hasOwnMemory?.() ?? false
      const remembers =
        item.user === undefined ? memory !== undefined || item.inputs !== undefined : hasMemory
      const generateOptions = {
        ...rest,
        ...(remembers ? { memory: { resource: thread, thread, ...memory } } : {}),
        scorers: {},
        returnScorerData: true,
        requestContext: toRequestContext(item.requestContext),
        abortSignal: signal,
        ...asked,
        ...(asked.hooks === undefined ? {} : { hooks: times.around(asked.hooks) }),
      }
      const finish = (results: readonly AgentReply[]) => ({
        ...combineTurns(item, results),
        toolMockReport: mocked?.report,
        toolDurationsInMs: times.inMs,
      })
      const generate = async (input: AgentInput): Promise<AgentReply> => {
        const answering = agent.generate(input, generateOptions)
        const result = await (mocked?.check(answering) ?? answering)
        signal.throwIfAborted()
        if (result.error) throw result.error
        return result
      }
      if (item.user !== undefined) {
        const speaker =
          player !== undefined && isSimulated(item.user)
            ? new SimulatedUser(player, item, signal, listener)
            : scriptedUser(item.user as readonly string[])
        const { results, conversation } = await converse(speaker, generate, { remembers, listener })
        return { ...finish(results), conversation }
      }
      const results: AgentReply[] = []
      for (const input of (item.inputs ?? [item.input]) as AgentInput[])
        results.push(await generate(copyData(input)))
      return finish(results)
    },
  }
}

async function simulatorRecord(player: Agent) {
  const { name, version } = simulatedUserPrompt
  return withoutUndefined({ id: player.id, model: await readModel(player), prompt: `${name}/${version}` })
}

/** Combines several turns into one run: the first input, and the output of all turns. */
function combineTurns(item: DatasetItem, results: readonly AgentReply[]): TargetAnswer {
  const last = results.at(-1)
  if (last?.scoringData === undefined) throw new TypeError('the agent returned no data for scorers')
  const output = results.flatMap(({ scoringData }) => scoringData?.output ?? [])
  const uses = results.map(countUse)
  const count = (kind: 'inputTokens' | 'outputTokens') =>
    uses.reduce((sum, { usage }) => sum + usage[kind], 0)
  return {
    input: item.inputs === undefined ? (item.user ? results[0] : last)?.scoringData?.input : item.inputs[0],
    output,
    trajectory: extractTrajectory(output),
    entityType: EntityType.AGENT,
    traceId: last.traceId,
    spanId: last.spanId,
    responseId: last.response?.id,
    calls: uses.reduce((sum, { calls }) => sum + calls, 0),
    usage: { inputTokens: count('inputTokens'), outputTokens: count('outputTokens') },
  }
}

const longestInstructions = 20_000

/** Returns nothing if the instructions depend on the request. */
async function readInstructions(
  agent: Agent,
): Promise<Pick<TargetRecord, 'instructions' | 'instructionsText'>> {
  try {
    const told = await agent.getInstructions()
    const isKept = typeof told === 'string' && told.length <= longestInstructions
    return { instructions: hashInstructions(told), ...(isKept && { instructionsText: told }) }
  } catch {
    return {}
  }
}

/** Returns undefined if the model is only known when the agent runs. */
async function readModel(agent: Agent): Promise<string | undefined> {
  try {
    const { provider, modelId } = await agent.getModel()
    return provider && modelId ? `${provider}/${modelId}` : undefined
  } catch {
    // The request context may choose the model, and is not there yet.
    return undefined
  }
}

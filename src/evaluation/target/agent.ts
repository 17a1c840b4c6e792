import { randomUUID } from 'node:crypto'
import type { Agent, AgentExecutionOptions, AgentMemoryOption } from '@mastra/core/agent'
import type { UnmockedToolPolicy } from '@mastra/core/datasets'
import { extractTrajectory } from '@mastra/core/evals'
import { EntityType } from '@mastra/core/observability'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { DatasetItem } from '../dataset/item.ts'
import { hashOf } from '../json.ts'
import { type Answerer, type TargetAnswer, toRequestContext } from './answer.ts'
import { mockedTools } from './tool-mocks.ts'

/** Options of `generate` for every item, as in `runEvals`: without `thread`, each item gets one of its own. */
export type AgentTargetOptions = Omit<
  AgentExecutionOptions<unknown>,
  'scorers' | 'returnScorerData' | 'requestContext' | 'memory' | 'abortSignal'
> & { memory?: Omit<AgentMemoryOption, 'thread'> & { thread?: AgentMemoryOption['thread'] } }

type Generated = Awaited<ReturnType<Agent['generate']>>
type AgentInput = Parameters<Agent['generate']>[0]

/**
 * Answers with an agent. Its live scorers stay silent, and scorers get what `runEvals` gives them.
 *
 * @param policy For tools without a mock, where an item says nothing of them. Default: they are called.
 */
export async function agentAnswerer(
  agent: Agent,
  options: AgentTargetOptions = {},
  policy?: UnmockedToolPolicy,
): Promise<Answerer> {
  const [model, instructions] = await Promise.all([modelOf(agent), instructionsOf(agent)])
  return {
    record: withoutUndefined({
      ...{ kind: 'agent' as const, id: agent.id, model, instructions },
      unmockedToolPolicy: policy === 'deny' ? policy : undefined,
    }),
    async answer(item, signal) {
      const { memory, ...rest } = options
      const inputs = (item.inputs ?? [item.input]) as AgentInput[]
      const thread = randomUUID()
      const mocked = mockedTools(agent, item, policy, options.hooks)
      const remembers = memory !== undefined || item.inputs !== undefined
      const generateOptions = {
        ...rest,
        ...(remembers ? { memory: { resource: thread, thread, ...memory } } : {}),
        scorers: {},
        returnScorerData: true,
        requestContext: toRequestContext(item.requestContext),
        abortSignal: signal,
        ...mocked?.options(signal),
      }
      const results: Generated[] = []
      for (const input of inputs) {
        const answering = agent.generate(input, generateOptions)
        const result = await (mocked?.check(answering) ?? answering)
        signal.throwIfAborted()
        if (result.error) throw result.error
        results.push(result)
      }
      return { ...answerOf(item, results), toolMockReport: mocked?.report }
    },
  }
}

/** Several turns are one run: the first input, and the output of all of them. */
function answerOf(item: DatasetItem, results: readonly Generated[]): TargetAnswer {
  const last = results.at(-1)
  if (last?.scoringData === undefined) throw new TypeError('the agent gave no data for scorers')
  const output = results.flatMap(({ scoringData }) => scoringData?.output ?? [])
  const count = (kind: 'inputTokens' | 'outputTokens') =>
    results.reduce((sum, { totalUsage }) => sum + (totalUsage?.[kind] ?? 0), 0)
  return {
    input: item.inputs === undefined ? last.scoringData.input : item.inputs[0],
    output,
    trajectory: extractTrajectory(output),
    entityType: EntityType.AGENT,
    traceId: last.traceId,
    spanId: last.spanId,
    responseId: last.response?.id,
    calls: results.reduce((sum, { steps }) => sum + steps.length, 0),
    usage: { inputTokens: count('inputTokens'), outputTokens: count('outputTokens') },
  }
}

/** Undefined where they depend on the request. */
async function instructionsOf(agent: Agent): Promise<string | undefined> {
  try {
    return hashOf(await agent.getInstructions()).slice(0, 8)
  } catch {
    return undefined
  }
}

/** Undefined where the model is known only when the agent runs. */
async function modelOf(agent: Agent): Promise<string | undefined> {
  try {
    const { provider, modelId } = await agent.getModel()
    return provider && modelId ? `${provider}/${modelId}` : undefined
  } catch {
    // A model may be chosen by the request context, which is not there yet.
    return undefined
  }
}

import type { ProcessOutputStepArgs } from '@mastra/core/processors'
import { callSurroundings } from '../../judge/call/call-context.ts'
import type { AnyScorer } from '../../run/scorer-entry.ts'
import { countedRun } from '../../scorers/common/run-layers.ts'
import { either } from '../../shared/abort.ts'
import { extractTrajectory } from '../../shared/core-evals.ts'
import { inTime } from '../../shared/in-time.ts'
import type { BufferedStep } from './buffered-step.ts'
import { type NoScore, whyThrown } from './why-no-score.ts'

/** A scorer's finding about an answer: a score, or why there is none. */
export type Finding = { readonly score: number; readonly reason?: string } | NoScore

/** A step that Mastra cuts off runs no tools: its text is all that the user gets. */
export const cutOff = new Set<string | undefined>(['error', 'length', 'content-filter'])

/**
 * Returns true if a step ends in tool calls, so that its text is not the answer yet. Only the step's own calls matter:
 * earlier ones may have failed, been refused or never been answered.
 */
export function endsInToolCall(
  step: Pick<ProcessOutputStepArgs, 'messageList' | 'toolCalls' | 'finishReason'>,
): boolean {
  const { messageList, toolCalls = [], finishReason } = step
  const byProvider = new Set(
    messageList.get.response
      .db()
      .flatMap(({ content }) => content.parts)
      .flatMap((part) =>
        part.type === 'tool-invocation' && part.providerExecuted ? [part.toolInvocation.toolCallId] : [],
      ),
  )
  return !cutOff.has(finishReason) && toolCalls.some(({ toolCallId }) => !byProvider.has(toolCallId))
}

/**
 * Scores an agent's pending answer, from the material that its live scorers will get. Never throws.
 *
 * @param held The model's latest output, if Mastra does not have it yet.
 */
export async function scoreStep(
  scorer: AnyScorer,
  run: (input: object) => Promise<unknown>,
  step: Pick<ProcessOutputStepArgs, 'messageList' | 'requestContext' | 'tracingContext' | 'abortSignal'>,
  withinInMs: number,
  held?: BufferedStep,
): Promise<Finding> {
  const { messageList, requestContext, tracingContext, abortSignal } = step
  const { input, remembered, response, taggedSystemMessages } = messageList.getPersisted
  const output = held?.addedTo(response.db()) ?? response.db()
  const material = {
    input: {
      inputMessages: input.db(),
      rememberedMessages: remembered.db(),
      systemMessages: messageList.getSystemMessages(),
      taggedSystemMessages,
    },
    output: scorer.type === 'trajectory' ? extractTrajectory(output) : output,
    requestContext: Object.fromEntries(requestContext?.entries() ?? []),
    tracingContext,
    // Live scoring, if any, reports the score of the answer.
    _internal: { emitObservabilityScore: false },
  }
  const tooLate = new AbortController()
  const around = { ...callSurroundings(), signal: either(abortSignal, tooLate.signal) }
  try {
    return toFinding(await inTime(withinInMs, () => countedRun({ run }, material, around)))
  } catch (error) {
    return whyThrown(error, withinInMs)
  } finally {
    tooLate.abort()
  }
}

function toFinding(result: unknown): Finding {
  const { score, reason, notScorable } = result as {
    readonly score?: unknown
    readonly reason?: string
    readonly notScorable?: { readonly reason?: string }
  }
  if (notScorable) return { failure: 'not scorable', details: notScorable.reason ?? 'no reason given' }
  if (typeof score === 'number' && Number.isFinite(score)) return { score, reason }
  return { failure: 'the scorer gave no number', details: `the score is ${score}, which is not a number` }
}

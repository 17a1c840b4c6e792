import type { MessageList } from '@mastra/core/agent'
import type { Mastra } from '@mastra/core/mastra'
import type {
  ProcessOutputResultArgs,
  ProcessOutputStepArgs,
  ProcessOutputStreamArgs,
  Processor,
} from '@mastra/core/processors'
import type { AnyScorer } from '../../run/scorers.ts'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import { type Chunk, HeldStep, handOn, isTaken } from './held-step.ts'
import { readProcessorOptions, type ScorerProcessorOptions } from './processor-options.ts'
import { cutOff, endsInToolCall, type Finding, scoreStep } from './score-step.ts'
import { sharedRun } from './shared-run.ts'

/** What a scorer found of an answer: the metadata of a tripwire, and of an answer that was let out with a mark. */
export interface AnswerMark {
  readonly scorerId: string
  /** In the scorer's scale; absent where there is no score. */
  readonly score?: number
  /** The reason of the score; absent if the scorer gives none. */
  readonly reason?: string
  /** Why there is no score. */
  readonly failure?: string
}

/** What a processor remembers of a run, in the state that Mastra keeps for it. */
interface RunState {
  /** What the model says, while it says it. */
  step?: HeldStep
  /** What the scorer found of the step, before it was let out. */
  finding?: Finding
  /** Why the answer was not let out, until another one comes. */
  refused?: { readonly reason: string; readonly mark: AnswerMark }
  /** Whether the last step has text beside calls of tools: the answer, where nothing follows it. */
  hasUnscoredText?: boolean
  /** What was kept and leaves now, chunk by chunk. */
  leaving?: Chunk[]
}

/**
 * An output processor that scores each answer of an agent before it counts as given, and keeps it back until then.
 * Text beside a call of a tool is scored where the run ends with it. The agent needs `maxProcessorRetries` of `retries`
 * or more: Mastra stops where it wants to ask again and may not.
 *
 * @param scorer Of this package or any other of Mastra's. Its live runs in this process find the judge's answers again.
 * @throws TypeError for an option that is missing or wrong, and for a limit that no score crosses.
 */
export function scorerProcessor(
  scorer: AnyScorer,
  options: ScorerProcessorOptions,
): Processor &
  Required<Pick<Processor, 'processOutputStream' | 'processOutputStep' | 'processOutputResult'>> {
  const settings = readProcessorOptions(scorer, options)
  const { below, above, action, retries = 0, withinInMs, onFailure, id = scorer.id } = settings
  const stops = action !== 'mark' || onFailure === 'closed'
  const run = sharedRun(scorer)
  let mastra: Mastra | undefined
  let lastFailure = ''
  const warn = countedOnceAMinute((count) => {
    const message = `${id}: ${count} let out without a score; last failure: ${lastFailure}`
    if (mastra) mastra.getLogger().warn(message)
    else console.warn(message)
  })

  const isBad = ({ score }: Finding) =>
    score === undefined ? onFailure === 'closed' : above === undefined ? score < (below ?? 0) : score > above
  const isStopped = (finding: Finding) => isBad(finding) && (action !== 'mark' || finding.score === undefined)

  function said(finding: Finding): string {
    if (finding.score === undefined) return `${scorer.id} has no score: ${finding.failure}`
    const limit = above === undefined ? `below ${below}` : `above ${above}`
    const found = `${scorer.id} is ${Number(finding.score.toFixed(3))}, ${limit}`
    return finding.reason === undefined ? found : `${found}. ${finding.reason}`
  }

  /** Notes what was found of an answer. */
  function conclude(finding: Finding, messageList: MessageList, state: RunState) {
    const mark: AnswerMark = { scorerId: scorer.id, ...finding }
    if (finding.score === undefined && onFailure === 'open') {
      lastFailure = finding.failure
      warn()
    }
    if (isStopped(finding)) {
      state.refused = { reason: said(finding), mark }
      return
    }
    const answer = messageList.get.response.db().at(-1)
    if (answer && (isBad(finding) || finding.score === undefined))
      answer.content.metadata = {
        ...answer.content.metadata,
        verdict: { ...(answer.content.metadata?.verdict as object), [id]: mark },
      }
  }

  /** Keeps a step back until it has a score, and lets out what is good enough. */
  async function processOutputStream(args: ProcessOutputStreamArgs) {
    const { part, messageList, writer } = args
    const state: RunState = args.state
    if (!stops) return part
    if (state.leaving) {
      if (isTaken(args.state)) return handOn(args.state, state.leaving.with(0, part))
      // In the stream of a durable agent nobody comes for the next chunk.
      for (const chunk of state.leaving) await writer?.custom(chunk)
      handOn(args.state, [])
    }
    if (part.type === 'step-start') state.step = new HeldStep(part.payload.messageId ?? '')
    if (part.type === 'step-finish' && !part.payload.stepResult.isContinued && messageList)
      if (await isTextBesideStopped({ ...args, messageList }))
        part.payload.messages = { all: [], user: [], nonUser: [] }
    const { step } = state
    if (!step) return part
    // A durable agent ends a step when its answer has passed, or with a tripwire.
    if (part.type === 'step-finish' || part.type === 'tripwire') {
      state.step = undefined
      return part.type === 'tripwire' ? part : handOn(args.state, step.release(part))
    }
    if (part.type !== 'finish' || !messageList) return handOn(args.state, step.take(part))
    if (step.callsTool && !cutOff.has(part.payload.stepResult.reason)) return part
    state.finding = await scoreStep(scorer, run, { ...args, messageList }, withinInMs, step)
    if (!isStopped(state.finding)) return handOn(args.state, step.release(part))
    // Past later processors, one of which would make an object of an answer that is not there.
    await writer?.custom(part)
    return writer ? null : part
  }

  async function processOutputStep(args: ProcessOutputStepArgs) {
    const { messageList, abort, steps, finishReason } = args
    const state: RunState = args.state
    const { step, finding } = state
    state.step = undefined
    state.finding = undefined
    state.refused = undefined
    state.hasUnscoredText = !finding && endsInToolCall(args) && Boolean(args.text?.trim())
    if (!finding && endsInToolCall(args)) return messageList
    // Mastra keeps the end of a failed step from processors, and what was kept of it gets to nobody.
    if (step && !finding && finishReason === 'error') return messageList
    conclude(finding ?? (await scoreStep(scorer, run, args, withinInMs)), messageList, state)
    const { refused } = state as RunState
    if (refused) {
      if (!finding) takeOutLast(messageList)
      // Of the steps, which outlive a suspension, and not of a counter. Without a score another answer would have none either.
      const asked = steps.filter((earlier) => isRetryOf(id, earlier)).length
      const retry = action === 'retry' && refused.mark.score !== undefined && asked < retries
      abort(refused.reason, { retry, metadata: refused.mark })
    }
    return messageList
  }

  /** Scores the text beside calls of tools, once nothing follows it. */
  async function isTextBesideStopped(args: Parameters<typeof scoreStep>[2] & { state: RunState }) {
    const { messageList, state } = args
    if (!state.hasUnscoredText) return false
    state.hasUnscoredText = false
    conclude(await scoreStep(scorer, run, args, withinInMs), messageList, state)
    if (state.refused) takeOutLast(messageList)
    return state.refused !== undefined
  }

  async function processOutputResult(args: ProcessOutputResultArgs) {
    const { messageList, result, abort, writer } = args
    const state: RunState = args.state
    if (result.finishReason === 'unknown' && result.steps.length === 0) throw new Error(noHold(id))
    await isTextBesideStopped(args)
    const { refused } = state
    if (!refused) return messageList
    const last = result.steps.at(-1)
    if (last) Object.assign(last, { text: '', content: [] })
    const tripwire = { reason: refused.reason, metadata: refused.mark, processorId: id }
    await writer?.custom({ type: 'tripwire', payload: tripwire })
    return abort(stoppedBecause(refused.reason, result.finishReason), { metadata: refused.mark })
  }

  return {
    id,
    name: `${scorer.name ?? scorer.id} before the answer`,
    processOutputStream,
    processOutputStep,
    processOutputResult,
    __registerMastra(registered: Mastra) {
      mastra = registered
    },
  }
}

/** Mastra says nothing where `maxSteps` is used up before the model could be asked again. */
const stoppedBecause = (reason: string, finishReason: string) =>
  finishReason === 'retry' ? `${reason} No step was left for a retry.` : reason

const isRetryOf = (id: string, step: object) => {
  const { tripwire } = step as {
    readonly tripwire?: { readonly retry?: boolean; readonly processorId?: string }
  }
  return tripwire?.retry === true && tripwire.processorId === id
}

/** Takes what was said last out of what memory stores and later steps read. */
function takeOutLast(messageList: MessageList): void {
  const last = messageList.get.response.db().at(-1)
  if (!last) return
  last.content.parts = last.content.parts.filter(({ type }) => type !== 'text')
  delete last.content.content
}

const noHold = (id: string) =>
  `${id}: this answer came by a method that gives it out before processors see its steps, and is refused: use generate() or stream() in place of generateLegacy() and streamLegacy(), and for network() guard the agents that it calls`

import type { MessageList } from '@mastra/core/agent'
import type {
  ProcessOutputResultArgs,
  ProcessOutputStepArgs,
  ProcessOutputStreamArgs,
} from '@mastra/core/processors'
import type { AnyScorer } from '../../run/scorer-entry.ts'
import { markStopped } from '../../transcript/stopped-run.ts'
import { saidText, takeOutStored, takeOutTexts } from './answer-texts.ts'
import { BufferedStep, handOn, isDelayed, isTaken, writeAll } from './buffered-step.ts'
import { FailureLog } from './failure-log.ts'
import {
  type AnswerMark,
  type GuardedRun,
  guardedRuns,
  isRetry,
  isRouting,
  keepRefusal,
  keptRefusal,
  noHold,
  quotesRefused,
  retryFeedback,
  stoppedBecause,
} from './guarded-run.ts'
import type { readProcessorOptions } from './processor-options.ts'
import { emptySteps, hideRefused } from './refused-steps.ts'
import { ScoreLimit } from './score-limit.ts'
import { cutOff, endsInToolCall, type Finding, scoreStep } from './score-step.ts'
import { sharedRun } from './shared-run.ts'

/** Scores the answers of an agent, and lets them out or refuses them. */
export class AnswerGuard {
  readonly id: string
  readonly failures: FailureLog
  readonly #scorer: AnyScorer
  readonly #settings: ReturnType<typeof readProcessorOptions>
  readonly #limit: ScoreLimit
  readonly #run: ReturnType<typeof sharedRun>
  readonly #findRun = guardedRuns()

  constructor(scorer: AnyScorer, settings: ReturnType<typeof readProcessorOptions>) {
    this.id = settings.id ?? scorer.id
    this.failures = new FailureLog(this.id, settings.onFailure)
    this.#scorer = scorer
    this.#settings = settings
    this.#limit = new ScoreLimit(scorer.id, settings)
    this.#run = sharedRun(scorer)
  }

  /** Holds a step back until it has a score, and releases it if the score is good enough. */
  async holdBack(args: ProcessOutputStreamArgs) {
    const { part, messageList, writer } = args
    const { action, onFailure } = this.#settings
    if ((action === 'mark' && onFailure !== 'closed') || !messageList) return part
    const guarded = this.#findRun(messageList)
    // Only the reader of a durable agent shows this to processors. Its run, elsewhere, shows them results of tools too.
    if (part.type === 'start') guarded.delayed = { writer, state: args.state, chunks: [] }
    const { leaving, delayed } = guarded
    const isReader = delayed?.state === args.state
    if (delayed && !isReader && part.type.startsWith('tool-')) return part
    if (leaving && isTaken(args.state)) return handOn(args.state, guarded, leaving.with(0, part))
    // In the stream of a durable agent, nobody asks for the next chunk.
    await writeAll(writer, leaving)
    guarded.leaving = undefined
    if (part.type === 'step-start') {
      guarded.step = new BufferedStep(part.payload.messageId ?? '')
      args.state.isKept = true
      if (quotesRefused(messageList)) part.payload = { ...part.payload, request: {} }
    }
    const { step } = guarded
    if (part.type === 'step-finish') {
      const { stepResult, output } = part.payload
      this.#hideRefused(output.steps)
      if (quotesRefused(messageList)) part.payload.metadata = { ...part.payload.metadata, request: {} }
      const { retryMetadata } = stepResult as { readonly retryMetadata?: AnswerMark }
      if (retryMetadata?.scorerId === this.#scorer.id) {
        Object.assign(stepResult, { retryReason: this.#limit.describe(retryMetadata) })
        const metadata = { ...part.payload.metadata, body: undefined }
        // The model gets the feedback from Mastra's own copy.
        part.payload = Object.assign({ ...part.payload, metadata }, { processorRetryFeedback: undefined })
      }
    }
    // The text beside a call is all that its approver reads.
    if (part.type === 'tool-call-approval') await this.#scoreNewText(args, messageList)
    if (part.type === 'tool-call-approval' && guarded.refused) {
      keepRefusal(messageList, this.id, guarded.refused)
      return args.abort(guarded.refused.reason, { metadata: guarded.refused.mark })
    }
    if (part.type === 'step-finish' && !part.payload.stepResult.isContinued && !isReader) {
      await this.#scoreNewText(args, messageList)
      if (guarded.refused) {
        // Mastra takes the response from the messages before the run ends.
        takeOutTexts(messageList.get.response.db())
        part.payload.messages = { all: [], user: [], nonUser: [] }
        part.payload.metadata = { ...part.payload.metadata, body: undefined, request: {} }
        emptySteps(part.payload.output.steps)
      }
    }
    if (!step || part.type === 'tripwire') return part
    const isAsking = part.type === 'tool-call-approval' || part.type === 'tool-call-suspended'
    const isEnd = part.type === 'step-finish' && !part.payload.stepResult.isContinued && !step.callsTool
    const letOut = async () => {
      const chunks = step.take(part, part.type === 'finish' || part.type === 'step-finish')
      if (isReader && !isAsking && !isEnd && isDelayed(delayed.chunks, step, chunks)) return null
      await writeAll(writer, delayed?.chunks.splice(0))
      if (args.state.isKept) return handOn(args.state, guarded, chunks)
      await writeAll(writer, chunks.slice(0, -1))
      return chunks.at(-1) ?? null
    }
    // A durable agent ends each step like this, once its answer has passed.
    if (part.type === 'step-finish') guarded.step = undefined
    if (part.type !== 'finish') return letOut()
    if (step.callsTool && !cutOff.has(part.payload.stepResult.reason)) return part
    guarded.finding = await this.#score({ ...args, messageList }, step)
    if (!this.#limit.stops(guarded.finding) || !writer) return letOut()
    // Bypasses later processors: one of them would make an object of a missing answer.
    await writer.custom(part)
    return null
  }

  async endStep(args: ProcessOutputStepArgs) {
    const { messageList, abort, steps, finishReason } = args
    const { action, retries = 0 } = this.#settings
    const guarded = this.#findRun(messageList)
    const { step, finding } = guarded
    if (!guarded.delayed) guarded.step = undefined
    guarded.finding = undefined
    guarded.refused = undefined
    const isAnswer = finding !== undefined || !endsInToolCall(args)
    // Mastra hides the end of a failed step from processors, and its held chunks reach nobody.
    if (!isAnswer || (step && !guarded.delayed && !finding && finishReason === 'error')) return messageList
    const isFound = finding && (this.#limit.stops(finding) || guarded.scored === saidText(messageList))
    this.#conclude(isFound ? finding : await this.#score(args), messageList, guarded)
    const { refused } = guarded as GuardedRun
    if (!refused) return messageList
    // The steps survive a suspension, but are missing in a workflow of processors.
    const asked = Math.max(guarded.asked, steps.filter((earlier) => isRetry(this.id, earlier)).length)
    // Without a score, a retry is pointless: while the judge is away, the next answer would have none either. A durable
    // agent makes none, and would show the words for the model.
    const mayRetry = refused.mark.score !== undefined && !guarded.delayed
    const retry = action === 'retry' && mayRetry && asked < retries
    guarded.asked = asked + 1
    const messages = messageList.get.response.db()
    if (!retry) takeOutTexts(messages)
    else if (!isFound) takeOutTexts(messages.slice(-1))
    return abort(retry ? (refused.toModel ?? refused.reason) : refused.reason, {
      retry,
      metadata: refused.mark,
    })
  }

  async endRun(args: ProcessOutputResultArgs) {
    const { messageList, result, abort, writer } = args
    if (result.finishReason === 'unknown' && result.steps.length === 0) throw new Error(noHold(this.id))
    this.#hideRefused(result.steps)
    // Live scores store the system messages of their run.
    messageList.clearSystemMessages(retryFeedback)
    await this.#scoreNewText(args, messageList)
    const { refused = keptRefusal(messageList, this.id), delayed } = this.#findRun(messageList)
    const reader = writer ?? delayed?.writer
    if (!refused) {
      await writeAll(reader, delayed?.chunks.splice(0))
      return messageList
    }
    takeOutTexts(messageList.get.response.db())
    emptySteps(result.steps)
    await takeOutStored(messageList, args.requestContext)
    const reason = stoppedBecause(refused.reason, result.finishReason)
    markStopped(messageList, `stopped before it was given: ${reason}`)
    // Readers of the stream, such as the step of a workflow, would not learn of it otherwise.
    const payload = { reason, metadata: refused.mark, processorId: this.id }
    await reader?.custom({ type: 'tripwire', payload })
    return abort(reason, { metadata: refused.mark })
  }

  /** Scores a run's text if none of its scores is about all of it: text beside tool calls, or of other processors. */
  async #scoreNewText(
    args: Pick<ProcessOutputResultArgs, 'requestContext' | 'tracingContext' | 'abortSignal'>,
    messageList: MessageList,
  ) {
    const guarded = this.#findRun(messageList)
    const text = saidText(messageList)
    if (guarded.refused || !text.trim() || text === guarded.scored) return
    this.#conclude(await this.#score({ ...args, messageList }), messageList, guarded)
    if (guarded.refused) takeOutTexts(messageList.get.response.db())
  }

  #score(args: Parameters<typeof scoreStep>[2], step?: BufferedStep) {
    const { messageList } = args
    if (isRouting(messageList)) throw new Error(noHold(this.id))
    this.#findRun(messageList).scored = saidText(messageList, step)
    return scoreStep(this.#scorer, this.#run, args, this.#settings.withinInMs, step)
  }

  #conclude(finding: Finding, messageList: MessageList, guarded: GuardedRun): void {
    const scorerId = this.#scorer.id
    if (finding.score === undefined) this.failures.add(finding)
    const mark: AnswerMark =
      finding.score === undefined ? { scorerId, failure: finding.failure } : { scorerId, ...finding }
    if (this.#limit.stops(finding)) {
      const reason = this.#limit.describe(finding)
      const { reason: quoting, ...shown } = mark
      guarded.refused = {
        reason,
        toModel: quoting === undefined ? reason : `${reason} ${quoting}`,
        mark: shown,
      }
      return
    }
    const answer = messageList.get.response.db().at(-1)
    if (answer && (this.#limit.isBroken(finding) || finding.score === undefined))
      answer.content.metadata = {
        ...answer.content.metadata,
        verdict: { ...(answer.content.metadata?.verdict as object), [this.id]: mark },
      }
  }

  #hideRefused(steps?: readonly object[]): void {
    hideRefused(steps, this.#scorer.id, (mark) => this.#limit.describe(mark))
  }
}

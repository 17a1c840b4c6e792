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
import {
  type AnswerMark,
  type GuardedRun,
  guardedRuns,
  isRetry,
  stoppedBecause,
  takeOutLast,
} from './guarded-run.ts'
import { BufferedStep, handOn, isTaken, writeAll } from './held-step.ts'
import { readProcessorOptions, type ScorerProcessorOptions } from './processor-options.ts'
import { cutOff, endsInToolCall, type Finding, scoreStep } from './score-step.ts'
import { sharedRun } from './shared-run.ts'

/**
 * Creates an output processor that holds back each answer of an agent until it is scored. Text next to tool calls is
 * scored if the run ends with it. The agent needs `maxProcessorRetries` of at least `retries`: otherwise Mastra stops
 * instead of retrying.
 *
 * @param scorer Any Mastra scorer, of this package or not. Its live runs in this process reuse the judge's answers.
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
  const findRun = guardedRuns()
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

  /** Records the finding about an answer. */
  function conclude(finding: Finding, messageList: MessageList, guarded: GuardedRun) {
    const mark: AnswerMark = { scorerId: scorer.id, ...finding }
    if (finding.score === undefined && onFailure === 'open') {
      lastFailure = finding.failure
      warn()
    }
    if (isStopped(finding)) {
      guarded.refused = { reason: said(finding), mark }
      return
    }
    const answer = messageList.get.response.db().at(-1)
    if (answer && (isBad(finding) || finding.score === undefined))
      answer.content.metadata = {
        ...answer.content.metadata,
        verdict: { ...(answer.content.metadata?.verdict as object), [id]: mark },
      }
  }

  /** Holds a step back until it has a score, and releases it if the score is good enough. */
  async function processOutputStream(args: ProcessOutputStreamArgs) {
    const { part, messageList, writer } = args
    if (!stops || !messageList) return part
    const guarded = findRun(messageList)
    const { leaving } = guarded
    if (leaving && isTaken(args.state)) return handOn(args.state, guarded, leaving.with(0, part))
    // In the stream of a durable agent, nobody asks for the next chunk.
    await writeAll(writer, leaving)
    guarded.leaving = undefined
    if (part.type === 'step-start') {
      guarded.step = new BufferedStep(part.payload.messageId ?? '')
      args.state.isKept = true
    }
    const { step } = guarded
    if (part.type === 'step-finish' && !part.payload.stepResult.isContinued)
      if (await isTextBesideStopped(args, messageList))
        part.payload.messages = { all: [], user: [], nonUser: [] }
    if (!step || part.type === 'tripwire') return part
    const letOut = async () => {
      const chunks = step.take(part, part.type === 'finish' || part.type === 'step-finish')
      if (args.state.isKept) return handOn(args.state, guarded, chunks)
      await writeAll(writer, chunks.slice(0, -1))
      return chunks.at(-1) ?? null
    }
    // A durable agent ends each step like this, once its answer has passed.
    if (part.type === 'step-finish') guarded.step = undefined
    if (part.type !== 'finish') return letOut()
    if (step.callsTool && !cutOff.has(part.payload.stepResult.reason)) return part
    guarded.finding = await scoreStep(scorer, run, { ...args, messageList }, withinInMs, step)
    if (!isStopped(guarded.finding) || !writer) return letOut()
    // Bypasses later processors: one of them would make an object of a missing answer.
    await writer.custom(part)
    return null
  }

  async function processOutputStep(args: ProcessOutputStepArgs) {
    const { messageList, abort, steps, finishReason } = args
    const guarded = findRun(messageList)
    const { step, finding } = guarded
    guarded.step = undefined
    guarded.finding = undefined
    guarded.refused = undefined
    const isAnswer = finding !== undefined || !endsInToolCall(args)
    guarded.hasUnscoredText = !isAnswer && Boolean(args.text?.trim())
    // Mastra hides the end of a failed step from processors, and its held chunks reach nobody.
    if (!isAnswer || (step && !finding && finishReason === 'error')) return messageList
    conclude(finding ?? (await scoreStep(scorer, run, args, withinInMs)), messageList, guarded)
    const { refused } = guarded as GuardedRun
    if (!refused) return messageList
    if (!finding) takeOutLast(messageList)
    // The steps survive a suspension, but are missing in a workflow of processors.
    const asked = Math.max(guarded.asked, steps.filter((earlier) => isRetry(id, earlier)).length)
    // Without a score, a retry is pointless: while the judge is away, the next answer would have none either.
    const retry = action === 'retry' && refused.mark.score !== undefined && asked < retries
    guarded.asked = asked + 1
    return abort(refused.reason, { retry, metadata: refused.mark })
  }

  /** Scores the text next to tool calls if nothing follows it. */
  async function isTextBesideStopped(
    args: Pick<ProcessOutputResultArgs, 'requestContext' | 'tracingContext' | 'abortSignal'>,
    messageList: MessageList,
  ) {
    const guarded = findRun(messageList)
    if (!guarded.hasUnscoredText) return false
    guarded.hasUnscoredText = false
    conclude(await scoreStep(scorer, run, { ...args, messageList }, withinInMs), messageList, guarded)
    if (guarded.refused) takeOutLast(messageList)
    return guarded.refused !== undefined
  }

  async function processOutputResult(args: ProcessOutputResultArgs) {
    const { messageList, result, abort, writer } = args
    if (result.finishReason === 'unknown' && result.steps.length === 0) throw new Error(noHold(id))
    await isTextBesideStopped(args, messageList)
    const { refused } = findRun(messageList)
    if (!refused) return messageList
    const last = result.steps.at(-1)
    if (last) Object.assign(last, { text: '', content: [] })
    const reason = stoppedBecause(refused.reason, result.finishReason)
    // Readers of the stream, such as the step of a workflow, would not learn of it otherwise.
    const payload = { reason, metadata: refused.mark, processorId: id }
    await writer?.custom({ type: 'tripwire', payload })
    return abort(reason, { metadata: refused.mark })
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

const noHold = (id: string) =>
  `${id}: this answer came by a method that gives it out before processors see its steps, and is refused: use generate() or stream() in place of generateLegacy() and streamLegacy(), and for network() guard the agents that it calls`

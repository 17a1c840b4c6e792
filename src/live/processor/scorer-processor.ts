import type { Mastra } from '@mastra/core/mastra'
import type { ProcessOutputResultArgs, ProcessOutputStepArgs, Processor } from '@mastra/core/processors'
import { z } from 'zod/v4'
import { judgeCache } from '../../evaluation/scoring/judge-cache.ts'
import { callSurroundings, surroundCalls } from '../../judge/call/surroundings.ts'
import { memoryCache } from '../../judge/index.ts'
import type { AnyScorer } from '../../run/scorers.ts'
import { measureOf } from '../../scorers/common/finish-scorer.ts'
import { countedOnceAMinute } from '../../shared/once-a-minute.ts'
import { readOptions } from '../../shared/read-options.ts'
import { endsInToolCall, type Finding, scoreStep } from './score-step.ts'

/** Beside how it scores: which scores are not good enough, in the scorer's scale, and what becomes of such an answer. */
export type ScorerProcessorOptions = {
  /** How long an answer may wait for its score, in milliseconds; longer is a failure. No default. */
  withinInMs: number
  /**
   * What becomes of an answer without a score, as where the judge fails, abstains or is too slow: 'open' lets it out,
   * 'closed' stops it, whatever the action. No default.
   */
  onFailure: 'open' | 'closed'
  /** Default: the scorer's id. Two processors of one agent need two. */
  id?: string
} & (
  | { below: number; above?: undefined }
  /** For a scorer whose lower scores are better. */
  | { above: number; below?: undefined }
) &
  (
    | {
        /** Asks the model again, with the reason of the score, so often for one request; then stops. */
        action: 'retry'
        retries: number
      }
    /** Stops with a tripwire, or lets the answer out with a mark in its metadata. */
    | { action: 'stop' | 'mark'; retries?: undefined }
  )

const limit = z.number().optional()
const optionsSchema = z
  .strictObject({
    below: limit,
    above: limit,
    action: z.enum(['retry', 'stop', 'mark']),
    retries: z.int().positive().optional(),
    withinInMs: z.number('must be how long an answer may wait for its score, in milliseconds').positive(),
    onFailure: z.enum(
      ['open', 'closed'],
      "must be 'open', to let an answer without a score out, or 'closed', to stop it",
    ),
    id: z.string().min(1).optional(),
  })
  .refine(({ below, above }) => (below === undefined) !== (above === undefined), 'give below or above')
  .refine(
    ({ action, retries }) => (action === 'retry') === (retries !== undefined),
    "give retries with action: 'retry', and only then",
  )

/** @throws TypeError for an option that is missing or wrong, and for a limit that the scorer's scores cannot cross. */
function readProcessorOptions(
  scorer: AnyScorer,
  options: ScorerProcessorOptions,
): z.output<typeof optionsSchema> {
  const settings = readOptions('scorerProcessor', optionsSchema, options)
  const { scale, lowerIsBetter } = measureOf(scorer) ?? {}
  const { below, above } = settings
  const fail = (message: string) => new TypeError(`scorerProcessor: ${scorer.id}: ${message}`)
  if (lowerIsBetter === true && below !== undefined) throw fail('lower scores are better: give above')
  if (lowerIsBetter === false && above !== undefined) throw fail('higher scores are better: give below')
  if (below !== undefined && !(below > 0 && below <= (scale ?? Number.POSITIVE_INFINITY)))
    throw fail(`below must be more than 0, and at most the scale${scale === undefined ? '' : `, ${scale}`}`)
  if (above !== undefined && !(above >= 0 && above < (scale ?? Number.POSITIVE_INFINITY)))
    throw fail(`above must be 0 or more, and less than the scale${scale === undefined ? '' : `, ${scale}`}`)
  return settings
}

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

/** An answer that was not let out, until another one comes. */
interface Refused {
  readonly reason: string
  readonly mark: AnswerMark
}

/**
 * An output processor that scores each answer of an agent before it counts as given. Only steps that end in a call of
 * tools are let through. The agent needs `maxProcessorRetries` of `retries` or more: Mastra stops where it wants to ask again and may
 * not.
 *
 * @param scorer Of this package or any other of Mastra's. Its live runs in this process find the judge's answers again.
 * @throws TypeError for an option that is missing or wrong, and for a limit that no score crosses.
 */
export function scorerProcessor(
  scorer: AnyScorer,
  options: ScorerProcessorOptions,
): Processor & Required<Pick<Processor, 'processOutputStep'>> {
  const settings = readProcessorOptions(scorer, options)
  const { below, above, action, retries = 0, withinInMs, onFailure, id = scorer.id } = settings
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

  function said(finding: Finding): string {
    if (finding.score === undefined) return `${scorer.id} has no score: ${finding.failure}`
    const limit = above === undefined ? `below ${below}` : `above ${above}`
    const found = `${scorer.id} is ${Number(finding.score.toFixed(3))}, ${limit}`
    return finding.reason === undefined ? found : `${found}. ${finding.reason}`
  }

  async function processOutputStep(args: ProcessOutputStepArgs) {
    const { messageList, abort, state } = args
    state.refused = undefined
    if (endsInToolCall(args)) return messageList
    const finding = await scoreStep(scorer, run, args, withinInMs)
    const mark: AnswerMark = { scorerId: scorer.id, ...finding }
    if (finding.score === undefined && onFailure === 'open') {
      lastFailure = finding.failure
      warn()
    }
    if (isBad(finding) && (action !== 'mark' || finding.score === undefined)) {
      const asked = Number(state.asked ?? 0)
      // Another answer would have no score either while the judge is away.
      const retry = action === 'retry' && finding.score !== undefined && asked < retries
      state.asked = asked + 1
      state.refused = { reason: said(finding), mark } satisfies Refused
      abort(said(finding), { retry, metadata: mark })
    }
    const answer = messageList.get.response.db().at(-1)
    if (answer && (isBad(finding) || finding.score === undefined))
      answer.content.metadata = {
        ...answer.content.metadata,
        verdict: { ...(answer.content.metadata?.verdict as object), [id]: mark },
      }
    return messageList
  }

  /** Mastra says nothing where `maxSteps` is used up before the model could be asked again. */
  function processOutputResult({ messageList, result, state, abort }: ProcessOutputResultArgs) {
    const refused = state.refused as Refused | undefined
    if (refused && result.finishReason === 'retry')
      abort(`${refused.reason} No step was left for a retry.`, { metadata: refused.mark })
    return messageList
  }

  return {
    id,
    name: `${scorer.name ?? scorer.id} before the answer`,
    processOutputStep,
    processOutputResult,
    __registerMastra(registered: Mastra) {
      mastra = registered
    },
  }
}

type Run = (input: object) => Promise<unknown>

const sharing = new WeakMap<AnyScorer, Run>()
/** An answer is scored live right after it was let out. */
const maxEntries = 1_000

/**
 * A run of the scorer whose judge's answers its live runs find again, in this process: what a processor has paid for
 * is not paid for twice.
 */
function sharedRun(scorer: AnyScorer): Run {
  const known = sharing.get(scorer)
  if (known !== undefined) return known
  const { judgeFor } = judgeCache(memoryCache({ maxEntries }))
  const run = (scorer.run as Run).bind(scorer)
  const remembering: Run = (input) => {
    const around = callSurroundings()
    const remembers = {
      ...around,
      judgeFor: (judge: Parameters<typeof judgeFor>[0]) => judgeFor(around.judgeFor?.(judge) ?? judge),
    }
    return surroundCalls(remembers, () => run(input))
  }
  sharing.set(scorer, remembering)
  const shareLive: Run = (input) =>
    (input as { readonly scoreSource?: string }).scoreSource === 'live' ? remembering(input) : run(input)
  Object.assign(scorer, { run: shareLive })
  return remembering
}

import type { Experimental_DecisionModel, Experimental_DecisionQuestion } from 'ai'
import { noteCredentialsOf } from '../call/credentials.ts'
import { callError, excerpt, messageOf } from '../call/failure.ts'
import { type CallSettings, checkCallSettings, checkCounts, guardedCall } from '../call/guarded-call.ts'
import { callSurroundings } from '../call/surroundings.ts'
import type { Answer, Decision, DecisionRequest, Judge, Question, Questions, Task } from '../contract.ts'
import { JudgeError, type JudgeErrorReason } from '../errors.ts'
import { evidenceOf, noUsage } from '../evidence.ts'

/**
 * The one file that names the AI SDK's experimental decision contract: it may change in a patch release.
 */

export interface DecisionJudgeSettings extends CallSettings {
  /** Default: the model, as 'provider/model'. */
  id?: string
  /** How often a malformed decision is asked for again. Default 1. */
  repairs?: number
}

type AskableModel = Exclude<Experimental_DecisionModel, string>

/** A classifier of Mastra: its model is asked, whatever questions of its own it has. */
interface ClassifierInstance {
  readonly id: string
  readonly model: {
    readonly specificationVersion: string
    readonly provider: string
    readonly modelId: string
    doEvaluate(options: never): PromiseLike<unknown>
  }
  evaluate(options: never): Promise<unknown>
}

/** A decision model of the AI SDK, or a classifier of Mastra. */
export type DecisionModel = AskableModel | ClassifierInstance

const isAskable = (value: unknown): value is AskableModel =>
  typeof value === 'object' && value !== null && ('doDecide' in value || 'doEvaluate' in value)

function askableModel(value: unknown): AskableModel | undefined {
  if (isAskable(value)) return value
  const model =
    typeof value === 'object' && value !== null && 'evaluate' in value && 'model' in value && value.model
  return isAskable(model) ? model : undefined
}

function refuse(): never {
  throw new TypeError('decisionJudge needs a decision model or a classifier')
}

export function isDecisionModel(value: unknown): value is DecisionModel {
  return askableModel(value) !== undefined
}

const usageOf = ({
  usage,
}: {
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }
}) => ({
  inputTokens: usage.inputTokens ?? 0,
  outputTokens: usage.outputTokens ?? 0,
})

/** Each question must stand alone there, so it carries the task and says which unit it is about. */
function toDecisionQuestion(task: Task, id: string, question: Question): Experimental_DecisionQuestion {
  const instructions = `${task.instructions}\n\n${question.instructions}\n\nJudge the unit with the id "${id}".`
  if (question.type === 'boolean') return { type: 'boolean', instructions }
  if (question.type === 'choice') return { type: 'choice', instructions, criteria: { ...question.criteria } }
  return { type: 'score', instructions, criteria: [...question.criteria] }
}

interface ModelAnswer {
  readonly type: string
  readonly choice?: string
  readonly score?: number
  readonly probability?: number
  readonly probabilities?: Readonly<Record<string, number>>
}

function toAnswer({
  type,
  choice = '',
  score = Number.NaN,
  probability = Number.NaN,
  probabilities,
}: ModelAnswer): Answer {
  const grounds = probabilities === undefined ? {} : { probabilities }
  if (type === 'choice') return { type: 'choice', choice, ...grounds }
  if (type === 'score') return { type: 'score', score, ...grounds }
  return { type: 'boolean', verdict: probability >= 0.5, probability, share: probability }
}

const isMalformed = (error: unknown) => error instanceof Error && error.name === 'AI_InvalidResponseDataError'
const isRefusal = (error: unknown) => error instanceof Error && /Refusal/.test(error.name)

/**
 * A judge that asks a decision model of the AI SDK (`openai.decisionModel(…)`, …), or that of a classifier of
 * Mastra. By default a score is made of its probabilities; where the model gives none, of its verdicts.
 *
 * @throws TypeError for settings out of range, and for what is no such model. `decide` rejects with a `JudgeError`,
 *   or with the reason of the signal.
 */
export function decisionJudge(decider: DecisionModel, settings: DecisionJudgeSettings = {}): Judge {
  const model: AskableModel = askableModel(decider) ?? refuse()
  checkCallSettings(settings)
  const name = `${model.provider.split('.')[0]}/${model.modelId}`
  const { id = name, repairs = 1 } = settings
  checkCounts({ repairs }, 0)
  return {
    id,
    model: name,
    weighting: 'share',
    settings: { model: name },
    async decide<const Q extends Questions>({
      task,
      state,
      questions,
      shareRequired,
      signal,
    }: DecisionRequest<Q>) {
      signal?.throwIfAborted()
      const { experimental_decide } = await import('ai')
      await noteCredentialsOf(model)
      const startedAt = performance.now()
      const ids = Object.keys(questions)
      const decisionQuestions = Object.fromEntries(
        Object.entries(questions).map(([key, question]) => [key, toDecisionQuestion(task, key, question)]),
      )
      let calls = 0
      async function call(abortSignal: AbortSignal) {
        calls += 1
        let usage = noUsage
        try {
          const request = { model, state, questions: decisionQuestions, maxRetries: 0, abortSignal }
          const decision = await experimental_decide(request)
          usage = usageOf(decision)
          return decision
        } finally {
          callSurroundings().onCall?.({ model: name, usage })
        }
      }
      async function ask(repairsLeft: number): ReturnType<typeof call> {
        try {
          return await guardedCall(name, call, settings, signal)
        } catch (error) {
          if (isMalformed(error) && repairsLeft > 0) return ask(repairsLeft - 1)
          throw error
        }
      }
      const failed = (reason: JudgeErrorReason, message: string) =>
        new JudgeError({ judge: id, reason, ids, attempts: calls, message })
      const result = await ask(repairs).catch((error: unknown) => {
        if (signal?.aborted) throw error
        if (!isMalformed(error) && !isRefusal(error)) throw callError(id, error, calls, ids)
        throw failed(isRefusal(error) ? 'refused' : 'unanswered', messageOf(error))
      })
      const answers = Object.fromEntries(
        Object.entries(result.answers).map(([key, answer]) => [key, toAnswer(answer)]),
      )
      const graded = Object.values(answers).every((answer) => 'probabilities' in answer || 'share' in answer)
      if (shareRequired && !graded)
        throw failed('configuration', "it gives no probabilities: weigh by verdict (weighting: 'verdict')")
      const warnings = result.warnings.map((warning) => excerpt(JSON.stringify(warning)))
      return {
        answers: answers as Decision<Q>['answers'],
        evidence: evidenceOf(id, task, startedAt, { calls, usage: usageOf(result), warnings }),
      }
    },
  }
}

import { isNotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { JsonObject } from '../judge/contract.ts'
import { mergeEvidence } from '../judge/evidence.ts'
import { toJudge } from '../judge/to-judge.ts'
import { allOrNone } from '../shared/abort.ts'
import { countTurns, getCombinedSystemPrompt, readConversation, readQuestion } from '../transcript/index.ts'
import { explainAlignment } from './alignment/explain-alignment.ts'
import {
  judgeAlignment,
  type PromptSide,
  type PromptToJudge,
  weighScores,
} from './alignment/judge-alignment.ts'
import { alignmentTask } from './alignment/prompt-alignment-questions.ts'
import { requirementsOf } from './alignment/prompt-requirements.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { whyNoQuestion } from './chain/not-scorable.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { answerOf } from './material/answer.ts'
import { unlessAbstained } from './units/judge-units.ts'

/**
 * # Prompt alignment
 *
 * Does the response do what it was asked for? It is judged on the user's prompt, on the system prompt, or on
 * both, each by itself: its *intent*; each of its *requirements*; *completeness*; *appropriateness*, which is
 * the mean of format and tone.
 *
 *     user   = 0.4 · intent + 0.3 · requirements + 0.2 · completeness + 0.1 · appropriateness
 *     system = 0.35 · intent + 0.35 · requirements + 0.15 · completeness + 0.15 · appropriateness
 *     score  = scale · (0.7 · user + 0.3 · system), or scale · user, or scale · system
 *
 * Intent and completeness count 1 for *yes*, 0.5 for *partly* and 0 for *no*; requirements count met / (met +
 * unmet). Where no requirement applies, the others keep their weights among themselves. The weights are those
 * of `@mastra/evals`, which for 'both' judges once and uses the user's weights twice.
 */
export interface PromptAlignmentOptions extends JudgedOptions {
  /**
   * Which prompt the response is judged on. Default 'both': 0.7 of the score for the user's and 0.3 for the
   * system prompt; where a run has only one of them, that one alone.
   */
  evaluationMode?: PromptSide | 'both'
  /**
   * Shows the judge what was said before the user's prompt: the last 10 messages, or as many as `maxMessages`
   * says. Default false.
   */
  includeConversationHistory?: boolean | { maxMessages?: number }
  /** How a prompt becomes requirements. Default 'split', by sentence; 'extracted' takes one call more a prompt. */
  requirements?: 'extracted' | 'split'
}

const factory = 'createPromptAlignmentScorerLLM'
const optionsSchema = z.strictObject({
  ...judgedOptions,
  evaluationMode: z.enum(['user', 'system', 'both']).default('both'),
  includeConversationHistory: z
    .union([z.boolean(), z.strictObject({ maxMessages: z.int().nonnegative().default(10) })])
    .default(false)
    .transform((value) => (typeof value === 'boolean' ? { maxMessages: value ? 10 : 0 } : value)),
  requirements: z.enum(['extracted', 'split']).default('split'),
})

/**
 * Scores how well a response does what its prompts want.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without the prompt that it is judged on, or where
 * the judge abstains; *failed*, with a `JudgeError` as its cause. An empty response scores 0 without a call.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createPromptAlignmentScorerLLM(config: JudgedScorerConfig<PromptAlignmentOptions>) {
  const {
    model,
    options,
    id = 'prompt-alignment',
    name = 'Prompt Alignment',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const {
    scale,
    weighting,
    reason,
    batchSize,
    signal,
    evaluationMode,
    includeConversationHistory: { maxMessages },
    requirements,
  } = readOptions(factory, optionsSchema, options)

  const scorer = judgedScorer({
    id,
    name,
    description: 'How well the response does what the user and the system prompt want',
    model,
    task: alignmentTask,
  })
    .preprocess(async ({ run, tracingContext }) => {
      const question = readQuestion(run.input, run.output)
      const system = getCombinedSystemPrompt(run.input)
      const unpaired = question === undefined && countTurns(run.input, run.output) > 1
      if (evaluationMode === 'system') {
        if (system === '') return notScorable('there is no system prompt')
      } else if (unpaired || (question === undefined && (evaluationMode === 'user' || system === ''))) {
        return notScorable(whyNoQuestion(run))
      }
      const given = { user: question, system: system || undefined }
      const response = answerOf(run.output)
      if (isNotScorable(response)) return response
      const conversation = readConversation(run.input)
        .slice(maxMessages === 0 ? Number.POSITIVE_INFINITY : -maxMessages)
        .map(({ role, text }) => ({ role, text }))
      if (response.trim() === '') return { ...given, conversation, response, prompts: [] }
      const sides = evaluationMode === 'both' ? (['user', 'system'] as const) : [evaluationMode]
      const wanted = sides.flatMap((side) => {
        const prompt = given[side]
        return prompt === undefined ? [] : [{ side, prompt }]
      })
      const tracing = { tracingContext }
      const found = await unlessAbstained(() =>
        allOrNone(
          signal,
          wanted.map(({ side, prompt }) => async (signal: AbortSignal) => {
            const listed = await requirementsOf({ prompt, source: requirements, judge, signal, tracing })
            return { side, prompt, ...listed }
          }),
        ),
      )
      if (isNotScorable(found)) return found
      const evidence = found.flatMap(({ judge }) => judge ?? [])
      return {
        ...given,
        conversation,
        response,
        prompts: found.map(
          ({ side, prompt, requirements }): PromptToJudge => ({ side, prompt, requirements }),
        ),
        ...(evidence.length === 0 ? {} : { judge: mergeEvidence(evidence) }),
      }
    })
    .analyze(({ results, tracingContext }) => {
      const { user, conversation, response, prompts } = results.preprocessStepResult
      const history: JsonObject = conversation.length > 0 ? { conversation } : {}
      return unlessAbstained(() =>
        judgeAlignment({
          judge,
          prompts,
          response,
          material: {
            user: history,
            system: { ...history, ...(user === undefined ? {} : { userMessage: user }) },
          },
          weighting,
          batchSize,
          signal,
          tracing: { tracingContext },
        }),
      )
    })
    .generateScore(({ results }) => {
      const { user, system } = results.analyzeStepResult
      if (user === undefined && system === undefined) return 0
      // In tenths, so that two full scores sum to exactly 1.
      return (
        scale *
        weighScores([
          { score: user?.score, weight: 7 },
          { score: system?.score, weight: 3 },
        ])
      )
    })
    .generateReason(({ results, score, tracingContext }) => {
      const { user } = results.preprocessStepResult
      return explainAlignment({
        judge,
        score,
        scale,
        judged: results.analyzeStepResult,
        style: reason,
        material: user === undefined ? {} : { question: user },
        signal,
        tracing: { tracingContext },
      })
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

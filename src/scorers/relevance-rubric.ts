import { isNotScorable, type NotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { Evidence, ScoreAnswer } from '../judge/contract.ts'
import { decide } from '../judge/decide.ts'
import { toJudge } from '../judge/to-judge.ts'
import { readConversation, readQuestion } from '../transcript/index.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { whyNoQuestion } from './chain/not-scorable.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { answerOf } from './material/answer.ts'
import {
  type ContextOptions,
  type ContextPiece,
  contextById,
  contextOf,
  contextOptions,
} from './material/context.ts'
import { recentTurns } from './material/recent-turns.ts'
import { formatScore } from './reason/reason.ts'
import {
  accuracyQuestion,
  comprehensivenessQuestion,
  contextPrecisionQuestion,
  rubricTask,
  unrelatedQuestion,
} from './rubric/questions.ts'
import { remarksOn } from './rubric/remarks.ts'
import { applyRules, type RubricGrades, type RubricResult, ruleEffects } from './rubric/rules.ts'
import { unlessAbstained } from './units/judge-units.ts'

/**
 * # Relevance rubric
 *
 * Three grades of 0 to 10, each against written levels: accuracy, comprehensiveness and context precision.
 *
 *     score = scale · (accuracy + comprehensiveness + context precision) / 30, rounded to one decimal
 *
 * Rules are applied by code after the judge has answered, whatever it says: without context, context precision is
 * 0; at an accuracy of 2 or less, the other two are at most 4; an answer that is unrelated to question and
 * context gets 0 throughout.
 */
export interface RelevanceRubricOptions extends ContextOptions, Pick<JudgedOptions, 'scale' | 'signal'> {
  /**
   * 'reference' (default): the context is authoritative, omissions and contradictions cost. 'supplementary': it
   * is partial or unofficial, misreadings and key omissions cost.
   */
  contextType?: 'reference' | 'supplementary'
}

const factory = 'createRelevanceRubricScorer'
const optionsSchema = z.strictObject({
  scale: judgedOptions.scale,
  signal: judgedOptions.signal,
  ...contextOptions,
  contextType: z.enum(['reference', 'supplementary']).default('reference'),
})

interface RubricMaterial {
  readonly question: string
  readonly conversation: { role: string; text: string }[]
  /** Empty where the run has none. */
  readonly context: readonly ContextPiece[]
  /** Empty where the agent said nothing. */
  readonly answer: string
  /** What the judge is told about question and context. */
  readonly remarks: string[]
}

/** What the judge said, and what the rules made of it. */
export interface JudgedRubric extends RubricResult {
  /** The judge's grades before the rules; absent for an empty answer. */
  readonly grades?: RubricGrades
  /** Its words on each grade, where it gives any. */
  readonly reasons: Partial<Record<keyof RubricGrades, string>>
  /** How many of all careful readers would call the answer unrelated, 0 to 1, where the judge says so. */
  readonly unrelatedShare?: number
  readonly judge?: Evidence
}

const nothingSaid: JudgedRubric = {
  accuracy: 0,
  comprehensiveness: 0,
  contextPrecision: 0,
  final: 0,
  rules: [],
  reasons: {},
}

/** Levels are whole; a judge may answer between two. */
const gradeOf = (answer: ScoreAnswer) => Math.round(answer.score)

/** The four lines, then the judge's words and the rules as a paragraph. */
function explain(judged: JudgedRubric, score: number, scale: number): string {
  const { accuracy, comprehensiveness, contextPrecision, grades, reasons, rules } = judged
  const outOf = scale === 1 ? '' : ` of ${formatScore(scale)}`
  const said = (name: string, reason: string | undefined) =>
    reason === undefined ? [] : [`${name}: ${reason.replace(/\s+/g, ' ').trim().replace(/\.$/, '')}`]
  const words = [
    ...said('on accuracy', reasons.accuracy),
    ...said('on comprehensiveness', reasons.comprehensiveness),
    ...said('on context precision', reasons.contextPrecision),
  ]
  const sum = `Score ${formatScore(score)}${outOf}: ${accuracy} + ${comprehensiveness} + ${contextPrecision} of 30, to one decimal.`
  return [
    `Accuracy: ${accuracy}`,
    `Comprehensiveness: ${comprehensiveness}`,
    `Context Precision: ${contextPrecision}`,
    `Final: ${formatScore(score)}`,
    [
      sum,
      ...(grades === undefined ? ['The answer says nothing.'] : []),
      ...rules.map((rule) => `Rule: ${ruleEffects[rule]}.`),
      ...(words.length === 0 ? [] : [`The judge ${words.join('; ')}.`]),
    ].join(' '),
  ].join('\n')
}

/**
 * Scores an answer by accuracy, comprehensiveness and context precision.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or where the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createRelevanceRubricScorer(config: JudgedScorerConfig<RelevanceRubricOptions>) {
  const {
    model,
    options,
    id = 'relevance-rubric',
    name = 'Relevance Rubric',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const { scale, signal, contextType, ...contextSource } = readOptions(factory, optionsSchema, options)

  const scorer = judgedScorer({
    id,
    name,
    description: 'Accuracy, comprehensiveness and context precision of the answer, each from 0 to 10',
    model,
    task: rubricTask,
  })
    .preprocess(async ({ run }): Promise<RubricMaterial | NotScorable> => {
      const question = readQuestion(run.input, run.output)
      if (question === undefined) return notScorable(whyNoQuestion(run))
      const answer = answerOf(run.output)
      if (isNotScorable(answer)) return answer
      const conversation = recentTurns(readConversation(run.input))
      const context = await contextOf(run, contextSource)
      const remarks = remarksOn({ question, conversation, context })
      return { question, conversation, context, answer: answer.trim(), remarks }
    })
    .analyze(({ results, tracingContext }) => {
      const { question, conversation, context, answer, remarks } = results.preprocessStepResult
      const hasContext = context.length > 0
      return unlessAbstained(async (): Promise<JudgedRubric> => {
        if (answer === '') return nothingSaid
        const { answers, evidence } = await decide(
          judge,
          {
            task: rubricTask,
            state: {
              question,
              ...(conversation.length > 0 ? { conversation } : {}),
              ...(hasContext ? { contextType, context: contextById(context) } : {}),
              ...(remarks.length > 0 ? { remarks } : {}),
              answer,
            },
            questions: {
              accuracy: accuracyQuestion,
              comprehensiveness: comprehensivenessQuestion,
              contextPrecision: contextPrecisionQuestion,
              unrelated: unrelatedQuestion,
            },
            signal,
          },
          { tracingContext },
        )
        const { accuracy, comprehensiveness, contextPrecision, unrelated } = answers
        const grades = {
          accuracy: gradeOf(accuracy),
          comprehensiveness: gradeOf(comprehensiveness),
          contextPrecision: gradeOf(contextPrecision),
        }
        return {
          ...applyRules(grades, { hasContext, unrelated: unrelated.verdict }),
          grades,
          reasons: {
            accuracy: accuracy.reason,
            comprehensiveness: comprehensiveness.reason,
            contextPrecision: contextPrecision.reason,
          },
          ...(unrelated.share === undefined ? {} : { unrelatedShare: unrelated.share }),
          judge: evidence,
        }
      })
    })
    .generateScore(({ results }) => scale * results.analyzeStepResult.final)
    .generateReason(({ results, score }) => explain(results.analyzeStepResult, score, scale))
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

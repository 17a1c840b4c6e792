import { z } from 'zod/v4'
import type { ScoreAnswer } from '../judge/contract.ts'
import { decide } from '../judge/decide.ts'
import { capitalised } from '../shared/capitalised.ts'
import { isNotScorable } from '../shared/core-evals.ts'
import { formatNumber } from '../shared/format-number.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { contentWords } from '../text/words/words.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { requireAnswer, requireQuestion } from './material/answer.ts'
import {
  type ContextOptions,
  type ContextPiece,
  contextById,
  contextOptions,
  findPassages,
} from './material/context.ts'
import { asClause, stateScore } from './reason/reason.ts'
import {
  accuracyQuestion,
  comprehensivenessQuestion,
  contextPrecisionQuestion,
  rubricTask,
  unrelatedQuestion,
} from './rubric/relevance-questions.ts'
import { applyRules, type RubricGrades, type RubricResult, ruleEffects } from './rubric/rules.ts'
import type { WithEvidence } from './units/judge-units.ts'

/**
 * # Relevance rubric
 *
 * Three grades from 0 to 10, each defined by written levels: accuracy, comprehensiveness and context
 * precision.
 *
 *     score = scale · (accuracy + comprehensiveness + context precision) / 30, rounded to one decimal
 *
 * After the judge has answered, code applies rules that override it: without context, context precision is 0;
 * at an accuracy of 2 or less, the other two are at most 4; an answer that is unrelated to question and
 * context gets 0 throughout.
 */
export interface RelevanceRubricOptions extends ContextOptions, Pick<JudgedOptions, 'scale' | 'signal'> {
  /**
   * 'reference' (default): the context is authoritative, so omissions and contradictions cost points. 'supplementary':
   * it is partial or unofficial, so misreadings and omissions of key points cost points.
   */
  contextType?: 'reference' | 'supplementary'
}

/** The judge's grades after the rules. */
export interface JudgedRubric extends RubricResult, WithEvidence {
  /** The judge's grades before the rules; absent for an empty answer. */
  readonly grades?: RubricGrades
  /** The judge's words on each grade, if it gives any. */
  readonly reasons: Partial<Record<keyof RubricGrades, string>>
  /** The share of careful readers who would call the answer unrelated, 0 to 1, if the judge gives it. */
  readonly unrelatedShare?: number
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
const roundGrade = (answer: ScoreAnswer) => Math.round(answer.score)

const thinContextWords = 6

/** Returns remarks for the judge on properties of question and context that code can detect. */
function remarksOn(question: string, isFirst: boolean, context: readonly ContextPiece[]): string[] {
  const remarks: string[] = []
  if (isFirst && contentWords(question).length === 0)
    remarks.push('The question is ambiguous: it does not name what it is about.')
  const words = context.reduce((sum, { text }) => sum + contentWords(text).length, 0)
  if (context.length > 0 && words < thinContextWords)
    remarks.push('The context is very thin: it holds only a few words.')
  return remarks
}

/** Returns the four lines, then the judge's words and the rules as a paragraph. */
function explain(judged: JudgedRubric, score: number, scale: number): string {
  const { accuracy, comprehensiveness, contextPrecision, grades, reasons, rules } = judged
  const wordsOn = (name: string, reason: string | undefined) =>
    reason === undefined ? [] : [`${name}: ${asClause(reason)}`]
  const words = [
    ...wordsOn('on accuracy', reasons.accuracy),
    ...wordsOn('on comprehensiveness', reasons.comprehensiveness),
    ...wordsOn('on context precision', reasons.contextPrecision),
  ]
  return [
    `Accuracy: ${accuracy}`,
    `Comprehensiveness: ${comprehensiveness}`,
    `Context Precision: ${contextPrecision}`,
    `Final: ${formatNumber(score)}`,
    [
      `${capitalised(stateScore(score, scale))}: ${accuracy} + ${comprehensiveness} + ${contextPrecision} of 30, to one decimal.`,
      ...(grades === undefined ? ['The answer says nothing.'] : []),
      ...rules.map((rule) => `Rule: ${ruleEffects[rule]}.`),
      ...(words.length === 0 ? [] : [`The judge ${words.join('; ')}.`]),
    ].join(' '),
  ].join('\n')
}

const optionsSchema = z.strictObject({
  scale: judgedOptions.scale,
  signal: judgedOptions.signal,
  ...contextOptions,
  contextType: z.enum(['reference', 'supplementary']).default('reference'),
})

const questions = {
  accuracy: accuracyQuestion,
  comprehensiveness: comprehensivenessQuestion,
  contextPrecision: contextPrecisionQuestion,
  unrelated: unrelatedQuestion,
}

function relevanceRubric(config: JudgedScorerConfig<RelevanceRubricOptions>) {
  return judgedScorer(config, {
    factory: 'createRelevanceRubricScorer',
    id: 'relevance-rubric',
    name: 'Relevance Rubric',
    description: 'Accuracy, comprehensiveness and context precision of the answer, each from 0 to 10',
    options: optionsSchema,
    task: rubricTask,

    async read(run, { settings }) {
      const asked = requireQuestion(run)
      if (isNotScorable(asked)) return asked
      const answer = requireAnswer(run.output)
      if (isNotScorable(answer)) return answer
      const context = await findPassages(run, settings)
      const remarks = remarksOn(asked.question, asked.conversation === undefined, context)
      return { ...asked, context, answer: answer.trim(), remarks }
    },

    async judge(material, { judge, settings, signal, tracing }): Promise<JudgedRubric> {
      const { question, conversation, context, answer, remarks } = material
      if (answer === '') return nothingSaid
      const hasContext = context.length > 0
      const request = {
        task: rubricTask,
        state: {
          ...withoutUndefined({ question, conversation }),
          ...(hasContext ? { contextType: settings.contextType, context: contextById(context) } : {}),
          ...(remarks.length > 0 ? { remarks } : {}),
          answer,
        },
        questions,
        signal,
      }
      const { answers, evidence } = await decide(judge, request, tracing)
      const { accuracy, comprehensiveness, contextPrecision, unrelated } = answers
      const grades = {
        accuracy: roundGrade(accuracy),
        comprehensiveness: roundGrade(comprehensiveness),
        contextPrecision: roundGrade(contextPrecision),
      }
      return {
        ...applyRules(grades, { hasContext, unrelated: unrelated.verdict }),
        grades,
        reasons: withoutUndefined({
          accuracy: accuracy.reason,
          comprehensiveness: comprehensiveness.reason,
          contextPrecision: contextPrecision.reason,
        }),
        ...withoutUndefined({ unrelatedShare: unrelated.share }),
        judge: evidence,
      }
    },

    score: ({ final }) => final,
    explain: ({ result, score, settings: { scale } }) => explain(result, score, scale),
  })
}

export interface RelevanceRubricScorer extends ReturnType<typeof relevanceRubric> {}

/**
 * Scores an answer by accuracy, comprehensiveness and context precision.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createRelevanceRubricScorer(
  config: JudgedScorerConfig<RelevanceRubricOptions>,
): RelevanceRubricScorer {
  return relevanceRubric(config)
}

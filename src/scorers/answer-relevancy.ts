import { createScorer, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceAnswer, ChoiceQuestion, Task } from '../judge/contract.ts'
import { decideInBatches } from '../judge/decide-in-batches.ts'
import { JudgeAbstainedError } from '../judge/errors.ts'
import { isModelConfig, type JudgeModel, toJudge } from '../judge/to-judge.ts'
import { readAnswer, readConversation, readQuestion } from '../transcript/index.ts'
import { whyNoQuestion } from './no-question.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './options.ts'
import { composeReason, formatScore } from './reason.ts'
import { recentTurns } from './recent-turns.ts'
import { showPrompts } from './show-prompts.ts'
import { type AnswerStatement, type StatementSource, statementsOf } from './statements.ts'
import { chooseWeighting, creditOf, isCostly, mean, type Weighting } from './weighting.ts'
import { writeReason } from './written-reason.ts'

/**
 * # Answer relevancy
 *
 * Does the answer answer the question? The answer is broken into statements, and each is judged against the
 * question: *yes*, it answers it; *unsure*, it is about it; *no*.
 *
 *     score = scale · (yes + uncertaintyWeight · unsure) / statements
 *
 * It measures relevance, not truth: a wrong answer to the question asked is *unsure*. The measure is that of
 * `@mastra/evals`, whose weight for *unsure* is 0.3.
 */
export interface AnswerRelevancyOptions extends JudgedOptions {
  /** What an unsure statement counts, 0 to 1. Default 0.5. */
  uncertaintyWeight?: number
  /** How the answer becomes statements. Default: 'extracted' where the judge can, else 'split'. */
  statements?: StatementSource
}

export interface AnswerRelevancyConfig {
  /** Who judges: a router string, an AI SDK model, a Mastra model config, a decision model, or a judge. */
  model: JudgeModel
  options?: AnswerRelevancyOptions
  /** Default 'answer-relevancy'. Two configurations side by side need two ids. */
  id?: string
  /** Default 'Answer Relevancy'. */
  name?: string
}

export type RelevancyVerdict = 'yes' | 'unsure' | 'no'

export interface StatementVerdict {
  readonly statement: AnswerStatement
  readonly verdict: RelevancyVerdict
  /** What the statement counts, 0 to 1. */
  readonly credit: number
  /** Of all careful readers, the part (0 to 1) that would say it belongs in the answer. */
  readonly share?: number
  readonly probabilities?: Readonly<Record<RelevancyVerdict, number>>
  /** The judge's words. */
  readonly reason?: string
}

export const relevanceTask: Task = {
  name: 'statement-relevance',
  version: 1,
  instructions: `You judge how well the statements of an answer serve the person who asked. The material has the question, sometimes the earlier conversation that it belongs to, and statements of the answer by id.`,
}

export const relevanceQuestion: ChoiceQuestion<RelevancyVerdict> = {
  type: 'choice',
  instructions: `Does the statement answer the question? Judge each by itself; the others only tell what its words stand for. Being on topic is not enough for yes.`,
  criteria: {
    yes: 'it gives the asker part of what was asked for: the fact, step, reason, choice or explanation, or a condition or caveat that changes it. Someone who wanted the answer would keep it. To a yes/no question, it also is a statement from which the answer follows.',
    unsure:
      'it is about the thing asked and could help, but does not give what was asked: background, a hint, an answer of the right kind to a slightly different question, an honest word that the answer is not known. A direct answer that is plainly wrong is unsure, too.',
    no: 'the asker would not miss it: another subject, general talk that leaves the question untouched, an anecdote, a greeting, an advertisement, a repetition of the question, an error message, an empty statement.',
  },
  share:
    'of 100 careful readers who asked this question, how many would say that the statement belongs in the answer',
}

const optionsSchema = z.strictObject({
  ...judgedOptions,
  uncertaintyWeight: z.number().min(0).max(1).default(0.5),
  statements: z
    .union([
      z.enum(['extracted', 'split']),
      z.custom<Exclude<StatementSource, string>>(
        (value) => typeof value === 'function',
        'must be a function',
      ),
    ])
    .optional(),
})

function toVerdict(
  statement: AnswerStatement,
  { choice, share, probabilities, reason }: ChoiceAnswer<RelevancyVerdict>,
  credit: number,
): StatementVerdict {
  return {
    statement,
    verdict: choice,
    credit,
    ...(share === undefined ? {} : { share }),
    ...(probabilities === undefined ? {} : { probabilities }),
    ...(reason === undefined ? {} : { reason }),
  }
}

/** '2 of 4 statements answer the question (yes), 1 partly (unsure, 0.5 each), 1 not (no)' */
function countVerdicts(
  verdicts: readonly StatementVerdict[],
  uncertaintyWeight: number,
  weighting: Weighting,
): string {
  const count = (verdict: RelevancyVerdict) => verdicts.filter((item) => item.verdict === verdict).length
  const of = `${verdicts.length} statement${verdicts.length === 1 ? '' : 's'}`
  const counts = `${count('yes')} of ${of} ${count('yes') === 1 ? 'answers' : 'answer'} the question (yes), ${count('unsure')} partly (unsure, ${uncertaintyWeight} each), ${count('no')} not (no)`
  return weighting === 'share' ? `the mean share over ${of}; by verdict, ${counts}` : counts
}

/**
 * Scores how much of an answer answers the question.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or where the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createAnswerRelevancyScorer({
  model,
  options,
  id = 'answer-relevancy',
  name = 'Answer Relevancy',
}: AnswerRelevancyConfig) {
  const judge = toJudge(model)
  const { scale, weighting, reason, batchSize, signal, uncertaintyWeight, statements } = readOptions(
    'createAnswerRelevancyScorer',
    optionsSchema,
    options,
  )
  const source = statements ?? (judge.extract === undefined ? 'split' : 'extracted')
  const credits = { yes: 1, unsure: uncertaintyWeight, no: 0 }

  const scorer = createScorer<unknown, unknown, string>({
    id,
    name,
    description: 'How much of the answer answers the question, statement by statement',
    type: 'agent',
    ...(isModelConfig(model) ? { judge: { model, instructions: relevanceTask.instructions } } : {}),
  })
    .preprocess(async ({ run, tracingContext }) => {
      const question = readQuestion(run.input, run.output)
      if (question === undefined) return notScorable(whyNoQuestion(run))
      const answer = readAnswer(run.output)
      const conversation = recentTurns(readConversation(run.input))
      const tracing = { tracingContext }
      const { statements, evidence } = await statementsOf({
        answer,
        question,
        source,
        judge,
        signal,
        tracing,
      })
      return { question, conversation, statements, ...(evidence === undefined ? {} : { judge: evidence }) }
    })
    .analyze(async ({ results, tracingContext }) => {
      const { question, conversation, statements } = results.preprocessStepResult
      if (statements.length === 0) return { verdicts: [], weighting: 'verdict' as const }
      try {
        const { answers, evidence } = await decideInBatches({
          judge,
          task: relevanceTask,
          units: statements.map((statement) => statement.text),
          prefix: 's',
          question: relevanceQuestion,
          state: (units) => ({
            question,
            ...(conversation.length > 0 ? { conversation } : {}),
            statements: units,
          }),
          batchSize,
          shareRequired: weighting === 'share',
          signal,
          tracing: { tracingContext },
        })
        const chosen = chooseWeighting(weighting, judge, answers)
        const verdicts = answers.map((answer, index) =>
          toVerdict(statements[index] as AnswerStatement, answer, creditOf(answer, credits, chosen)),
        )
        return { verdicts, weighting: chosen, judge: evidence }
      } catch (error) {
        if (error instanceof JudgeAbstainedError) return notScorable(error.because)
        throw error
      }
    })
    .generateScore(({ results }) => {
      const { verdicts } = results.analyzeStepResult
      return verdicts.length === 0 ? 0 : scale * mean(verdicts.map((verdict) => verdict.credit))
    })
    .generateReason(async ({ results, score, tracingContext }) => {
      const { verdicts, weighting: chosen } = results.analyzeStepResult
      if (verdicts.length === 0) return composeReason(0, scale, 'the answer says nothing', [])
      const costly = verdicts
        .filter(({ credit }) => isCostly(credit, chosen))
        .map(({ statement, verdict, credit, reason: said }) => ({
          text: statement.text,
          verdict: chosen === 'share' ? `${verdict}, ${formatScore(credit)}` : verdict,
          credit,
          reason: said,
        }))
      const composed = composeReason(score, scale, countVerdicts(verdicts, uncertaintyWeight, chosen), costly)
      if (reason === 'composed') return composed
      const material = {
        question: results.preprocessStepResult.question,
        scale,
        verdicts: verdicts.map(({ statement, verdict, reason: said }) => ({
          statement: statement.text,
          verdict,
          reason: said ?? null,
        })),
      }
      const written = await writeReason({
        judge,
        score,
        composed,
        material,
        signal,
        tracing: { tracingContext },
      })
      return written.reason
    })
  return showPrompts(scorer)
}

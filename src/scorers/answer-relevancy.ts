import { isNotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { type StatementSource, statementMetric, statementSource } from './claims/statements.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { questionOf } from './material/answer.ts'
import { formatScore } from './reason/reason.ts'
import { plural } from './reason/wording.ts'
import type { JudgedUnits } from './units/judge-units.ts'

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

export type RelevancyVerdict = 'yes' | 'unsure' | 'no'

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
  line: { yes: 1, unsure: 0.5, no: 0 },
}

/** '2 of 4 statements answer the question (yes), 1 partly (unsure, 0.5 each), 1 not (no)', without what is none. */
function countVerdicts(
  { verdicts, weighting }: JudgedUnits<RelevancyVerdict>,
  uncertaintyWeight: number,
): string {
  const count = (verdict: RelevancyVerdict) => verdicts.filter((item) => item.verdict === verdict).length
  const statements = plural(verdicts.length, 'statement')
  const verb = count('yes') === 1 || verdicts.length === 1 ? 'answers' : 'answer'
  const worth = weighting === 'share' ? '' : `, ${formatScore(uncertaintyWeight)} each`
  const rest = [
    count('unsure') > 0 ? `${count('unsure')} partly (unsure${worth})` : '',
    count('no') > 0 ? `${count('no')} not (no)` : '',
  ]
  const yes = `${count('yes')} of ${verdicts.length} ${statements} ${verb} the question (yes)`
  return [yes, ...rest].filter(Boolean).join(', ')
}

function answerRelevancy(config: JudgedScorerConfig<AnswerRelevancyOptions>) {
  return unitScorer(config, {
    ...statementMetric,
    factory: 'createAnswerRelevancyScorer',
    id: 'answer-relevancy',
    name: 'Answer Relevancy',
    description: 'How much of the answer answers the question, statement by statement',
    options: z.strictObject({
      ...judgedOptions,
      uncertaintyWeight: z.number().min(0).max(1).default(0.5),
      statements: statementSource.optional(),
    }),
    task: relevanceTask,
    question: relevanceQuestion,
    async read(run, asking) {
      const asked = questionOf(run)
      return isNotScorable(asked) ? asked : statementMetric.read(run, asking)
    },
    credits: ({ uncertaintyWeight }) => ({ yes: 1, unsure: uncertaintyWeight, no: 0 }),
    people: () => ({ arithmetic: 'mean' }),
    result: (judged: JudgedUnits<RelevancyVerdict>) => judged,
    words: { yes: 'an answer', unsure: 'only partly an answer', no: 'no answer to the question' },
    count: (judged, { uncertaintyWeight }) => countVerdicts(judged, uncertaintyWeight),
  })
}

export interface AnswerRelevancyScorer extends ReturnType<typeof answerRelevancy> {}

/**
 * Scores how much of an answer answers the question.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or where the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createAnswerRelevancyScorer(
  config: JudgedScorerConfig<AnswerRelevancyOptions>,
): AnswerRelevancyScorer {
  return answerRelevancy(config)
}

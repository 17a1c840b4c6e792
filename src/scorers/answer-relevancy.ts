import { z } from 'zod/v4'
import type { ChoiceQuestion, Task } from '../judge/contract.ts'
import { isNotScorable } from '../shared/core-evals.ts'
import { type StatementOptions, statementMetric, statementOptions } from './claims/statements.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { unitScorer } from './common/unit-scorer.ts'
import { requireQuestion } from './material/answer.ts'
import { countFound, yesAndNo } from './reason/count-found.ts'

/**
 * # Answer relevancy
 *
 * Does the answer answer the question? The scorer splits the answer into statements and judges each against
 * the question: *yes*, the asker would keep it; *unsure*, it could help; *no*, the asker would not miss it.
 *
 *     score = scale · mean credit of the statements
 *
 * The credit of a statement is the share of careful readers who would keep it: 0.9 and above counts as 1, 0.1
 * and below as 0. If the judge gives no share, the verdict counts 1, `uncertaintyWeight` or 0, as in
 * `@mastra/evals`, whose weight for *unsure* is 0.3. The metric measures relevance, not truth: a wrong answer
 * to the question asked is relevant.
 */
export interface AnswerRelevancyOptions extends JudgedOptions, StatementOptions {
  /** The credit of an unsure statement when verdicts count, 0 to 1. Default 0.5. */
  uncertaintyWeight?: number
}

export const relevanceTask: Task = {
  name: 'statement-relevance',
  version: 2,
  instructions: `You judge how well an answer serves the person who asked. The material has the question, sometimes the earlier conversation, and the answer in statements by id, in their order.`,
}

export const relevanceQuestion: ChoiceQuestion<'yes' | 'unsure' | 'no'> = {
  type: 'choice',
  instructions: `Does the statement answer the question? Read it as a part of the whole answer. What counts is what the asker gets, not whether it is true; to be on topic is not enough for yes.`,
  criteria: {
    yes: 'it gives some of what was asked for: the fact, step, reason, choice, explanation or own experience, or a condition that changes it; or the answer follows from it. The asker would keep it.',
    unsure:
      'it could help, but does not give what was asked: background, a hint, an answer to a slightly different question, a question that the asker must answer first.',
    no: 'the asker would not miss it: another subject, empty talk, a greeting, an advertisement, the question repeated, an error message, a mere “I do not know”.',
  },
  share:
    'of 100 careful readers who asked this question, how many would keep the statement; if it says several things, the part that they would keep',
  line: { yes: 1, unsure: 0.5, no: 0 },
}

const answering = yesAndNo(
  ['answers the question', 'answer the question'],
  ['does not answer the question', 'do not answer the question'],
  ['does not', 'do not'],
)
const withoutLeaning = ({ leans: _, ...group }: (typeof answering)[number]) => group

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
      ...statementOptions,
    }),
    task: relevanceTask,
    question: relevanceQuestion,
    async read(run, asking) {
      const asked = requireQuestion(run)
      return isNotScorable(asked) ? asked : statementMetric.read(run, asking)
    },
    credits: ({ uncertaintyWeight }) => ({ yes: 1, unsure: uncertaintyWeight, no: 0 }),
    people: () => ({ arithmetic: 'mean' }),
    result: (judged) => judged,
    words: { yes: 'answers the question', unsure: 'in doubt', no: 'does not answer the question' },
    count({ verdicts, weighting }) {
      // By verdicts alone, "unsure" is a doubt whatever it counts.
      const isUnsure = ({ verdict }: { readonly verdict: string }) => verdict === 'unsure'
      return weighting === 'verdict'
        ? countFound(verdicts, 'statement', answering.map(withoutLeaning), undefined, isUnsure)
        : countFound(verdicts, 'statement', answering)
    },
  })
}

export interface AnswerRelevancyScorer extends ReturnType<typeof answerRelevancy> {}

/**
 * Scores how much of an answer answers the question.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty answer scores 0 without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 *
 * @example
 * ```ts
 * import { createAnswerRelevancyScorer, embeddedJudge } from 'mastra-verdict'
 *
 * const scorer = createAnswerRelevancyScorer({ model: embeddedJudge() })
 * const { score } = await scorer.run({
 *   input: 'When was the tower finished?',
 *   output: 'The tower was finished in 1889. Our newsletter has the best travel deals.',
 * })
 * console.log(score) // 0.5
 * ```
 */
export function createAnswerRelevancyScorer(
  config: JudgedScorerConfig<AnswerRelevancyOptions>,
): AnswerRelevancyScorer {
  return answerRelevancy(config)
}

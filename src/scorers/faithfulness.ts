import { isNotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { toJudge } from '../judge/to-judge.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { mean } from './chain/weighting.ts'
import { countOf, countUnsupported, judgeClaims, supportTask } from './claims/claim-support.ts'
import { claimsInContext } from './claims/claims-in-context.ts'
import { type StatementSource, statementSource } from './claims/statements.ts'
import { answerOf } from './material/answer.ts'
import { type ContextOptions, contextOptions } from './material/context.ts'
import { explainScore } from './reason/explain-score.ts'
import { unlessAbstained } from './units/judge-units.ts'

/**
 * # Faithfulness
 *
 * Does the context support what the answer claims? The answer is broken into claims, and each is judged against
 * the context: *yes*, supported; *no*, contradicted; *unsure*, not said. A text that claims nothing (*none*) is
 * not counted.
 *
 *     score = scale · yes / (yes + no + unsure)
 *
 * The measure is that of `@mastra/evals`.
 */
export interface FaithfulnessOptions extends JudgedOptions, ContextOptions {
  /** How the answer becomes claims. Default: 'extracted' where the judge can, else 'split'. */
  statements?: StatementSource
}

const factory = 'createFaithfulnessScorer'
const optionsSchema = z.strictObject({
  ...judgedOptions,
  ...contextOptions,
  statements: statementSource.optional(),
})

/**
 * Scores how many claims of an answer its context supports.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* where the answer makes no claims, where there is no
 * context, or where the judge abstains; *failed*, with a `JudgeError` as its cause.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createFaithfulnessScorer(config: JudgedScorerConfig<FaithfulnessOptions>) {
  const {
    model,
    options,
    id = 'faithfulness',
    name = 'Faithfulness',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const { scale, weighting, reason, batchSize, signal, statements, context, contextExtractor } = readOptions(
    factory,
    optionsSchema,
    options,
  )

  const scorer = judgedScorer({
    id,
    name,
    description: 'How many claims of the answer the context supports',
    model,
    task: supportTask,
  })
    .preprocess(async ({ run, tracingContext }) => {
      const text = answerOf(run.output)
      if (isNotScorable(text)) return text
      if (text.trim() === '') return notScorable('the answer is empty')
      return claimsInContext(
        { run, text, source: statements, judge, signal, tracing: { tracingContext } },
        { context, contextExtractor },
      )
    })
    .analyze(({ results, tracingContext }) => {
      const material = results.preprocessStepResult
      const tracing = { tracingContext }
      return unlessAbstained(async () => {
        const judged = await judgeClaims({ ...material, judge, weighting, batchSize, signal, tracing })
        return judged.verdicts.length === 0 ? notScorable('the answer makes no claims') : judged
      })
    })
    .generateScore(
      ({ results }) => scale * mean(results.analyzeStepResult.verdicts.map((verdict) => verdict.credit)),
    )
    .generateReason(({ results, score, tracingContext }) => {
      const judged = results.analyzeStepResult
      const { question } = results.preprocessStepResult
      return explainScore({
        judge,
        score,
        scale,
        judged,
        count: `the context supports ${countOf(judged.verdicts, ['yes'])} (yes), ${countUnsupported(judged.verdicts)}`,
        style: reason,
        material: question === undefined ? {} : { question },
        signal,
        tracing: { tracingContext },
      })
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

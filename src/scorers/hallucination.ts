import { isNotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { toJudge } from '../judge/to-judge.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { mean } from './chain/weighting.ts'
import { countOf, countUnsupported, judgeClaims, supportTask } from './claims/claim-support.ts'
import { type ClaimsInContext, claimsInContext } from './claims/claims-in-context.ts'
import { type StatementSource, statementSource } from './claims/statements.ts'
import { answerOf } from './material/answer.ts'
import { type GetContextOptions, getContextOptions } from './material/context.ts'
import { composeBadness, explainBadness } from './reason/explain-badness.ts'
import { unlessAbstained } from './units/judge-units.ts'

/**
 * # Hallucination
 *
 * How much of what the answer claims is not in the context? The answer is broken into claims, and each is judged
 * against the context: *yes*, supported; *no*, contradicted; *unsure*, not said. The last two are hallucinations.
 * A text that claims nothing (*none*) is not counted. Lower is better.
 *
 *     score = scale · (no + unsure) / (yes + no + unsure)
 *
 * A cautious statement of what the context says is supported, and so is an honest "the documents do not say".
 * The measure is that of `@mastra/evals`; it is 1 − faithfulness, except where there are no claims.
 */
export interface HallucinationOptions extends JudgedOptions, GetContextOptions {
  /** How the answer becomes claims. Default: 'extracted' where the judge can, else 'split'. */
  statements?: StatementSource
}

const factory = 'createHallucinationScorer'
const optionsSchema = z.strictObject({
  ...judgedOptions,
  ...getContextOptions,
  statements: statementSource.optional(),
})

/**
 * Scores how many claims of an answer its context does not support. Lower is better.
 *
 * Outcomes: *scored*, a number in [0, scale], 0 where the answer makes no claims; *not scorable* where there is
 * no context, or where the judge abstains; *failed*, with a `JudgeError` as its cause. An empty answer scores 0
 * without a call to the judge.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createHallucinationScorer(config: JudgedScorerConfig<HallucinationOptions>) {
  const {
    model,
    options,
    id = 'hallucination',
    name = 'Hallucination',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const { scale, weighting, reason, batchSize, signal, statements, context, getContext } = readOptions(
    factory,
    optionsSchema,
    options,
  )

  const scorer = judgedScorer({
    id,
    name,
    description: 'How many claims of the answer the context does not support; lower is better',
    model,
    task: supportTask,
  })
    .preprocess(async ({ run, tracingContext }) => {
      const text = answerOf(run.output)
      if (isNotScorable(text)) return text
      const nothing: ClaimsInContext = { context: [], claims: [] }
      if (text.trim() === '') return nothing
      return claimsInContext(
        { run, text, source: statements, judge, signal, tracing: { tracingContext } },
        { context, getContext },
      )
    })
    .analyze(({ results, tracingContext }) => {
      const material = results.preprocessStepResult
      const tracing = { tracingContext }
      return unlessAbstained(async () => {
        const judged = await judgeClaims({ ...material, judge, weighting, batchSize, signal, tracing })
        const verdicts = judged.verdicts.map((verdict) => ({ ...verdict, credit: 1 - verdict.credit }))
        return { ...judged, verdicts }
      })
    })
    .generateScore(({ results }) => {
      const { verdicts } = results.analyzeStepResult
      return verdicts.length === 0 ? 0 : scale * mean(verdicts.map((verdict) => verdict.credit))
    })
    .generateReason(({ results, score, tracingContext }) => {
      const { verdicts, weighting } = results.analyzeStepResult
      if (verdicts.length === 0) return composeBadness(0, scale, 'the answer makes no claims', [])
      const { question } = results.preprocessStepResult
      return explainBadness({
        judge,
        score,
        scale,
        weighting,
        count: `the context does not support ${countOf(verdicts, ['no', 'unsure'])}: ${countUnsupported(verdicts)}`,
        units: verdicts.map(({ unit, ...verdict }) => ({ text: unit.text, ...verdict })),
        style: reason,
        material: question === undefined ? {} : { question },
        signal,
        tracing: { tracingContext },
      })
    })
  return finishScorer(scorer, { scale, lowerIsBetter: true })
}

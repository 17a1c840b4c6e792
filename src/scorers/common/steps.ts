import { randomUUID } from 'node:crypto'
import {
  createScorer,
  type MastraScorer,
  type NotScorable,
  type ScorerRun,
  type ScorerStepName,
} from '@mastra/core/evals'
import type { Tracing } from '../../judge/decide.ts'
import { isNotScorable, ScorerRunError } from '../../shared/core-evals.ts'
import { isUntraced } from './registered-mastra.ts'
import type { Layer } from './run-layers.ts'

export type OrNotScorable<Value> = Value | NotScorable | Promise<Value | NotScorable>

/** A scorer's config for Mastra, without its steps. */
export type Config = MastraScorer<string, unknown, unknown>['config']

interface StepResults {
  readonly preprocessStepResult?: unknown
  readonly analyzeStepResult?: unknown
  readonly generateScoreStepResult?: unknown
  readonly generateReasonStepResult?: unknown
}

interface StepContext extends Tracing {
  readonly run: ScorerRun
  readonly results: StepResults
  /** Set for the last step only. */
  readonly score: number
}

/** The steps of a scorer, in order. A step that returns "not scorable" ends the run. */
export interface Steps<Material, Result> {
  preprocess(context: StepContext): OrNotScorable<Material>
  analyze(context: StepContext): OrNotScorable<Result>
  generateScore(context: StepContext): number
  generateReason(context: StepContext): string | Promise<string>
}

/**
 * Returns the results of the earlier steps. Mastra removes "not scorable" from their types, which TypeScript cannot do
 * for an unknown type.
 */
export const passedOnAs = <Material, Result>(results: StepResults) => ({
  material: results.preprocessStepResult as Material,
  result: results.analyzeStepResult as Result,
})

export const scorerOfSteps = <Material, Result>(config: Config, steps: Steps<Material, Result>) =>
  createScorer<unknown, unknown, string>(config)
    .preprocess((context) => steps.preprocess(context as StepContext))
    .analyze((context) => steps.analyze(context as StepContext))
    .generateScore((context) => steps.generateScore(context as StepContext))
    .generateReason((context) => steps.generateReason(context as StepContext))

const names = ['preprocess', 'analyze', 'generateScore', 'generateReason'] as const

/**
 * Skips Mastra's workflow engine if nothing traces the run: it takes longer than all the rest of a run whose judge
 * answers from a cache. Only for callers that count failures, because it would also log them.
 */
export const withoutEngine =
  (scorer: object, config: Config, steps: Steps<unknown, unknown>): Layer =>
  (run) =>
  (input, options) =>
    options.throwsFailures && isUntraced(scorer) ? runSteps(config, steps, input) : run(input, options)

/**
 * Does the same as a run of {@link scorerOfSteps} by the engine.
 *
 * @throws ScorerRunError if a step throws.
 */
async function runSteps({ id, prepareRun }: Config, steps: Steps<unknown, unknown>, input: ScorerRun) {
  const { _internal, ...given } = input
  const prepared = prepareRun ? await prepareRun(given) : given
  const run = { ...prepared, runId: prepared.runId || randomUUID() }
  const results: { -readonly [Name in keyof StepResults]: StepResults[Name] } = {}
  const toResult = () => ({
    ...run,
    score: results.generateScoreStepResult as number,
    reason: results.generateReasonStepResult,
    preprocessStepResult: results.preprocessStepResult,
    analyzeStepResult: results.analyzeStepResult,
  })
  const completedSteps: ScorerStepName[] = []
  for (const step of names) {
    try {
      const score = results.generateScoreStepResult as number
      const result = await steps[step]({ run, results, score, tracingContext: {} })
      if (isNotScorable(result)) {
        const { score: _, ...before } = toResult()
        return { ...before, notScorable: { step, reason: result.reason } }
      }
      results[`${step}StepResult`] = result
      completedSteps.push(step)
    } catch (cause) {
      const result = Object.values(results).some((value) => value !== undefined) ? toResult() : undefined
      const failed = { scorerId: id, steps: [...names], failedStep: step, completedSteps, cause }
      throw new ScorerRunError({ ...failed, ...(result && { result }) })
    }
  }
  return toResult()
}

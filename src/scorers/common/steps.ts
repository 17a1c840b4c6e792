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

export type OrNotScorable<Value> = Value | NotScorable | Promise<Value | NotScorable>

/** What Mastra is told of a scorer beside its steps. */
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
  /** For the last step. */
  readonly score: number
}

/** What a scorer does with a run, one after the other. After a step that returns "not scorable" come no others. */
export interface Steps<Material, Result> {
  preprocess(context: StepContext): OrNotScorable<Material>
  analyze(context: StepContext): OrNotScorable<Result>
  generateScore(context: StepContext): number
  generateReason(context: StepContext): string | Promise<string>
}

/**
 * What the steps before have passed on. Mastra takes "not scorable" out of the types of it, which cannot be done to
 * a type unknown.
 */
export const passedOnAs = <Material, Result>(results: StepResults) => ({
  material: results.preprocessStepResult as Material,
  result: results.analyzeStepResult as Result,
})

/** The steps as a scorer of Mastra's. */
export const scorerOfSteps = <Material, Result>(config: Config, steps: Steps<Material, Result>) =>
  createScorer<unknown, unknown, string>(config)
    .preprocess((context) => steps.preprocess(context as StepContext))
    .analyze((context) => steps.analyze(context as StepContext))
    .generateScore((context) => steps.generateScore(context as StepContext))
    .generateReason((context) => steps.generateReason(context as StepContext))

const names = ['preprocess', 'analyze', 'generateScore', 'generateReason'] as const

/**
 * Comes to the same end as a run of {@link scorerOfSteps}, without Mastra's engine for workflows: it takes longer than
 * all else in a run whose judge has answered before. Nothing of it is traced.
 *
 * @throws ScorerRunError where a step throws.
 */
export async function runSteps({ id, prepareRun }: Config, steps: Steps<unknown, unknown>, input: ScorerRun) {
  const { _internal, ...given } = input
  const prepared = prepareRun ? await prepareRun(given) : given
  const run = { ...prepared, runId: prepared.runId || randomUUID() }
  const results: { -readonly [Name in keyof StepResults]: StepResults[Name] } = {}
  const resultOf = () => ({
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
        const { score: _, ...before } = resultOf()
        return { ...before, notScorable: { step, reason: result.reason } }
      }
      results[`${step}StepResult`] = result
      completedSteps.push(step)
    } catch (cause) {
      const result = Object.values(results).some((value) => value !== undefined) ? resultOf() : undefined
      const failed = { scorerId: id, steps: [...names], failedStep: step, completedSteps, cause }
      throw new ScorerRunError({ ...failed, ...(result && { result }) })
    }
  }
  return resultOf()
}

import type { NotScorable } from '@mastra/core/evals'

export type OrNotScorable<Value> = Value | NotScorable | Promise<Value | NotScorable>

interface StepResults {
  readonly preprocessStepResult: unknown
  readonly analyzeStepResult?: unknown
}

/**
 * What the steps before have passed on. Mastra takes "not scorable" out of the types of it, which cannot be done to
 * a type unknown.
 */
export const passedOnAs = <Material, Result>(results: StepResults) => ({
  material: results.preprocessStepResult as Material,
  result: results.analyzeStepResult as Result,
})

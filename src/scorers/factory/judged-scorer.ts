import { createScorer } from '@mastra/core/evals'
import { isModelConfig, type JudgeModel } from '../../judge/to-judge.ts'

/** What every factory of a judged scorer takes. */
export interface JudgedScorerConfig<Options> {
  /** Who judges: a router string, an AI SDK model, a Mastra model config, a decision model, or a judge. */
  model: JudgeModel
  options?: Options
  /** Default: the metric in kebab case. Two configurations side by side need two ids. */
  id?: string
  /** Default: the metric in words. */
  name?: string
}

interface JudgedScorer {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly model: JudgeModel
  /** Shown by Studio as the judge's instructions. */
  readonly instructions: string
}

/** A Mastra scorer to chain steps on, for runs of any shape. Studio shows it as judged where a model judges. */
export function judgedScorer({ id, name, description, model, instructions }: JudgedScorer) {
  return createScorer<unknown, unknown, string>({
    id,
    name,
    description,
    type: 'agent',
    ...(isModelConfig(model) ? { judge: { model, instructions } } : {}),
  })
}

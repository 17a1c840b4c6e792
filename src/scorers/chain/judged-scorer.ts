import { createScorer } from '@mastra/core/evals'
import type { Task } from '../../judge/contract.ts'
import { isJudge, isModelConfig, type JudgeModel } from '../../judge/to-judge.ts'

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
  /** What the judge is asked; Studio shows its instructions. */
  readonly task: Task
}

/** @throws TypeError for a judge that says that it cannot answer the task: every score would fail. */
export function checkTask(scorerId: string, model: JudgeModel, { name }: Task): void {
  if (!isJudge(model) || model.tasks === undefined || model.tasks.includes(name)) return
  throw new TypeError(
    `${scorerId}: the judge ${model.id} cannot answer the task ${name}, only ${model.tasks.join(', ')}: give the scorer another judge, such as 'openai/gpt-5-mini'`,
  )
}

/**
 * A Mastra scorer to chain steps on, for runs of any shape. Studio shows it as judged where a model judges.
 *
 * @throws TypeError for a judge that cannot answer the task.
 */
export function judgedScorer({ id, name, description, model, task }: JudgedScorer) {
  checkTask(id, model, task)
  return createScorer<unknown, unknown, string>({
    id,
    name,
    description,
    type: 'agent',
    ...(isModelConfig(model) ? { judge: { model, instructions: task.instructions } } : {}),
  })
}

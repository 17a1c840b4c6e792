import { type NotScorable, notScorable } from '@mastra/core/evals'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readAnswer, readQuestion } from '../../transcript/index.ts'
import { isReadableOutput } from '../../transcript/readable.ts'
import { type AnyRun, recentTurns, unreadableOutput } from '../material/answer.ts'
import { type ContextPiece, contextById, contextOf } from '../material/context.ts'
import type { Known } from '../units/judge-units.ts'
import type { CriterionUnit } from './rubric-criteria.ts'

/** An output, what it is held against, and what it belongs to. */
export interface RubricMaterial {
  readonly criteria: readonly CriterionUnit[]
  readonly task?: string
  readonly conversation: { role: string; text: string }[]
  readonly context: readonly ContextPiece[]
  /** Empty where the output says nothing. */
  readonly answer: string
}

/** Completion checks put the task and everything said so far into the input. */
function readTask({ input, output }: AnyRun): string | undefined {
  if (typeof input === 'object' && input !== null && 'originalTask' in input) {
    if (typeof input.originalTask === 'string') return input.originalTask
  }
  return readQuestion(input, output)
}

/** Not scorable where there are criteria and nobody can tell what the output says. */
export async function readRubricMaterial(
  run: AnyRun,
  criteria: readonly CriterionUnit[],
): Promise<RubricMaterial | NotScorable> {
  if (criteria.length > 0 && !isReadableOutput(run.output)) return notScorable(unreadableOutput)
  return {
    criteria,
    ...withoutUndefined({ task: readTask(run) }),
    conversation: recentTurns(run.input),
    context: await contextOf(run, {}),
    answer: readAnswer(run.output).trim(),
  }
}

/** What the judge is shown with a batch of criteria. */
export const rubricState = (
  { task, conversation, context, answer: output }: RubricMaterial,
  criteria: { [id: string]: string },
): Known => ({
  task,
  conversation: conversation.length === 0 ? undefined : conversation,
  output,
  context: context.length === 0 ? undefined : contextById(context),
  criteria,
})

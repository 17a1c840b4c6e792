import type { NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { notScorable } from '../../shared/core-evals.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readAnswer, readQuestion } from '../../transcript/index.ts'
import { notBlank } from '../common/options.ts'
import { type AnyRun, recentTurns, whyUnreadable } from '../material/answer.ts'
import { type ContextPiece, contextById, contextOf } from '../material/context.ts'
import type { Known, Unit } from '../units/judge-units.ts'

/** One thing that an output must do. */
export interface RubricCriterion {
  /** Names the criterion in the result. */
  id?: string
  /** What the output must satisfy: 'Has a section with recommendations'. */
  description: string
  /** Whether the score depends on it. Default true. */
  required?: boolean
}

/** A criterion as it is judged. */
export interface CriterionUnit extends Unit {
  readonly id?: string
  /** Whether the score depends on it. */
  readonly required: boolean
}

/** Criteria, or a list of them as text: one a line, list marks are left out, all required. */
export type RubricInput = readonly RubricCriterion[] | string

const criterionSchema = z.strictObject({
  id: z.string().optional(),
  description: notBlank,
  required: z.boolean().optional(),
})

const listMark = /^\s*(?:[-*•]|\d+[.)])(?:\s+\[[ xX]\])?\s+/

/**
 * The criteria of a rubric.
 *
 * @param place Named in the error.
 * @throws TypeError that says what is wrong with the rubric; one without criteria is wrong.
 */
function readRubric(place: string, rubric: unknown): RubricCriterion[] {
  if (typeof rubric === 'string') {
    const lines = rubric.split('\n').map((line) => line.replace(listMark, '').trim())
    const criteria = lines.filter((line) => line !== '').map((description) => ({ description }))
    if (criteria.length === 0) throw new TypeError(`${place}: must hold at least one criterion`)
    return criteria
  }
  const result = z.array(criterionSchema).min(1, 'must hold at least one criterion').safeParse(rubric)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${[place, ...path].join('.')}: ${message}`)
  throw new TypeError(problems.join('; '))
}

function valueIn(source: unknown, key: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined
  if ('get' in source && typeof source.get === 'function') return source.get(key)
  return (source as Record<string, unknown>)[key]
}

/** An empty rubric asks for nothing, as none does. */
function isNoRubric(rubric: unknown): boolean {
  if (typeof rubric === 'string') return rubric.trim() === ''
  return rubric === undefined || rubric === null || (Array.isArray(rubric) && rubric.length === 0)
}

/** If all are optional, all count. */
function toUnits(criteria: readonly RubricCriterion[]): CriterionUnit[] {
  const allOptional = criteria.every(({ required }) => required === false)
  return criteria.map(({ id, description, required = true }) => ({
    ...withoutUndefined({ id }),
    text: description,
    required: required || allOptional,
  }))
}

/**
 * Reads the criteria of a run: the given ones; or without any, those under its key `rubric`, in its request
 * context, else its additional context, else its input. An empty text or list counts as none.
 *
 * @param place Named in the error for the given ones.
 * @throws TypeError for something that is no rubric; of a run when it is read.
 */
export function criteriaReader(
  place: string,
  given: unknown,
): (run: {
  readonly input?: unknown
  readonly requestContext?: unknown
  readonly additionalContext?: unknown
}) => CriterionUnit[] {
  if (!isNoRubric(given)) {
    const fixed = toUnits(readRubric(place, given))
    return () => fixed
  }
  return ({ requestContext, additionalContext, input }) => {
    const rubric = [requestContext, additionalContext, input]
      .map((source) => valueIn(source, 'rubric'))
      .find((value) => !isNoRubric(value))
    return rubric === undefined ? [] : toUnits(readRubric('the rubric of the run', rubric))
  }
}

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
  const unreadable = whyUnreadable(run.output)
  if (criteria.length > 0 && unreadable !== undefined) return notScorable(unreadable)
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

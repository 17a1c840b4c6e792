import type { NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { isNotScorable } from '../../shared/core-evals.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { readAnswer, readQuestion } from '../../transcript/index.ts'
import { notBlank } from '../common/options.ts'
import { type AnyRun, recentTurns, requireAnswer } from '../material/answer.ts'
import { type ContextPiece, contextById, findContext } from '../material/context.ts'
import type { RunMaterial, Unit } from '../units/judge-units.ts'

/** One criterion for an output. */
export interface RubricCriterion {
  /** Names the criterion in the result. */
  id?: string
  /** The requirement: 'Has a section with recommendations'. */
  description: string
  /** Whether the score depends on it. Default true. */
  required?: boolean
}

export interface CriterionUnit extends Unit {
  readonly id?: string
  /** Whether the score depends on it. */
  readonly required: boolean
}

/** Criteria, or a text with one per line: list marks are removed, and all are required. */
export type RubricInput = readonly RubricCriterion[] | string

const criterionSchema = z.strictObject({
  id: z.string().optional(),
  description: notBlank,
  required: z.boolean().optional(),
})

const listMark = /^\s*(?:[-*•]|\d+[.)])(?:\s+\[[ xX]\])?\s+/

/**
 * Returns the criteria of a rubric.
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

/** Returns whether there is no rubric: an empty one counts as none. */
function isNoRubric(rubric: unknown): boolean {
  if (typeof rubric === 'string') return rubric.trim() === ''
  return rubric === undefined || rubric === null || (Array.isArray(rubric) && rubric.length === 0)
}

/** Makes all criteria required if all are optional. */
function toUnits(criteria: readonly RubricCriterion[]): CriterionUnit[] {
  const allOptional = criteria.every(({ required }) => required === false)
  return criteria.map(({ id, description, required = true }) => ({
    ...withoutUndefined({ id }),
    text: description,
    required: required || allOptional,
  }))
}

/**
 * Returns a reader of a run's criteria: the given ones; or without any, the `rubric` in its request context, else its
 * additional context, else its input. An empty text or list counts as none.
 *
 * @param place Named in the error for the given ones.
 * @throws TypeError for a malformed rubric; for one from a run, when that run is read.
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

export interface RubricMaterial {
  readonly criteria: readonly CriterionUnit[]
  readonly task?: string
  readonly conversation: { role: string; text: string }[]
  readonly context: readonly ContextPiece[]
  /** Empty if the output says nothing. */
  readonly answer: string
}

/** Returns the task. Completion checks put it and the conversation so far into the input. */
function readTask({ input, output }: AnyRun): string | undefined {
  if (typeof input === 'object' && input !== null && 'originalTask' in input) {
    if (typeof input.originalTask === 'string') return input.originalTask
  }
  return readQuestion(input, output)
}

/** Reads the material of a run; not scorable if there are criteria and the output cannot be read. */
export async function readRubricMaterial(
  run: AnyRun,
  criteria: readonly CriterionUnit[],
): Promise<RubricMaterial | NotScorable> {
  const answer = requireAnswer(run.output)
  if (criteria.length > 0 && isNotScorable(answer)) return answer
  return {
    criteria,
    ...withoutUndefined({ task: readTask(run) }),
    conversation: recentTurns(run.input),
    context: await findContext(run, {}),
    answer: readAnswer(run.output).trim(),
  }
}

/** The material that the judge sees with a batch of criteria. */
export const rubricState = (
  { task, conversation, context, answer: output }: RubricMaterial,
  criteria: { [id: string]: string },
): RunMaterial => ({
  task,
  conversation: conversation.length === 0 ? undefined : conversation,
  output,
  context: context.length === 0 ? undefined : contextById(context),
  criteria,
})

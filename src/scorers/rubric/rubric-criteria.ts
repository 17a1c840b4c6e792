import { z } from 'zod/v4'

/** One thing that an output must do. */
export interface RubricCriterion {
  /** Names the criterion in the result. */
  id?: string
  /** What the output must satisfy: 'Has a section with recommendations'. */
  description: string
  /** Whether the score depends on it. Default true. */
  required?: boolean
}

/** Criteria, or a list of them as text: one a line, list marks are left out, all required. */
export type RubricInput = readonly RubricCriterion[] | string

const criterionSchema = z.strictObject({
  id: z.string().optional(),
  description: z.string().refine((text) => text.trim() !== '', 'must not be blank'),
  required: z.boolean().optional(),
})

const listMark = /^\s*(?:[-*•]|\d+[.)])(?:\s+\[[ xX]\])?\s+/

/**
 * The criteria of a rubric.
 *
 * @param place Named in the error.
 * @throws TypeError that says what is wrong with the rubric; one without criteria is wrong.
 */
export function readRubric(place: string, rubric: unknown): RubricCriterion[] {
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

interface RubricRun {
  readonly input?: unknown
  readonly requestContext?: unknown
  readonly additionalContext?: unknown
}

/** An empty rubric asks for nothing, as none does. */
export function isNoRubric(rubric: unknown): boolean {
  if (typeof rubric === 'string') return rubric.trim() === ''
  return rubric === undefined || rubric === null || (Array.isArray(rubric) && rubric.length === 0)
}

/**
 * The criteria that come with a run under the key `rubric`: in its request context, else its additional
 * context, else its input. undefined where there are none: an empty text or list counts as none.
 *
 * @throws TypeError for something under that key which is no rubric.
 */
export function rubricOfRun({ requestContext, additionalContext, input }: RubricRun) {
  const rubric = [requestContext, additionalContext, input]
    .map((source) => valueIn(source, 'rubric'))
    .find((value) => !isNoRubric(value))
  return rubric === undefined ? undefined : readRubric('the rubric of the run', rubric)
}

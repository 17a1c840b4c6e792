import type { ExpectedStep, Trajectory, TrajectoryExpectation } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { AnyRun } from '../material/answer.ts'

/**
 * What a run is expected to do: a whole trajectory, or steps to match. A step matches by its name and, where
 * the expected one has them, by its type and the other fields.
 */
export type ExpectedTrajectory = Trajectory | readonly ExpectedStep[]

const count = z.number().nonnegative()
const names = z.array(z.string().min(1))

const step: z.ZodType = z.looseObject({
  name: z.string().min(1),
  stepType: z.string().optional(),
  // A trajectory has steps under its steps, an expectation has what is expected of them.
  children: z.lazy(() => z.unknown().superRefine(checkChildren)).optional(),
})
const steps = z.array(step)
/** What a recorded trajectory has beside its steps. */
const recorded = {
  totalDurationMs: z.number().optional(),
  rawOutput: z.unknown().optional(),
  rawWorkflowResult: z.unknown().optional(),
}
const trajectorySchema = z.strictObject({ ...recorded, steps })
export const comparisonShape = {
  ordering: z.enum(['strict', 'relaxed', 'unordered']).optional(),
  allowRepeatedSteps: z.boolean().optional(),
}
const expectationSchema = z.strictObject({
  ...recorded,
  ...comparisonShape,
  steps: steps.optional(),
  maxSteps: count.optional(),
  maxTotalTokens: count.optional(),
  maxTotalDurationMs: count.optional(),
  noRedundantCalls: z.boolean().optional(),
  blacklistedTools: names.optional(),
  blacklistedSequences: z.array(names.min(1)).optional(),
  maxRetriesPerTool: count.optional(),
})

function checkChildren(children: unknown, context: z.RefinementCtx): void {
  const schema = Array.isArray(children) ? steps : expectationSchema
  for (const issue of schema.safeParse(children).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
  }
}

function parse(place: string, schema: z.ZodType, value: unknown): void {
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${place}: must be a trajectory or a list of steps, each with a name`)
  const { error } = (Array.isArray(value) ? steps : schema).safeParse(value)
  if (error === undefined) return
  const problems = error.issues.map(({ path, message }) => `${[place, ...path].join('.')}: ${message}`)
  throw new TypeError(problems.join('; '))
}

/** What only measures a step (its duration, its metadata), or was recorded under it, is expected of none. */
export function toExpected(steps: readonly ExpectedStep[]): ExpectedStep[] {
  return steps.map((step) => {
    const { durationMs: _, metadata: __, children, ...rest } = step as ExpectedStep & Trajectory['steps'][0]
    const isRecorded = children === undefined || Array.isArray(children)
    return (isRecorded ? rest : { ...rest, children }) as ExpectedStep
  })
}

/**
 * The steps of an expected trajectory, or undefined where there is none.
 *
 * @param place Named in the error.
 * @throws TypeError that says what is wrong with it.
 */
export function readExpectedSteps(
  place: string,
  expected: ExpectedTrajectory | undefined,
): readonly ExpectedStep[] | undefined {
  if (expected === undefined) return undefined
  parse(place, trajectorySchema, expected)
  return toExpected('steps' in expected ? (expected.steps as ExpectedStep[]) : expected)
}

/**
 * All that is expected of a trajectory; an empty object where nothing is. A list is one of expected steps.
 *
 * @param place Named in the error.
 * @throws TypeError that says what is wrong with it.
 */
export function readExpectation(place: string, given: unknown): TrajectoryExpectation {
  if (given === undefined || given === null) return {}
  parse(place, expectationSchema, given)
  const expected = given as TrajectoryExpectation | readonly ExpectedStep[]
  const { steps, ...rest } = 'length' in expected ? { steps: expected } : expected
  return { ...withoutUndefined(rest), ...(steps === undefined ? {} : { steps: toExpected(steps) }) }
}

/** As {@link readExpectation}, of what came with a run. */
export function expectationOfRun({ expectedTrajectory }: AnyRun): TrajectoryExpectation {
  return readExpectation("the run's expectedTrajectory", expectedTrajectory)
}

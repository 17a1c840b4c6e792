import type { ExpectedStep, Trajectory, TrajectoryExpectation } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { AnyRun } from '../material/answer.ts'

/**
 * The expected steps of a run: a whole trajectory, or steps to match. A step matches by its name and by the type and
 * other fields that the expected one has.
 */
export type ExpectedTrajectory = Trajectory | readonly ExpectedStep[]

const count = z.number().nonnegative()
const names = z.array(z.string().min(1))

const step: z.ZodType = z.looseObject({
  name: z.string().min(1),
  stepType: z.string().optional(),
  // In a trajectory these are steps; in an expectation they are expectations.
  children: z.lazy(() => z.unknown().superRefine(checkChildren)).optional(),
})
const steps = z.array(step)
/** The fields of a recorded trajectory besides its steps. */
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

/** Drops measurements (duration, metadata) and recorded children: they are not expectations. */
export function toExpected(steps: readonly ExpectedStep[]): ExpectedStep[] {
  return steps.map((step) => {
    const { durationMs: _, metadata: __, children, ...rest } = step as ExpectedStep & Trajectory['steps'][0]
    const isRecorded = children === undefined || Array.isArray(children)
    return (isRecorded ? rest : { ...rest, children }) as ExpectedStep
  })
}

/**
 * Returns the steps of an expected trajectory, or undefined if there is none.
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
 * Returns all expectations for a trajectory, empty if there are none. A list is one of expected steps.
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

/** Like {@link readExpectation}, for the expectation that comes with a run. */
export function expectationOfRun({ expectedTrajectory }: AnyRun): TrajectoryExpectation {
  return readExpectation("the run's expectedTrajectory", expectedTrajectory)
}

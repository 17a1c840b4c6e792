import {
  createScorer,
  type ExpectedStep,
  type NotScorable,
  notScorable,
  type TrajectoryComparisonOptions,
  type TrajectoryExpectation,
  type TrajectoryStep,
} from '@mastra/core/evals'
import { z } from 'zod/v4'
import { setMeasure } from './factory/measure.ts'
import { readOptions } from './factory/options.ts'
import { formatScore } from './reason/reason.ts'
import { compareSteps, type TrajectoryComparison } from './trajectory/compare-trajectories.ts'
import { type ExpectedTrajectory, expectedStepsOf, stepsOf } from './trajectory/trajectory-steps.ts'

/**
 * # Trajectory accuracy, by code
 *
 * Did a run take the expected steps?
 *
 *     score = expected steps that were taken / expected steps
 *
 * in order with gaps ('relaxed'), in any order ('unordered'), or all or nothing ('strict'). The definitions
 * are those of `@mastra/evals`; see {@link compareSteps}.
 */
export interface TrajectoryAccuracyCodeConfig {
  /** For every run. Comes before `expectedTrajectory` of the run. */
  expectedTrajectory?: ExpectedTrajectory
  /** The run's own `ordering` and `allowRepeatedSteps` come before these. */
  comparisonOptions?: TrajectoryComparisonOptions
  /** Default 'trajectory-accuracy-code'. */
  id?: string
  /** Default 'Trajectory Accuracy'. */
  name?: string
}

export interface ComparedTrajectory {
  readonly steps: readonly TrajectoryStep[]
  readonly expectedSteps: readonly ExpectedStep[]
  readonly actualStepNames: readonly string[]
  readonly expectedStepNames: readonly string[]
  readonly ordering: 'strict' | 'relaxed' | 'unordered'
  readonly comparison: TrajectoryComparison
}

const step = z.looseObject({ name: z.string().min(1) })
export const expectedTrajectorySchema = z
  .union([z.array(step), z.looseObject({ steps: z.array(step) })], {
    error: 'must be a trajectory or a list of steps, each with a name',
  })
  .optional()
const configSchema = z.strictObject({
  expectedTrajectory: expectedTrajectorySchema,
  comparisonOptions: z
    .strictObject({
      ordering: z.enum(['strict', 'relaxed', 'unordered']).default('relaxed'),
      allowRepeatedSteps: z.boolean().default(true),
    })
    .prefault({}),
})

/** What a run is expected to do: what the scorer was made with, else what came with the run. */
export function resolveExpected(
  fixed: ExpectedTrajectory | undefined,
  run: { readonly expectedTrajectory?: TrajectoryExpectation },
): readonly ExpectedStep[] | undefined {
  return fixed === undefined ? run.expectedTrajectory?.steps : expectedStepsOf(fixed)
}

function composeComparison(
  score: number,
  { comparison, ordering, actualStepNames }: ComparedTrajectory,
): string {
  const { matchedSteps, totalExpectedSteps, missingSteps, outOfOrderSteps, extraSteps, repeatedSteps } =
    comparison
  const how = { strict: ', exactly', relaxed: ' in order', unordered: ' in any order' }[ordering]
  const lists = [
    ['missing', missingSteps],
    ['taken at another place', outOfOrderSteps],
    ['not expected', extraSteps],
    ['repeated', repeatedSteps],
  ] as const
  const told = lists.filter(([, names]) => names.length > 0)
  const details = told.map(([what, names]) => `${what}: ${names.join(', ')}`).join('; ')
  const taken = actualStepNames.length === 0 ? 'none' : actualStepNames.join(', ')
  return `Score ${formatScore(score)}: ${matchedSteps} of ${totalExpectedSteps} expected steps were taken (compared${how}); the steps were ${taken}.${details === '' ? '' : ` ${details[0]?.toUpperCase()}${details.slice(1)}.`}`
}

/**
 * Scores whether a run took the expected steps, without a judge.
 *
 * Outcomes: *scored*, a number in [0, 1]; *not scorable* where nothing is expected, neither by the scorer nor
 * by the run. An empty list of expected steps expects that none is taken.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTrajectoryAccuracyScorerCode({
  expectedTrajectory,
  comparisonOptions,
  id = 'trajectory-accuracy-code',
  name = 'Trajectory Accuracy',
}: TrajectoryAccuracyCodeConfig = {}) {
  const { comparisonOptions: defaults } = readOptions('createTrajectoryAccuracyScorerCode', configSchema, {
    expectedTrajectory,
    comparisonOptions,
  } as z.input<typeof configSchema>)

  const scorer = createScorer({
    id,
    name,
    description: 'Whether a run took the expected steps',
    type: 'trajectory',
  })
    .preprocess(({ run }): ComparedTrajectory | NotScorable => {
      const expectedSteps = resolveExpected(expectedTrajectory, run)
      if (expectedSteps === undefined) return notScorable('there is no expected trajectory')
      const steps = stepsOf(run.output, new Set(expectedSteps.map(({ stepType }) => stepType)))
      const ordering = run.expectedTrajectory?.ordering ?? defaults.ordering
      const allowRepeatedSteps = run.expectedTrajectory?.allowRepeatedSteps ?? defaults.allowRepeatedSteps
      return {
        steps,
        expectedSteps,
        actualStepNames: steps.map((step) => step.name),
        expectedStepNames: expectedSteps.map((step) => step.name),
        ordering,
        comparison: compareSteps(steps, expectedSteps, { ordering, allowRepeatedSteps }),
      }
    })
    .generateScore(({ results }) => results.preprocessStepResult.comparison.score)
    .generateReason(({ results, score }) => composeComparison(score, results.preprocessStepResult))
  return setMeasure(scorer, { scale: 1, lowerIsBetter: false })
}

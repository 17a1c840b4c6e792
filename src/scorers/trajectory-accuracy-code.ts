import type { TrajectoryComparisonOptions } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { capitalised } from '../shared/capitalised.ts'
import { notScorable } from '../shared/core-evals.ts'
import { codeScorer } from './common/code-scorer.ts'
import { type ScorerConfig, scorerConfig } from './common/options.ts'
import { whyCallsAreUnknown } from './material/answer.ts'
import { plural } from './reason/count-found.ts'
import { stateScore } from './reason/reason.ts'
import { compareSteps, type TrajectoryComparison } from './trajectory/compare-trajectories.ts'
import {
  comparisonShape,
  type ExpectedTrajectory,
  expectationOfRun,
  readExpectedSteps,
} from './trajectory/expected-trajectory.ts'
import { listSteps } from './trajectory/explain-trajectory.ts'
import { isTrajectory, readSteps } from './trajectory/trajectory-steps.ts'

/**
 * # Trajectory accuracy, by code
 *
 * Did a run take the expected steps?
 *
 *     score = expected steps that were taken / expected steps
 *
 * Steps match in order with gaps ('relaxed'), in any order ('unordered'), or at their exact position
 * ('strict', where surplus steps cost points, too). The definitions are those of `@mastra/evals`; see
 * {@link compareSteps}.
 */
export interface TrajectoryAccuracyCodeConfig extends ScorerConfig {
  /** For every run. Takes precedence over `expectedTrajectory` of the run. */
  expectedTrajectory?: ExpectedTrajectory
  /** The run's own `ordering` and `allowRepeatedSteps` take precedence over these. */
  comparisonOptions?: TrajectoryComparisonOptions
}

function composeComparison(
  score: number,
  {
    comparison,
    ordering,
    actualStepNames,
  }: {
    readonly comparison: TrajectoryComparison
    readonly ordering: 'strict' | 'relaxed' | 'unordered'
    readonly actualStepNames: readonly string[]
  },
): string {
  const { matchedSteps, totalExpectedSteps } = comparison
  const how = { strict: ' exactly', relaxed: ' in order', unordered: ' in any order' }[ordering]
  const details = listSteps(comparison)
  const taken = actualStepNames.length === 0 ? 'none' : actualStepNames.join(', ')
  const lacking = details === '' ? '' : `${capitalised(details)}. `
  return `${lacking}${capitalised(stateScore(score, 1))}: ${matchedSteps} of ${totalExpectedSteps} expected ${plural(totalExpectedSteps, 'step was', 'steps were')} taken (compared${how}); the steps were ${taken}.`
}

/** The docs of `@mastra/evals` name an option that its types do not have. */
const hintAtOrdering: z.core.$ZodErrorMap = ({ code, keys }) =>
  code === 'unrecognized_keys' && (keys as readonly string[]).includes('strictOrder')
    ? `Unrecognized key: "strictOrder": use ordering: 'strict'`
    : undefined

function trajectoryAccuracyCode(config: TrajectoryAccuracyCodeConfig) {
  const factory = 'createTrajectoryAccuracyScorerCode'
  const fixed = readExpectedSteps(`${factory}: expectedTrajectory`, config.expectedTrajectory)
  return codeScorer(config, {
    factory,
    id: 'trajectory-accuracy-code',
    name: 'Trajectory Accuracy',
    description: 'Whether a run took the expected steps',
    type: 'trajectory',
    config: z.strictObject({
      ...scorerConfig,
      expectedTrajectory: z.unknown().optional(),
      comparisonOptions: z.strictObject(comparisonShape, { error: hintAtOrdering }).default({}),
    }),
    read(run, { comparisonOptions: defaults }) {
      const expectation = expectationOfRun(run)
      const expectedSteps = fixed ?? expectation.steps
      if (expectedSteps === undefined) return notScorable('there is no expected trajectory')
      const unknown = isTrajectory(run.output) ? undefined : whyCallsAreUnknown(run.output)
      if (unknown !== undefined) return notScorable(unknown)
      const steps = readSteps(run.output, expectedSteps)
      const ordering = expectation.ordering ?? defaults.ordering ?? 'relaxed'
      const allowRepeatedSteps = expectation.allowRepeatedSteps ?? defaults.allowRepeatedSteps ?? true
      // The fields of `@mastra/evals`, and `ordering`.
      return {
        actualTrajectory: { steps },
        expectedTrajectory: { steps: expectedSteps },
        actualStepNames: steps.map((step) => step.name),
        expectedStepNames: expectedSteps.map((step) => step.name),
        ordering,
        comparison: compareSteps(steps, expectedSteps, { ordering, allowRepeatedSteps }),
      }
    },
    score: (_, { comparison }) => comparison.score,
    explain: (_, compared, score) => composeComparison(score, compared),
  })
}

export interface TrajectoryAccuracyScorerCode extends ReturnType<typeof trajectoryAccuracyCode> {}

/**
 * Scores whether a run took the expected steps, without a judge.
 *
 * Outcomes: *scored*, a number in [0, 1]; *not scorable* if neither the scorer nor the run expects anything, or if the
 * output does not show its steps; *failed*, with a `TypeError`, for a malformed expected trajectory of the run. An
 * empty list of expected steps expects that the run takes none.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTrajectoryAccuracyScorerCode(
  config: TrajectoryAccuracyCodeConfig = {},
): TrajectoryAccuracyScorerCode {
  return trajectoryAccuracyCode(config)
}

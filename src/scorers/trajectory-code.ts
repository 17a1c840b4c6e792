import type { NotScorable, TrajectoryExpectation } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { notScorable } from '../shared/core-evals.ts'
import { codeScorer } from './common/code-scorer.ts'
import { type ScorerConfig, scorerConfig } from './common/options.ts'
import { whyCallsAreUnknown } from './material/answer.ts'
import {
  type EvaluatedTrajectory,
  evaluateTrajectory,
  type TrajectoryWeights,
  UnscorableTrajectory,
} from './trajectory/evaluate-trajectory.ts'
import { expectationOfRun, readExpectation } from './trajectory/expected-trajectory.ts'
import { explainTrajectory } from './trajectory/explain-trajectory.ts'
import { isTrajectory, readSteps } from './trajectory/trajectory-steps.ts'

/**
 * # Trajectory, by code
 *
 * Did a run take the expected steps, within its budgets, without forbidden tools, and without useless
 * retries?
 *
 *     score = Σ weight · dimension / Σ weight, over the dimensions with an expectation
 *
 * The score is 0 if the run did anything forbidden. If expected steps have expectations for the steps under
 * them, the score is 0.7 of that and 0.3 of the mean of theirs. The dimensions and weights are those of
 * `@mastra/evals`.
 */
export interface TrajectoryCodeConfig extends ScorerConfig {
  /** For every run; the run's own expectations take precedence, field by field. */
  defaults?: TrajectoryExpectation
  /** Default `{ accuracy: 0.4, efficiency: 0.3, toolFailures: 0.2, blacklist: 0.1 }`; each at least 0. */
  weights?: Partial<TrajectoryWeights>
}

const weight = (value: number) => z.number().nonnegative().default(value)
const configSchema = z.strictObject({
  ...scorerConfig,
  defaults: z.unknown().optional(),
  weights: z
    .strictObject({
      accuracy: weight(0.4),
      efficiency: weight(0.3),
      toolFailures: weight(0.2),
      blacklist: weight(0.1),
    })
    .prefault({}),
})

function trajectoryCode(config: TrajectoryCodeConfig) {
  const factory = 'createTrajectoryScorerCode'
  const defaults = readExpectation(`${factory}: defaults`, config.defaults)
  return codeScorer(config, {
    factory,
    id: 'trajectory-code',
    name: 'Trajectory',
    description: 'Whether a run took the expected steps, within its limits',
    type: 'trajectory',
    config: configSchema,
    /** @returns The expectations of a run, and how it met them. */
    read(run, { weights }): (EvaluatedTrajectory & { readonly config: TrajectoryExpectation }) | NotScorable {
      const expectation = { ...defaults, ...expectationOfRun(run) }
      const unknown = isTrajectory(run.output) ? undefined : whyCallsAreUnknown(run.output)
      if (unknown !== undefined) return notScorable(unknown)
      const trajectory = isTrajectory(run.output) ? run.output : { steps: readSteps(run.output) }
      try {
        return { ...evaluateTrajectory(trajectory, expectation, weights), config: expectation }
      } catch (error) {
        if (error instanceof UnscorableTrajectory) return notScorable(error.message)
        throw error
      }
    },
    score: (_, { score }) => score,
    explain: (_, scored, score) => explainTrajectory(score, scored),
  })
}

export interface TrajectoryScorerCode extends ReturnType<typeof trajectoryCode> {}

/**
 * Scores a run's trajectory in up to four dimensions, without a judge.
 *
 * Outcomes: *scored*, a number in [0, 1]; *not scorable* if nothing is expected, if the output does not show its steps,
 * or if there is a limit on tokens or time and the trajectory has no measurements of them;
 * *failed*, with a `TypeError`, for a malformed expectation of the run.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTrajectoryScorerCode(config: TrajectoryCodeConfig = {}): TrajectoryScorerCode {
  return trajectoryCode(config)
}

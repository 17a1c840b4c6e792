import { z } from 'zod/v4'
import { notScorable } from '../shared/core-evals.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { computeMean } from '../statistics/mean.ts'
import { countTurns, readAnswer } from '../transcript/index.ts'
import { readAsked } from '../transcript/question.ts'
import { isReadableInput } from '../transcript/readable-shapes.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { recentTurns, whyCallsAreUnknown, whyNoQuestion } from './material/answer.ts'
import { shortJson } from './material/tool-calls.ts'
import {
  type ExpectedTrajectory,
  expectationOfRun,
  readExpectedSteps,
} from './trajectory/expected-trajectory.ts'
import { judgeTrajectory } from './trajectory/judge-trajectory.ts'
import { explainJudged } from './trajectory/judged-trajectory.ts'
import { trajectoryTask } from './trajectory/trajectory-questions.ts'
import { isTrajectory, readSteps } from './trajectory/trajectory-steps.ts'

/**
 * # Trajectory accuracy, judged
 *
 * Did a run go about its task well? The judge decides for each step whether it was *necessary* and whether it
 * was taken *in order*. It also says which steps are missing: of the expected ones, or, if none are given, of
 * those that the request needs.
 *
 *     score = scale · (0.6 · necessary / steps + 0.3 · in order / steps + 0.1 · steps / (steps + missing))
 *
 * The weights are those of `@mastra/evals`, which subtracts the last part instead of adding it, so that its
 * best score is 0.9. Without steps the score is `scale` if none was needed, else 0.
 */
export interface TrajectoryAccuracyLLMConfig extends JudgedScorerConfig<JudgedOptions> {
  /** For every run. Takes precedence over `expectedTrajectory` of the run. */
  expectedTrajectory?: ExpectedTrajectory
}

function trajectoryAccuracyLLM(config: TrajectoryAccuracyLLMConfig) {
  const factory = 'createTrajectoryAccuracyScorerLLM'
  const fixed = readExpectedSteps(`${factory}: expectedTrajectory`, config?.expectedTrajectory)
  return judgedScorer(config, {
    factory,
    id: 'trajectory-accuracy-llm',
    name: 'Trajectory Accuracy (judged)',
    description: 'Whether the steps of a run were necessary, in order and complete',
    type: 'trajectory',
    options: z.strictObject(judgedOptions),
    config: { expectedTrajectory: z.unknown().optional() },
    task: trajectoryTask,

    read(run) {
      const { output } = run
      const messages = isTrajectory(output) ? (output.rawOutput ?? []) : output
      const request = readRequest(run.input, messages)
      if (request === undefined) return notScorable(whyNoQuestion({ input: run.input, output: messages }))
      const unknown = isTrajectory(output) ? undefined : whyCallsAreUnknown(output)
      if (unknown !== undefined) return notScorable(unknown)
      const expectedSteps = fixed ?? expectationOfRun(run).steps
      const steps = readSteps(output, expectedSteps)
      return {
        request,
        conversation: recentTurns(run.input),
        answer: readAnswer(messages),
        steps,
        ...withoutUndefined({ expectedSteps }),
        hasSteps: steps.length > 0,
      }
    },

    judge: ({ hasSteps: _, ...material }, { settings: { weighting, batchSize }, ...call }) =>
      judgeTrajectory({ ...material, call, weighting, batchSize }),

    score({ verdicts, missingSteps = [], neededSteps }) {
      if (verdicts.length === 0) return neededSteps ? 0 : 1
      const necessary = computeMean(verdicts.map(({ credit }) => credit))
      const inOrder = computeMean(verdicts.map(({ orderCredit }) => orderCredit))
      const complete = verdicts.length / (verdicts.length + missingSteps.length)
      // Whole numbers, so that a perfect run is exactly 1.
      return (6 * necessary + 3 * inOrder + complete) / 10
    },

    explain: ({ result, material: { request } }) => explainJudged(result, request),
  })
}

export interface TrajectoryAccuracyScorerLLM extends ReturnType<typeof trajectoryAccuracyLLM> {}

/**
 * Scores how well a run went about its task, step by step.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a request, if the output does not show its steps,
 * or if the judge abstains; *failed*, with a `JudgeError` as its cause, or a `TypeError` for a malformed expected
 * trajectory of the run. A run without steps is scored without the judge if steps were expected.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTrajectoryAccuracyScorerLLM(
  config: TrajectoryAccuracyLLMConfig,
): TrajectoryAccuracyScorerLLM {
  return trajectoryAccuracyLLM(config)
}

/**
 * Returns the request of a run. The input of a workflow is not a conversation, so its request is the input itself, as
 * JSON.
 *
 * @returns undefined if there is no request, or not the one that the messages answer.
 */
function readRequest(input: unknown, messages: unknown): string | undefined {
  const question = readAsked(input, messages)
  if (question !== undefined) return question
  const isObject = typeof input === 'object' && input !== null && Object.keys(input).length > 0
  if (!isObject || isReadableInput(input) || countTurns(input, messages) > 1) return undefined
  return shortJson(input)
}

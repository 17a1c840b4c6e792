import type { TrajectoryStep } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceAnswer, JsonObject } from '../judge/contract.ts'
import { splitIntoBatches } from '../judge/decide-in-batches.ts'
import { notScorable } from '../shared/core-evals.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { computeMean } from '../statistics/mean.ts'
import { countTurns, readAnswer } from '../transcript/index.ts'
import { readAsked } from '../transcript/question.ts'
import { isReadableInput } from '../transcript/readable.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { recentTurns, whyCallsAreUnknown, whyNoQuestion } from './material/answer.ts'
import { shortJson } from './material/tool-calls.ts'
import {
  type ExpectedTrajectory,
  expectationOfRun,
  readExpectedSteps,
} from './trajectory/expected-trajectory.ts'
import { explainJudged, type JudgedTrajectory } from './trajectory/judged-trajectory.ts'
import {
  missingStepsTask,
  necessaryQuestion,
  neededQuestion,
  orderQuestion,
  takenQuestion,
  trajectoryTask,
  type YesNo,
} from './trajectory/trajectory-questions.ts'
import { isTrajectory, readSteps } from './trajectory/trajectory-steps.ts'
import { decideAll, listTexts } from './units/decide-all.ts'
import { joinEvidence, toUnitVerdict } from './units/judge-units.ts'
import { type BothReadings, inBothReadings } from './units/readings.ts'
import { computeCredit } from './units/share-to-credit.ts'
import { isShareRequired, type Weighting } from './units/weighting.ts'

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

const credits = { yes: 1, no: 0 }

function describeStep({ metadata: _, durationMs: __, name, ...step }: TrajectoryStep): string {
  return `${name}: ${shortJson(step)}`
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

    async judge(
      material,
      { settings, ...asking },
    ): Promise<JudgedTrajectory | BothReadings<JudgedTrajectory>> {
      const { request, conversation, answer, steps, expectedSteps } = material
      const { weighting, batchSize } = settings
      const expected = (expectedSteps ?? []).map((step, index) => ({ id: `e${index + 1}`, step }))
      const taken = steps.map((step, index) => ({ id: `s${index + 1}`, step }))
      const described = Object.fromEntries(expected.map(({ id, step }) => [id, shortJson(step)]))
      const state: JsonObject = {
        request,
        ...(conversation.length > 0 ? { conversation } : {}),
        steps: Object.fromEntries(taken.map(({ id, step }) => [id, describeStep(step)])),
        ...(expectedSteps === undefined ? {} : { expected: described }),
        ...(answer === '' ? {} : { answer }),
      }
      async function ask(groups: readonly (readonly [string, YesNo][])[]) {
        const requests = splitIntoBatches(groups, batchSize, () => '').map((batch) => ({
          task: trajectoryTask,
          state,
          questions: Object.fromEntries(batch.flat()),
          shareRequired: isShareRequired(weighting),
        }))
        const { answers, evidence } = await decideAll({ ...asking, requests })
        return {
          all: answers.all,
          to: (id: string) => answers.of(id) as ChoiceAnswer<'yes' | 'no'>,
          evidence,
        }
      }

      if (steps.length === 0) {
        const none = { verdicts: [], extraSteps: [], weighting: 'verdict' } as const
        if (expectedSteps !== undefined) {
          const missingSteps = expectedSteps.map((step) => step.name)
          return { ...none, missingSteps, neededSteps: missingSteps.length > 0 }
        }
        const answers = await ask([[['steps', neededQuestion]]])
        return { ...none, neededSteps: answers.to('steps').choice === 'yes', judge: answers.evidence }
      }

      const questions = [
        ...taken.map(({ id }): [string, YesNo][] => [
          [id, necessaryQuestion],
          [`${id}-order`, orderQuestion],
        ]),
        ...expected.map(({ id }): [string, YesNo][] => [[id, takenQuestion]]),
      ]
      const [answers, listed] = await Promise.all([
        ask(questions),
        expectedSteps === undefined ? listTexts({ ...asking, task: missingStepsTask, state }) : undefined,
      ])
      // A judge may list texts without checking the signal.
      asking.signal?.throwIfAborted()
      const wasRefused = ({ id }: { readonly id: string }) => answers.to(id).choice === 'no'
      const missingSteps =
        expectedSteps === undefined
          ? listed && [...new Set(listed.texts)]
          : expected.filter(wasRefused).map(({ step }) => step.name)
      const verdictBy = (
        weighting: Weighting,
        { id, step }: (typeof taken)[number],
      ): JudgedTrajectory['verdicts'][number] => {
        const order = answers.to(`${id}-order`)
        return {
          ...toUnitVerdict(
            { text: step.name },
            answers.to(id),
            computeCredit(answers.to(id), credits, weighting),
          ),
          step,
          wasInOrder: order.choice === 'yes',
          orderCredit: computeCredit(order, credits, weighting),
        }
      }
      return inBothReadings(weighting, asking.judge, answers.all, (weighting) => ({
        verdicts: taken.map((one) => verdictBy(weighting, one)),
        ...withoutUndefined({ missingSteps }),
        extraSteps: taken.filter(wasRefused).map(({ step }) => step.name),
        weighting,
        ...joinEvidence({ judge: answers.evidence }, { judge: listed?.evidence }),
      }))
    },

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

import {
  createScorer,
  type ExpectedStep,
  type NotScorable,
  notScorable,
  type TrajectoryStep,
} from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { Evidence, JsonObject } from '../judge/contract.ts'
import { withJudgeSpan } from '../judge/decide.ts'
import { mergeEvidence } from '../judge/evidence.ts'
import { isModelConfig, toJudge } from '../judge/to-judge.ts'
import { readAnswer, readConversation } from '../transcript/index.ts'
import { judgedConfig, readConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { checkTask, type JudgedScorerConfig } from './chain/judged-scorer.ts'
import { whyCallsAreUnknown, whyNoQuestion } from './chain/not-scorable.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { chooseWeighting, creditOf, isCostly, mean, type Weighting } from './chain/weighting.ts'
import { recentTurns } from './material/recent-turns.ts'
import { shortJson } from './material/tool-calls.ts'
import { explainVerdicts } from './reason/explain-verdicts.ts'
import {
  type ExpectedTrajectory,
  expectationOfRun,
  readExpectedSteps,
} from './trajectory/expected-trajectory.ts'
import {
  missingStepsTask,
  necessaryQuestion,
  neededQuestion,
  orderQuestion,
  takenQuestion,
  trajectoryTask,
  type YesNo,
} from './trajectory/trajectory-questions.ts'
import { readRequest } from './trajectory/trajectory-request.ts'
import { isTrajectory, stepsOf } from './trajectory/trajectory-steps.ts'
import { batchesOf, decideAll } from './units/decide-all.ts'
import { type UnitVerdict, unlessAbstained } from './units/judge-units.ts'

/**
 * # Trajectory accuracy, judged
 *
 * Did a run go about its task well? Each step is judged twice: was it *necessary*, and was it taken *in order*;
 * and the judge says which steps are missing: which of the expected ones, or, where none are given, which the
 * request needs.
 *
 *     score = scale · (0.6 · necessary / steps + 0.3 · in order / steps + 0.1 · steps / (steps + missing))
 *
 * The weights are those of `@mastra/evals`, which takes the last part off instead of adding it, so that its
 * best score is 0.9. Without steps the score is `scale` where none was needed, else 0.
 */
export interface TrajectoryAccuracyLLMConfig extends JudgedScorerConfig<JudgedOptions> {
  /** For every run. Comes before `expectedTrajectory` of the run. */
  expectedTrajectory?: ExpectedTrajectory
}

export interface StepVerdict extends UnitVerdict<'yes' | 'no'> {
  readonly step: TrajectoryStep
  readonly wasInOrder: boolean
  /** What its place in the order counts, 0 to 1. */
  readonly orderCredit: number
}

interface TrajectoryMaterial {
  readonly request: string
  readonly conversation: { role: string; text: string }[]
  readonly answer: string
  readonly steps: readonly TrajectoryStep[]
  readonly expectedSteps?: readonly ExpectedStep[]
  readonly hasSteps: boolean
}

export interface JudgedTrajectory {
  /** One a step: was it necessary. */
  readonly verdicts: readonly StepVerdict[]
  /** Names or descriptions; absent where nothing is expected and the judge cannot list them. */
  readonly missingSteps?: readonly string[]
  /** Names of the steps that were not necessary. */
  readonly extraSteps: readonly string[]
  /** Without steps: whether one was needed. */
  readonly neededSteps?: boolean
  readonly weighting: Weighting
  readonly judge?: Evidence
}

const factory = 'createTrajectoryAccuracyScorerLLM'
const optionsSchema = z.strictObject(judgedOptions)
const configSchema = z.strictObject({ ...judgedConfig, expectedTrajectory: z.unknown().optional() })
const credits: Readonly<Record<string, number>> = { yes: 1, no: 0 }

function describeStep({ metadata: _, durationMs: __, name, ...step }: TrajectoryStep): string {
  return `${name}: ${shortJson(step)}`
}

function countVerdicts({ verdicts, missingSteps, neededSteps }: JudgedTrajectory): string {
  const missing =
    missingSteps === undefined
      ? 'the judge cannot list missing steps, so none counts as missing'
      : `${missingSteps.length} missing`
  if (verdicts.length === 0) {
    return neededSteps ? 'no step was taken where one was needed' : 'no step was taken and none was needed'
  }
  const necessary = verdicts.filter(({ verdict }) => verdict === 'yes').length
  const inOrder = verdicts.filter(({ wasInOrder }) => wasInOrder).length
  return `of ${verdicts.length} ${verdicts.length === 1 ? 'step' : 'steps'} ${necessary} necessary, ${inOrder} in order; ${missing}`
}

/**
 * Scores how well a run went about its task, step by step.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a request, where the output
 * does not tell its steps, or where the judge abstains; *failed*, with a `JudgeError` as its cause, or a `TypeError`
 * for a malformed expected trajectory of the run. Without steps no judge is asked where steps were expected.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createTrajectoryAccuracyScorerLLM(config: TrajectoryAccuracyLLMConfig) {
  const { id = 'trajectory-accuracy-llm', name = 'Trajectory Accuracy (judged)' } = readConfig(
    factory,
    configSchema,
    config,
    optionsSchema,
  )
  const { model, expectedTrajectory, options } = config
  const judge = toJudge(model)
  checkTask(id, model, trajectoryTask)
  const { scale, weighting, reason, batchSize, signal } = readOptions(factory, optionsSchema, options)
  const fixed = readExpectedSteps(`${factory}: expectedTrajectory`, expectedTrajectory)

  const scorer = createScorer({
    id,
    name,
    description: 'Whether the steps of a run were necessary, in order and complete',
    type: 'trajectory',
    ...(isModelConfig(model) ? { judge: { model, instructions: trajectoryTask.instructions } } : {}),
  })
    .preprocess(({ run }): TrajectoryMaterial | NotScorable => {
      const output: unknown = run.output
      const messages = isTrajectory(output) ? (output.rawOutput ?? []) : output
      const request = readRequest(run.input, messages)
      if (request === undefined) return notScorable(whyNoQuestion({ input: run.input, output: messages }))
      const unknown = isTrajectory(run.output) ? undefined : whyCallsAreUnknown(run.output)
      if (unknown !== undefined) return notScorable(unknown)
      const expectedSteps = fixed ?? expectationOfRun(run).steps
      const steps = stepsOf(output, expectedSteps)
      return {
        request,
        conversation: recentTurns(readConversation(run.input)),
        answer: readAnswer(messages),
        steps,
        ...(expectedSteps === undefined ? {} : { expectedSteps }),
        hasSteps: steps.length > 0,
      }
    })
    .analyze(({ results, tracingContext }) => {
      const { request, conversation, answer, steps, expectedSteps } = results.preprocessStepResult
      const tracing = { tracingContext }
      const expected = (expectedSteps ?? []).map((step, index) => ({ id: `e${index + 1}`, step }))
      const taken = steps.map((step, index) => ({ id: `s${index + 1}`, step }))
      const state: JsonObject = {
        request,
        ...(conversation.length > 0 ? { conversation } : {}),
        steps: Object.fromEntries(taken.map(({ id, step }) => [id, describeStep(step)])),
        ...(expectedSteps === undefined
          ? {}
          : { expected: Object.fromEntries(expected.map(({ id, step }) => [id, shortJson(step)])) }),
        ...(answer === '' ? {} : { answer }),
      }
      const ask = (groups: readonly (readonly [string, YesNo][])[]) =>
        decideAll({
          judge,
          requests: batchesOf(groups, batchSize, () => '').map((batch) => ({
            task: trajectoryTask,
            state,
            questions: Object.fromEntries(batch.flat()),
            shareRequired: weighting === 'share',
          })),
          signal,
          tracing,
        })

      async function judgeNoSteps(): Promise<JudgedTrajectory> {
        const none = { verdicts: [], extraSteps: [], weighting: 'verdict' } as const
        if (expectedSteps !== undefined) {
          const missingSteps = expectedSteps.map((step) => step.name)
          return { ...none, missingSteps, neededSteps: missingSteps.length > 0 }
        }
        const { answers, evidence } = await ask([[['steps', neededQuestion]]])
        return { ...none, neededSteps: answers.of('steps').choice === 'yes', judge: evidence }
      }

      async function listMissing(): Promise<{ units: readonly string[]; evidence: Evidence } | undefined> {
        if (expectedSteps !== undefined || judge.extract === undefined) return undefined
        const extract = judge.extract.bind(judge)
        return withJudgeSpan(tracing, judge, missingStepsTask, () =>
          extract({ task: missingStepsTask, state, signal }),
        )
      }

      async function judgeSteps(): Promise<JudgedTrajectory> {
        const [{ answers, evidence }, listed] = await Promise.all([
          ask([
            ...taken.map(({ id }): [string, YesNo][] => [
              [id, necessaryQuestion],
              [`${id}-order`, orderQuestion],
            ]),
            ...expected.map(({ id }): [string, YesNo][] => [[id, takenQuestion]]),
          ]),
          listMissing(),
        ])
        // A judge may list texts without a look at the signal.
        signal?.throwIfAborted()
        const chosen = chooseWeighting(weighting, judge, answers.all)
        const missingSteps =
          expectedSteps === undefined
            ? listed && [...new Set(listed.units)]
            : expected.filter(({ id }) => answers.of(id).choice === 'no').map(({ step }) => step.name)
        const isExtra = ({ id }: { readonly id: string }) => answers.of(id).choice === 'no'
        return {
          verdicts: taken.map(({ id, step }) => {
            const { choice, type: _, ...grounds } = answers.of(id)
            const order = answers.of(`${id}-order`)
            return {
              unit: { text: step.name },
              ...grounds,
              verdict: choice === 'yes' ? 'yes' : 'no',
              credit: creditOf(answers.of(id), credits, chosen),
              step,
              wasInOrder: order.choice === 'yes',
              orderCredit: creditOf(order, credits, chosen),
            }
          }),
          ...(missingSteps === undefined ? {} : { missingSteps }),
          extraSteps: taken.filter(isExtra).map(({ step }) => step.name),
          weighting: chosen,
          judge: mergeEvidence([evidence, ...(listed === undefined ? [] : [listed.evidence])]),
        }
      }

      return unlessAbstained(steps.length === 0 ? judgeNoSteps : judgeSteps)
    })
    .generateScore(({ results }) => {
      const { verdicts, missingSteps = [], neededSteps } = results.analyzeStepResult
      if (verdicts.length === 0) return neededSteps ? 0 : scale
      const necessary = mean(verdicts.map(({ credit }) => credit))
      const inOrder = mean(verdicts.map(({ orderCredit }) => orderCredit))
      const complete = verdicts.length / (verdicts.length + missingSteps.length)
      // Whole numbers, so that a perfect run is exactly 1.
      return scale * ((6 * necessary + 3 * inOrder + complete) / 10)
    })
    .generateReason(({ results, score, tracingContext }) => {
      const judged = results.analyzeStepResult
      const { verdicts, missingSteps = [], weighting } = judged
      const steps = verdicts.map((item) => ({
        text: item.unit.text,
        verdict: [item.verdict === 'yes' ? '' : 'not necessary', item.wasInOrder ? '' : 'not in order']
          .filter(Boolean)
          .join(', '),
        credit: (item.credit * 2 + item.orderCredit) / 3,
        reason: item.reason,
      }))
      const costly = steps
        .filter(({ credit }) => isCostly(credit, weighting))
        .map((step) => ({ ...step, verdict: step.verdict || 'doubtful' }))
      return explainVerdicts({
        judge,
        score,
        scale,
        weighting,
        count: countVerdicts(judged),
        costly: [...missingSteps.map((text) => ({ text, verdict: 'missing', credit: 0 })), ...costly],
        style: reason,
        material: {
          request: results.preprocessStepResult.request,
          missing: [...missingSteps],
          verdicts: verdicts.map(({ unit, verdict, wasInOrder, reason }) => ({
            step: unit.text,
            necessary: verdict,
            inOrder: wasInOrder,
            reason: reason ?? null,
          })),
        },
        signal,
        tracing: { tracingContext },
      })
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}

import type { ExpectedStep, TrajectoryStep } from '@mastra/core/evals'
import type { ChoiceAnswer, JsonObject } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { splitIntoBatches } from '../../judge/decide-in-batches.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { shortJson } from '../material/tool-calls.ts'
import { decideAll, listTexts } from '../units/decide-all.ts'
import { joinEvidence, toUnitVerdict } from '../units/judge-units.ts'
import { type BothReadings, inBothReadings } from '../units/readings.ts'
import { computeCredit } from '../units/share-to-credit.ts'
import { isShareRequired, type Weighting } from '../units/weighting.ts'
import type { JudgedTrajectory } from './judged-trajectory.ts'
import {
  missingStepsTask,
  necessaryQuestion,
  neededQuestion,
  orderQuestion,
  takenQuestion,
  trajectoryTask,
  type YesNo,
} from './trajectory-questions.ts'

/** How to ask, and how answers count. */
interface Asking {
  readonly call: JudgeCall
  readonly weighting: Weighting | undefined
  readonly batchSize: number
}

const credits = { yes: 1, no: 0 }

const numbered = <Step>(prefix: string, steps: readonly Step[]) =>
  steps.map((step, index) => ({ id: `${prefix}${index + 1}`, step }))

function describeStep({ metadata: _, durationMs: __, name, ...step }: TrajectoryStep): string {
  return `${name}: ${shortJson(step)}`
}

/**
 * Asks about each step, and for missing ones. Without steps it asks only whether one was needed, if nothing says so.
 */
export async function judgeTrajectory(
  trajectory: Asking & {
    readonly request: string
    readonly conversation: { role: string; text: string }[]
    readonly answer: string
    readonly steps: readonly TrajectoryStep[]
    readonly expectedSteps?: readonly ExpectedStep[]
  },
): Promise<JudgedTrajectory | BothReadings<JudgedTrajectory>> {
  const { request, conversation, answer, steps, expectedSteps, ...asking } = trajectory
  const expected = expectedSteps && numbered('e', expectedSteps)
  const taken = numbered('s', steps)
  const state: JsonObject = {
    request,
    ...(conversation.length > 0 ? { conversation } : {}),
    steps: Object.fromEntries(taken.map(({ id, step }) => [id, describeStep(step)])),
    ...(expected && { expected: Object.fromEntries(expected.map(({ id, step }) => [id, shortJson(step)])) }),
    ...(answer === '' ? {} : { answer }),
  }
  if (taken.length > 0) return judgeSteps(taken, expected, state, asking)
  const none = { verdicts: [], extraSteps: [], weighting: 'verdict' } as const
  if (expected) {
    const missingSteps = expected.map(({ step }) => step.name)
    return { ...none, missingSteps, neededSteps: missingSteps.length > 0 }
  }
  const { to, evidence } = await askYesNo([[['steps', neededQuestion]]], state, asking)
  return { ...none, neededSteps: to('steps').choice === 'yes', judge: evidence }
}

async function judgeSteps(
  taken: ReturnType<typeof numbered<TrajectoryStep>>,
  expected: ReturnType<typeof numbered<ExpectedStep>> | undefined,
  state: JsonObject,
  asking: Asking,
) {
  const { call, weighting } = asking
  const questions = [
    ...taken.map(({ id }): [string, YesNo][] => [
      [id, necessaryQuestion],
      [`${id}-order`, orderQuestion],
    ]),
    ...(expected ?? []).map(({ id }): [string, YesNo][] => [[id, takenQuestion]]),
  ]
  const [{ all, to, evidence }, listed] = await Promise.all([
    askYesNo(questions, state, asking),
    expected === undefined ? listTexts({ ...call, task: missingStepsTask, state }) : undefined,
  ])
  // A judge may list texts without checking the signal.
  call.signal?.throwIfAborted()
  const wasRefused = ({ id }: { readonly id: string }) => to(id).choice === 'no'
  const missingSteps =
    expected === undefined
      ? listed && [...new Set(listed.texts)]
      : expected.filter(wasRefused).map(({ step }) => step.name)
  return inBothReadings(weighting, call.judge, all, (weighting) => ({
    verdicts: taken.map(({ id, step }) => {
      const order = to(`${id}-order`)
      const credit = computeCredit(to(id), credits, weighting)
      return {
        ...toUnitVerdict({ text: step.name }, to(id), credit),
        step,
        wasInOrder: order.choice === 'yes',
        orderCredit: computeCredit(order, credits, weighting),
      }
    }),
    ...withoutUndefined({ missingSteps }),
    extraSteps: taken.filter(wasRefused).map(({ step }) => step.name),
    weighting,
    ...joinEvidence({ judge: evidence }, { judge: listed?.evidence }),
  }))
}

/** @param groups Questions of one group go into one batch. */
async function askYesNo(
  groups: readonly (readonly [string, YesNo][])[],
  state: JsonObject,
  { call, weighting, batchSize }: Asking,
) {
  const requests = splitIntoBatches(groups, batchSize, () => '').map((batch) => ({
    task: trajectoryTask,
    state,
    questions: Object.fromEntries(batch.flat()),
    shareRequired: isShareRequired(weighting),
  }))
  const { answers, evidence } = await decideAll({ ...call, requests })
  return { all: answers.all, to: (id: string) => answers.of(id) as ChoiceAnswer<'yes' | 'no'>, evidence }
}

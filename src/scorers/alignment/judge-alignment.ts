import type { ChoiceAnswer, JsonObject } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { splitIntoBatches } from '../../judge/decide-in-batches.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { computeMean, computeWeightedMean } from '../../statistics/mean.ts'
import { type ChoicesById, decideAll } from '../units/decide-all.ts'
import type { Unit, UnitVerdict, WithWeighting } from '../units/judge-units.ts'
import { BothReadings, inBothReadings } from '../units/readings.ts'
import { computeCredit } from '../units/share-to-credit.ts'
import { isShareRequired, type Weighting } from '../units/weighting.ts'
import {
  type AlignmentQuestion,
  alignmentTask,
  appropriatenessQuestion,
  completenessQuestion,
  intentQuestion,
  requirementQuestion,
} from './prompt-alignment-questions.ts'

/** The author of the prompt that a response is judged on. */
export type PromptSide = 'user' | 'system'

export interface PromptToJudge {
  readonly side: PromptSide
  readonly prompt: string
  readonly requirements: readonly Unit[]
}

/** The judge's answer to one question. */
export interface AlignmentVerdict
  extends Omit<UnitVerdict<'yes' | 'partly' | 'no' | 'n/a'>, 'unit' | 'credit'> {
  /** Its credit, 0 to 1. */
  readonly score: number
}

/** How a response fits one prompt. Every score lies in [0, 1]. */
export interface PromptAlignment {
  /** The weighted score of all dimensions. */
  readonly score: number
  readonly intentAlignment: AlignmentVerdict
  readonly requirementsFulfillment: {
    /** The share of the applicable requirements that the response meets; absent if none applies. */
    readonly overallScore?: number
    readonly requirements: readonly (AlignmentVerdict & { readonly requirement: string })[]
  }
  readonly completeness: AlignmentVerdict
  readonly responseAppropriateness: {
    /** The mean of those that apply; absent if the response does something else. */
    readonly score?: number
    readonly format: AlignmentVerdict
    readonly tone: AlignmentVerdict
  }
}

/** In hundredths, so that four full dimensions sum to exactly 1. */
const dimensionWeights = {
  user: { intent: 40, requirements: 30, completeness: 20, appropriateness: 10 },
  system: { intent: 35, requirements: 35, completeness: 15, appropriateness: 15 },
}

/** Returns the weighted mean of the scores that are defined. */
export const weighScores = (
  scores: readonly { readonly score: number | undefined; readonly weight: number }[],
): number =>
  computeWeightedMean(
    scores.flatMap(({ score, weight }) => (score === undefined ? [] : { value: score, weight })),
  )

const dimensions = {
  intent: intentQuestion,
  completeness: completenessQuestion,
  format: appropriatenessQuestion,
  tone: appropriatenessQuestion,
}

function questionsAbout({ side, requirements }: PromptToJudge) {
  return [
    ...Object.entries(dimensions).map(([name, asked]) => ({ ...asked, id: `${side}-${name}`, text: '' })),
    ...requirements.map(({ text }, index) => ({
      ...requirementQuestion,
      id: `${side}-r${index + 1}`,
      text,
    })),
  ]
}

function toVerdict(
  answer: ChoiceAnswer,
  { credits, question }: AlignmentQuestion,
  weighting: Weighting,
): AlignmentVerdict {
  const { choice, stated, share, probabilities, reason } = answer
  return {
    verdict: choice as AlignmentVerdict['verdict'],
    score: computeCredit(answer, credits, weighting, question.line),
    ...withoutUndefined({ stated: stated as AlignmentVerdict['stated'], share, probabilities, reason }),
  }
}

function meanOfApplicable(verdicts: readonly AlignmentVerdict[]): number | undefined {
  const scores = verdicts.filter(({ verdict }) => verdict !== 'n/a').map(({ score }) => score)
  return scores.length === 0 ? undefined : computeMean(scores)
}

function readAlignment(prompt: PromptToJudge, answers: ChoicesById, weighting: Weighting): PromptAlignment {
  const { side } = prompt
  const verdictOn = (name: keyof typeof dimensions) =>
    toVerdict(answers.of(`${side}-${name}`), dimensions[name], weighting)
  const intentAlignment = verdictOn('intent')
  const completeness = verdictOn('completeness')
  const format = verdictOn('format')
  const tone = verdictOn('tone')
  const requirements = prompt.requirements.map(({ text }, index) => ({
    requirement: text,
    ...toVerdict(answers.of(`${side}-r${index + 1}`), requirementQuestion, weighting),
  }))
  const fulfilled = meanOfApplicable(requirements)
  const appropriateness = meanOfApplicable([format, tone])
  const weights = dimensionWeights[side]
  return {
    score: weighScores([
      { score: intentAlignment.score, weight: weights.intent },
      { score: fulfilled, weight: weights.requirements },
      { score: completeness.score, weight: weights.completeness },
      { score: appropriateness, weight: weights.appropriateness },
    ]),
    intentAlignment,
    requirementsFulfillment: { ...withoutUndefined({ overallScore: fulfilled }), requirements },
    completeness,
    responseAppropriateness: { ...withoutUndefined({ score: appropriateness }), format, tone },
  }
}

export interface JudgedAlignment extends WithWeighting {
  /** Absent if the user's prompt was not judged. */
  readonly user?: PromptAlignment
  /** Absent if the system prompt was not judged. */
  readonly system?: PromptAlignment
}

/**
 * Judges a response on each prompt separately. Without prompts it does not call the judge.
 *
 * @throws JudgeError if a question gets no answer.
 */
export async function judgeAlignment(
  request: JudgeCall & {
    readonly prompts: readonly PromptToJudge[]
    readonly response: string
    /** The material that the judge sees along with prompt and response, for each side. */
    readonly material: Readonly<Record<PromptSide, JsonObject>>
    readonly weighting?: Weighting
    readonly batchSize: number
  },
): Promise<BothReadings<JudgedAlignment>> {
  const { judge, prompts, response, material, weighting, batchSize, signal, tracing } = request
  if (prompts.length === 0) return new BothReadings({ weighting: 'verdict' })
  const requests = prompts.flatMap((prompt) =>
    splitIntoBatches(questionsAbout(prompt), batchSize, ({ text }) => text).map((batch) => ({
      task: alignmentTask,
      state: {
        ...material[prompt.side],
        from: prompt.side,
        prompt: prompt.prompt,
        requirements: Object.fromEntries(
          batch.filter(({ text }) => text !== '').map(({ id, text }) => [id, text]),
        ),
        response,
      },
      questions: Object.fromEntries(batch.map(({ id, question }) => [id, question])),
      shareRequired: isShareRequired(weighting),
    })),
  )
  const { answers, evidence } = await decideAll({ judge, requests, signal, tracing })
  return inBothReadings(weighting, judge, answers.all, (weighting): JudgedAlignment => {
    const bySide = prompts.map((prompt) => [prompt.side, readAlignment(prompt, answers, weighting)])
    return { ...Object.fromEntries(bySide), weighting, judge: evidence }
  })
}

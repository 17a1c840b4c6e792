import { z } from 'zod/v4'
import { decide } from '../judge/decide.ts'
import { isNotScorable } from '../shared/core-evals.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { type JudgingContext, judgedScorer } from './common/judged-scorer.ts'
import {
  fraction,
  fractions,
  type JudgedOptions,
  type JudgedScorerConfig,
  judgedOptions,
  notBlank,
} from './common/options.ts'
import { type Dialogue, requireAnswer, requireQuestion } from './material/answer.ts'
import { computeNoiseParts, explainNoise, type JudgedNoise } from './noise/judged-noise.ts'
import {
  dimensions,
  impactQuestion,
  issuesQuestion,
  type NoiseImpact,
  noiseTask,
  robustnessQuestion,
} from './noise/noise-questions.ts'
import { toUnitVerdict } from './units/judge-units.ts'
import { type BothReadings, inBothReadings } from './units/readings.ts'
import { computeCredit } from './units/share-to-credit.ts'

/**
 * # Noise sensitivity
 *
 * How did noise in the query (misinformation, distractors, injected instructions) change the agent's
 * response, compared with a baseline response to the clean query? The judge gives the impact on five
 * dimensions, an overall robustness, and the number of major issues.
 *
 *     score = scale · max(0, s − min(majorIssuePerItem · issues, maxMajorIssuePenalty))
 *     s = robustness, or the lower of robustness and the mean weight of the impacts if they differ by more
 *         than discrepancyThreshold
 *
 * The measure and its defaults are those of `@mastra/evals`. It is for tests: it needs a baseline.
 */
export interface NoiseSensitivityOptions extends Pick<JudgedOptions, 'scale' | 'weighting' | 'signal'> {
  /** The agent's answer without the noise. Required. */
  baselineResponse: string
  /** The query with the noise. Required. */
  noisyQuery: string
  /** The kind of noise, in one of these words or in your own; the judge sees it. Default: not said. */
  noiseType?: ('misinformation' | 'distractors' | 'adversarial') | (string & {})
  /** The parameters of the formula. */
  scoring?: {
    /** The weight of each impact, 0 to 1. Defaults 1, 0.85, 0.6, 0.3 and 0.1. */
    impactWeights?: Partial<Record<NoiseImpact, number>>
    penalties?: {
      /** Subtracted for each major issue, 0 or more. Default 0.1. */
      majorIssuePerItem?: number
      /** The maximum to subtract for all issues, 0 or more. Default 0.3. */
      maxMajorIssuePenalty?: number
    }
    /** How far robustness and mean weight may differ, 0 to 1. Default 0.2. */
    discrepancyThreshold?: number
  }
}

const names = Object.keys(dimensions) as (keyof typeof dimensions)[]

const impactWeights = { none: 1, minimal: 0.85, moderate: 0.6, significant: 0.3, severe: 0.1 }

const optionsSchema = z.strictObject({
  scale: judgedOptions.scale,
  weighting: judgedOptions.weighting,
  signal: judgedOptions.signal,
  baselineResponse: notBlank,
  noisyQuery: notBlank,
  noiseType: notBlank.optional(),
  scoring: z
    .strictObject({
      impactWeights: fractions(impactWeights),
      penalties: z
        .strictObject({
          majorIssuePerItem: z.number().min(0).default(0.1),
          maxMajorIssuePenalty: z.number().min(0).default(0.3),
        })
        .prefault({}),
      discrepancyThreshold: fraction(0.2),
    })
    .prefault({}),
})

const questions = {
  accuracy: impactQuestion,
  completeness: impactQuestion,
  relevance: impactQuestion,
  consistency: impactQuestion,
  hallucination: impactQuestion,
  robustness: robustnessQuestion,
  majorIssues: issuesQuestion,
}

async function judgeNoise(
  {
    query,
    conversation,
    response,
  }: Pick<Dialogue, 'conversation'> & { readonly query?: string; readonly response: string },
  { judge, settings, signal, tracing }: JudgingContext<z.output<typeof optionsSchema>>,
): Promise<JudgedNoise | BothReadings<JudgedNoise>> {
  if (response === '') return { verdicts: [], robustness: 0, majorIssues: 0, weighting: 'verdict' }
  const { noisyQuery, noiseType, baselineResponse: baseline, scoring } = settings
  const weighting = settings.weighting ?? judge.weighting ?? 'verdict'
  const request = {
    task: noiseTask,
    state: withoutUndefined({ query, conversation, noisyQuery, noiseType, baseline, response, dimensions }),
    questions,
    shareRequired: weighting === 'share',
    signal,
  }
  const { answers, evidence } = await decide(judge, request, tracing)
  const impacts = names.map((name) => answers[name])
  const credits = scoring.impactWeights
  return inBothReadings(weighting, judge, impacts, (weighting) => ({
    verdicts: names.map((name) =>
      toUnitVerdict({ text: name }, answers[name], computeCredit(answers[name], credits, weighting)),
    ),
    robustness: answers.robustness.score / (robustnessQuestion.criteria.length - 1),
    majorIssues: answers.majorIssues.score,
    ...withoutUndefined({ issues: answers.majorIssues.reason }),
    weighting,
    judge: evidence,
  }))
}

function noiseSensitivityLLM(
  config: JudgedScorerConfig<NoiseSensitivityOptions> & { options: NoiseSensitivityOptions },
) {
  return judgedScorer(config, {
    factory: 'createNoiseSensitivityScorerLLM',
    id: 'noise-sensitivity',
    name: 'Noise Sensitivity',
    description: 'How well the response withstands noise in the query, compared with a baseline',
    options: optionsSchema,
    task: noiseTask,
    // A share says how many readers see no harm, not how serious the harm is.
    reading: 'verdict',

    read(run, { settings: { noisyQuery } }) {
      const asked = requireQuestion(run)
      if (isNotScorable(asked)) return asked
      const response = requireAnswer(run.output)
      if (isNotScorable(response)) return response
      const { question: query, ...before } = asked
      /** The clean query; absent if the run itself got the noisy one. */
      const clean = query.trim() === noisyQuery.trim() ? {} : { query }
      return { ...clean, ...before, response: response.trim() }
    },

    judge: judgeNoise,

    score: (judged, { scoring }) =>
      judged.verdicts.length === 0 ? 0 : computeNoiseParts(judged, scoring).value,
    explain: ({ result, settings: { scoring } }) => explainNoise(result, scoring),
  })
}

export interface NoiseSensitivityScorerLLM extends ReturnType<typeof noiseSensitivityLLM> {}

/**
 * Scores how well a response withstood noise in its query.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or if the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty response scores 0 without a call to the judge.
 *
 * @throws TypeError for a missing or wrong option, which it names.
 */
export function createNoiseSensitivityScorerLLM(
  config: JudgedScorerConfig<NoiseSensitivityOptions> & { options: NoiseSensitivityOptions },
): NoiseSensitivityScorerLLM {
  return noiseSensitivityLLM(config)
}
